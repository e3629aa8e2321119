// Two guests turn the cards of a round at the real server, each in a browser of their own: one drags and shows with the
// button, the other uses the keyboard. Neither sees a card of the other before it is shown.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DESKTOP, SMALL_PHONE, visit, type Visitor } from './browser';
import { look } from './look';
import { bet, joinAsGuest, openTable, readAmount } from './patron';
import { Server } from './server';

const TABLES = `[[table]]
id = 1
name = "Salon Squeeze"
rules = "three-bet"
limits = { player = [1, 5000], banker = [1, 5000] }
timings = { betting_ms = 12000, card_ms = 150, result_ms = 4000 }
squeeze = { from = 10, ms = 60000, third_ms = 60000 }
`;

const server = new Server();
let folder = '';
let ana: Visitor;
let bob: Visitor;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'punto-squeeze-'));
  await writeFile(join(folder, 'tables.toml'), TABLES);
  await server.start(['--tables', join(folder, 'tables.toml')], []);
  ana = await visit(server.url, DESKTOP);
  bob = await visit(server.url, SMALL_PHONE, { touch: true });
});

afterAll(async () => {
  await ana.close();
  await bob.close();
  await server.throwAway();
  await rm(folder, { recursive: true, force: true });
});

/** The cards that a page has of a side. */
async function cards(page: Page, side: string): Promise<string[]> {
  const text = (await page.getByTestId(`hand-${side}`).getAttribute('data-cards')) ?? '';
  return text === '' ? [] : text.split(' ');
}

/** Shows every card of one's own until the round is over. */
async function showAll(page: Page): Promise<void> {
  const open = page.getByTestId('open-cards');
  const result = page.getByTestId('result');
  for (;;) {
    await Promise.race([open.waitFor(), result.waitFor()]);
    if (await result.isVisible()) {
      return;
    }
    await open.click({ timeout: 2_000 }).catch(() => undefined);
  }
}

it('is turned by two guests, and paid with the last card', async () => {
  for (const [visitor, name] of [
    [ana, 'Ana'],
    [bob, 'Bob'],
  ] as const) {
    await joinAsGuest(visitor.page, name);
    await openTable(visitor.page, 'Salon Squeeze');
  }
  await Promise.all([bet(ana.page, { player: 100 }, 5), bet(bob.page, { banker: 100 }, 5)]);
  const held = await readAmount(ana.page, 'balance');
  await ana.page.getByTestId('open-cards').waitFor();
  for (const { page } of [ana, bob]) {
    expect(await cards(page, 'player')).toEqual(['down', 'down']);
    expect(await cards(page, 'banker')).toEqual(['down', 'down']);
    expect(await page.getByTestId('squeeze').count(), 'only their own cards can be turned').toBe(2);
  }
  expect(await ana.page.getByTestId('turning').innerText()).toContain('You turn the cards of Player.');
  expect(await ana.page.getByTestId('turning').innerText()).toContain('Bob turns the cards of Banker.');

  const grip = ana.page.getByTestId('squeeze').first();
  const own = ana.page.locator('[data-testid="hand-player"] [data-testid="face-down"]').first();
  const box = await grip.boundingBox();
  if (box === null) {
    throw new Error('the card is not shown');
  }
  await ana.page.mouse.move(box.x + box.width / 2, box.y + 4);
  await ana.page.mouse.down();
  for (const part of [0.15, 0.3, 0.45]) {
    await ana.page.mouse.move(box.x + box.width / 2, box.y + 4 + box.height * part, { steps: 4 });
    await expect.poll(async () => Number(await own.getAttribute('data-lifted'))).toBeGreaterThan(part * 700);
  }
  await ana.page.waitForFunction(
    () => document.querySelector('[data-testid="squeeze"]')?.getAttribute('data-edge') !== '',
  );
  const lifted = bob.page.locator('[data-testid="hand-player"] [data-testid="face-down"]').first();
  await expect.poll(async () => Number(await lifted.getAttribute('data-lifted'))).toBeGreaterThan(100);
  expect(await bob.page.getByTestId('squeeze').first().getAttribute('data-edge')).toBe('');
  await look(ana.page, 'squeeze-holder');
  await look(bob.page, 'squeeze-other', { small: SMALL_PHONE, desktop: DESKTOP });
  await ana.page.mouse.up();

  await bob.page.getByTestId('squeeze').first().focus();
  await bob.page.keyboard.press('ArrowDown');
  await bob.page.keyboard.press('Enter');
  await expect.poll(async () => (await cards(ana.page, 'banker'))[0]).not.toBe('down');
  expect(await cards(bob.page, 'player'), 'the others lie face down').toEqual(['down', 'down']);
  expect(await readAmount(ana.page, 'balance'), 'nothing is paid yet').toBe(held);
  await Promise.all([showAll(ana.page), showAll(bob.page)]);
  const all = [...(await cards(ana.page, 'player')), ...(await cards(ana.page, 'banker'))];
  expect(all).not.toContain('down');
  const outcome = await ana.page.getByTestId('result').getAttribute('data-outcome');
  const paid = outcome === 'player' ? 20_000 : outcome === 'tie' ? 10_000 : 0;
  await expect.poll(() => readAmount(ana.page, 'balance')).toBe(held + paid);
});
