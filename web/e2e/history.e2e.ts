// The bet history at the real server: totals, one round card by card, and one that supervisors void later.
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { History, HistoryRound } from '../src/lib/wire/messages';
import { DESKTOP, visit, type Visitor } from './browser';
import { look } from './look';
import { bet, joinAsGuest, openTable } from './patron';
import { QUICK, Server } from './server';
import { enrolSupervisor, voidRound } from './supervisors';

const server = new Server();
let visitor: Visitor;
let page: Page;
let supervisors: readonly [string, string];

beforeAll(async () => {
  const codes = [
    await server.addStaff('Ann Lee', 'supervisor'),
    await server.addStaff('Ben Cho', 'supervisor'),
  ];
  await server.start([], QUICK);
  supervisors = [
    await enrolSupervisor(server.url, 'Ann Lee', codes[0] ?? ''),
    await enrolSupervisor(server.url, 'Ben Cho', codes[1] ?? ''),
  ];
  visitor = await visit(server.url, DESKTOP);
  ({ page } = visitor);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await joinAsGuest(page, 'Dipper');
  await openTable(page, 'Salon One');
  await playRound({ player: 10 });
  // A void of these changes the purse in every outcome.
  await playRound({ banker: 50, tie: 10 });
});

afterAll(async () => {
  await visitor.close();
  await server.throwAway();
});

/** Bets on the next round and waits for its result. */
async function playRound(chips: Readonly<Record<string, number>>): Promise<void> {
  await bet(page, chips, 2);
  await page.getByTestId('own-result').waitFor();
}

/** The patron's rounds as the server has them, newest first. */
async function rounds(): Promise<HistoryRound[]> {
  const token = await page.evaluate(() => localStorage.getItem('punto.token'));
  const answer = await fetch(new URL('/api/v1/me/rounds', server.url), {
    headers: { authorization: `Bearer ${token ?? ''}` },
  });
  return ((await answer.json()) as History).rounds;
}

async function go(view: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `#/${view}`);
}

/** Presses a button that saves a file; its name and what it says of its format. */
async function saved(button: string): Promise<[string, unknown]> {
  const download = page.waitForEvent('download');
  await page.getByTestId(button).first().click();
  const file = await download;
  const text = await readFile(await file.path(), 'utf8');
  return [file.suggestedFilename(), (JSON.parse(text) as { format: unknown }).format];
}

const money = (minor: number) => (minor / 100).toLocaleString('en-GB', { minimumFractionDigits: 2 });
const signed = (minor: number) => `${minor > 0 ? '+' : ''}${money(minor)}`;

