// The rules of a table and what a first visit shows, at the real server, whose house rules choose every sentence.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Lobby } from '../src/lib/wire/messages';
import { DESKTOP, PHONE, SMALL_PHONE, visit, type Size, type Visitor } from './browser';
import { look } from './look';
import { openTable } from './patron';
import { Server } from './server';

const SIDEWAYS: Size = { width: 844, height: 390 };

const server = new Server();
let visitor: Visitor | undefined;

beforeAll(async () => {
  await server.start();
});

afterEach(async () => {
  await visitor?.close();
  visitor = undefined;
});

afterAll(async () => {
  await server.throwAway();
});

/** Opens the first table with those house rules. */
async function openTableOf(rules: string, size = DESKTOP): Promise<Page> {
  const { tables } = (await (await fetch(new URL('/api/v1/tables', server.url))).json()) as Lobby;
  const table = tables.find((one) => one.rules.id === rules);
  visitor = await visit(`${server.url}#/table/${String(table?.table_id)}`, size);
  await visitor.page.getByRole('heading', { level: 1 }).waitFor();
  return visitor.page;
}

async function openRules(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Rules' }).click();
  await page.getByTestId('draw-banker').waitFor();
}

describe('the rules', () => {
  it('say that Banker pays half on 6 where no commission is taken, at the spot and in a sentence', async () => {
    const page = await openTableOf('live-no-commission');
    await page.locator('[data-spot="banker"]').getByText('1:1, half if Banker has 6').waitFor();
    await openRules(page);
    const banker = page.getByTestId('bet-banker');
    await banker.getByText('Pays 1:1, half when Banker wins with 6', { exact: true }).waitFor();
    await banker.getByText('1.458%').waitFor();
    await page.getByText('Exact figures').click();
    const exact = page.getByTestId('exact').getByRole('listitem').filter({ hasText: 'Banker' }).first();
    expect(await exact.innerText()).toMatch(/1\.458%\s+[\d,]+ \/ [\d,]+/);
    await look(page, 'rules');
    expect(visitor?.problems).toEqual([]);
  });

  it('are those of the table: its odds, its shoe, who leaves, and its closing bets', async () => {
    const gold = await openTableOf('gold-card');
    await openRules(gold);
    const lucky = gold.getByTestId('bet-lucky_6');
    await lucky
      .getByText('Pays x13 when Banker wins with 6 on two cards, x21 when Banker wins with 6 on three cards')
      .waitFor();
    await gold.getByText('8 cards are burned face down before the first round.').waitFor();
    await gold.getByText('If you leave while bets are open, your bets are returned.').waitFor();
    await gold.getByText('The cut card lies 156 cards before the end.').waitFor();
    await visitor?.close();

    const sixty = await openTableOf('sixty-round');
    await openRules(sixty);
    await sixty.getByText('You may not bet on both Player and Banker in one round.').waitFor();
    await sixty.getByText('A shoe ends after round 60.').waitFor();
    await sixty.getByText('Big and Small: closed from round 30 of a shoe.').waitFor();
    await sixty.getByText('must be at least 1,000.00 when you sit down').waitFor();
  });

  it('have the drawing table, and say when they cannot be loaded', async () => {
    const page = await openTableOf('live-commission', SMALL_PHONE);
    await page.route('**/house-rules', (route) => route.abort());
    await page.getByRole('button', { name: 'Rules' }).click();
    await page.getByText('The house rules could not be loaded.').waitFor();
    await page.unroute('**/house-rules');
    await page.getByRole('button', { name: 'Try again' }).click();
    const rows = await page.getByTestId('draw-banker').getByRole('row').allInnerTexts();
    expect(rows.map((row) => row.replace(/\s+/g, ' '))).toContain('3 any card but an 8');
    await page.getByRole('button', { name: 'This table' }).click();
    expect(await page.evaluate(() => document.activeElement?.id.endsWith('-table'))).toBe(true);
    await page.setViewportSize(SIDEWAYS);
    const size = await page.getByRole('dialog').boundingBox();
    expect((size?.x ?? 0) + (size?.width ?? 0)).toBeLessThanOrEqual(SIDEWAYS.width);
  });
});

describe('a first visit', () => {
  it.each<[string, Size]>([
    ['desktop', DESKTOP],
    ['phone', PHONE],
    ['small phone', SMALL_PHONE],
    ['phone on its side', SIDEWAYS],
  ])('shows tie push and commission beside the table, not over it, on a %s', async (_, size) => {
    const page = await openTableOf('live-commission', size);
    const card = page.getByTestId('first-visit');
    await card.getByText('On a tie, bets on Player and Banker come back.').waitFor();
    await card.getByText('Banker pays 0.95:1: even money less a commission.').waitFor();
    const covered = await page.evaluate(() => {
      const own = document.querySelector('[data-testid="first-visit"]')?.getBoundingClientRect();
      const others = document.querySelectorAll('[data-spot], [data-testid^="hand-"]');
      return [...others].filter((other) => {
        const box = other.getBoundingClientRect();
        return (
          own !== undefined &&
          box.left < own.right &&
          own.left < box.right &&
          box.top < own.bottom &&
          own.top < box.bottom
        );
      }).length;
    });
    expect(covered).toBe(0);
  });

  it('shows it once: who has put it away does not see it again, at any table', async () => {
    const page = await openTableOf('live-no-commission');
    const card = page.getByTestId('first-visit');
    await card.getByText('Banker pays 1:1, half when Banker wins with 6.').waitFor();
    await look(page, 'first-visit');
    await card.getByRole('button', { name: 'Got it' }).click();
    await card.waitFor({ state: 'detached' });
    await page.reload();
    await page.locator('[data-spot="banker"]').waitFor();
    expect(await card.count()).toBe(0);
    await page.goto(server.url);
    await openTable(page, 'Salon One');
    await page.locator('[data-spot="banker"]').waitFor();
    expect(await card.count()).toBe(0);
  });
});