describe('the bet history', () => {
  it('has both hands apart, and the totals of its page', async () => {
    const own = await rounds();
    await go('history');
    const cards = page.getByTestId('round');
    await cards.nth(1).waitFor();
    expect(await cards.count()).toBe(2);
    const staked = own.reduce((sum, round) => sum + round.staked, 0);
    const paid = own.reduce((sum, round) => sum + round.paid, 0);
    for (const [name, amount] of Object.entries({ staked, paid, net: paid - staked })) {
      const total = page.getByTestId(`total-${name}`);
      expect(Number(await total.getAttribute('data-minor')), name).toBe(amount);
    }
    for (const side of ['player', 'banker'] as const) {
      const hand = own[0]?.deal.filter((dealt) => dealt.side === side) ?? [];
      const label = await cards.first().getByTestId(`hand-${side}`).getAttribute('aria-label');
      expect(label).toContain(`Total ${String(hand.at(-1)?.total)}.`);
      expect(await cards.first().getByTestId(`hand-${side}`).locator('svg').count()).toBe(hand.length);
    }
    await look(page, 'history');
  });

  it('is filtered by table and by period', async () => {
    await go('history');
    await page.getByTestId('round').nth(1).waitFor();
    await page.getByLabel('Table').selectOption('Gold Room');
    await page.getByText('No rounds here.').waitFor();
    await page.getByLabel('Table').selectOption('Salon One');
    await page.getByLabel('Period').selectOption('Today');
    await page.getByTestId('round').nth(1).waitFor();
  });

  it('leads to the proof of a round, with the own bets and payouts', async () => {
    await go('history');
    await page
      .getByRole('link', { name: /^Check: / })
      .first()
      .click();
    const [newest] = await rounds();
    const number = String(newest?.round.round_no);
    await page.getByText(`Your bets and payouts of round ${number} are checked with the shoe.`).waitFor();
    for (const check of ['cards', 'wagers', 'payouts']) {
      await page.locator(`li[data-check="${check}"][data-verdict="ok"]`).waitFor();
    }
    const above = await page.getByTestId('verdict').boundingBox();
    const zone = await page.getByText('Drop proof files here').boundingBox();
    expect(above?.y ?? Infinity).toBeLessThan(400);
    expect(zone?.y ?? 0).toBeGreaterThan(above?.y ?? Infinity);
    await page.locator('li[data-check="key"][data-verdict="ok"]').waitFor();
    await page.getByTestId('kept-key').waitFor();
    expect(await saved('save-proof')).toEqual(['table-1-shoe-1.json', 'punto-shoe-proof']);
    expect(await saved('save-wagers')).toEqual([`table-1-shoe-1-round-${number}.json`, 'punto-wager-proof']);
    await look(page, 'history-proof');
    await go('verify/1/1/999');
    await page.getByText('The proof of this round could not be loaded.').waitFor();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    const refused = 'Failed to load resource: the server responded with a status of 404 (Not Found)';
    expect(visitor.problems.splice(0)).toEqual([refused]);
  });

  it('saves the file of the bets of a round', async () => {
    await go('history');
    const [newest] = await rounds();
    const number = String(newest?.round.round_no);
    await page.getByTestId('round').nth(1).waitFor();
    expect(await saved('save-wagers')).toEqual([`table-1-shoe-1-round-${number}.json`, 'punto-wager-proof']);
  });

  it('shows a round card by card, by keys, and its result last', async () => {
    await go('history');
    const [newest] = await rounds();
    const deal = newest?.deal ?? [];
    await page
      .getByRole('button', { name: /^Replay: / })
      .first()
      .click();
    const replay = page.getByTestId('replay');
    await replay.getByText('Your bets before the cards.').waitFor();
    for (let step = 1; step <= deal.length; step += 1) {
      await page.keyboard.press('ArrowRight');
      await page.locator(`[data-testid="replay"][data-step="${String(step)}"]`).waitFor();
      for (const side of ['player', 'banker'] as const) {
        const hand = deal.slice(0, step).filter((dealt) => dealt.side === side);
        const shown = await page.getByTestId(`replay-${side}`).getAttribute('data-cards');
        expect(shown, `${side} after ${String(step)}`).toBe(hand.map(({ card }) => card).join(' '));
        const total = String(hand.at(-1)?.total ?? '–');
        expect(await page.getByTestId(`replay-total-${side}`).innerText()).toBe(total);
      }
      expect(await replay.getByText('Your result').count(), 'the result waits for the last card').toBe(0);
    }
    await page.keyboard.press('ArrowRight');
    const net = (newest?.paid ?? 0) - (newest?.staked ?? 0);
    await replay.getByText(`Your result: ${signed(net)}`).waitFor();
    await look(page, 'replay');
    await page.keyboard.press('Home');
    await replay.getByText('Your bets before the cards.').waitFor();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await replay.getByText('Your result').waitFor();
    await page.keyboard.press('Escape');
    await replay.waitFor({ state: 'detached' });
  });

  it('marks a round that was corrected, and says what changed', async () => {
    const [newest] = await rounds();
    if (newest === undefined) throw new Error('there is no round');
    const before = newest.paid - newest.staked;
    await voidRound(server.url, supervisors, newest.table_id, newest.round);
    await go('balance');
    await go('history');
    const card = page.getByTestId('round').filter({ hasText: 'Corrected' });
    await card.getByText('Void', { exact: true }).waitFor();
    await card.getByText(`Void: ${money(newest.staked)} returned`).waitFor();
    await card.getByText('Voided by the pit boss.').waitFor();
    await card.getByText('What changed').click();
    const changes = card.getByTestId('changes');
    await changes.getByText('Result at first').waitFor();
    await changes.getByText(`from ${signed(before)} to ${signed(0)}`).waitFor();
    expect(await page.getByText('Corrected', { exact: true }).count()).toBe(1);
    await look(page, 'history-corrected');
    await go('statement');
    await page.getByText('Result corrected').waitFor();
    await look(page, 'statement');
  });
});

describe('the account', () => {
  it('has balance and turnover, and settings that the table follows', async () => {
    await go('balance');
    const own = await rounds();
    const counted = own.filter(({ outcome }) => outcome !== 'voided');
    const staked = counted.reduce((sum, round) => sum + round.staked, 0);
    await page.getByTestId('turnover').getByText(money(staked), { exact: true }).first().waitFor();
    await look(page, 'balance');
    await page.getByRole('link', { name: 'Settings' }).click();
    await look(page, 'preferences');
    await page.getByRole('switch', { name: 'Instant bets' }).check();
    await go('');
    await openTable(page, 'Salon One');
    expect(await page.getByRole('switch', { name: 'Instant bets' }).isChecked()).toBe(true);
    expect(visitor.problems).toEqual([]);
  });
});
