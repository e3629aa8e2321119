// The line between page and server at a real server, through a proxy that swallows everything: a dead line is seen
// while bets are open, slips say what became of them, and what the page missed is shown once the line is back.
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DESKTOP, visit, type Visitor } from './browser';
import { look } from './look';
import {
  joinAsGuest,
  openTable,
  placeChip,
  readAmount,
  waitForAmount,
  waitForBetting,
  waitForStake,
} from './patron';
import { Proxy } from './proxy';
import { Server } from './server';

/** Betting is long enough for a line that dies and comes back; the rest is short. */
const timings = (bettingMs: number) =>
  `--betting-ms ${String(bettingMs)} --card-ms 400 --result-ms 2500`.split(' ');
const SEEN_WITHIN_MS = 5_000;

const RESULTS = fileURLToPath(new URL('../test-results/', import.meta.url));

let server: Server;
let proxy: Proxy;
let visitor: Visitor;
let page: Page;

async function begin(bettingMs: number) {
  await server.start([], timings(bettingMs));
  visitor = await visit(await proxy.start(server.url), DESKTOP);
  ({ page } = visitor);
  await joinAsGuest(page, 'Distant');
  await openTable(page, 'Salon One');
}

beforeEach(() => {
  server = new Server();
  proxy = new Proxy();
});

afterEach(async () => {
  await visitor.close();
  await proxy.stop();
  await server.throwAway();
});

const line = (status: string) => page.locator(`[data-testid="connection"][data-status="${status}"]`);
const notice = (text: string | RegExp) => page.getByTestId('notice').getByText(text);

describe('a line that swallows everything', () => {
  it('is seen within five seconds of a bet, and the bet counts once after the line is back', async () => {
    await begin(30_000);
    await waitForBetting(page, 22);
    const before = await readAmount(page, 'balance');
    await placeChip(page, 10, 'player');
    proxy.swallow();
    await page.getByTestId('confirm').click();
    const betAt = Date.now();
    await line('slow').waitFor();
    expect(Date.now() - betAt).toBeLessThan(SEEN_WITHIN_MS);
    await page.getByTestId('waiting').getByText('No answer yet').waitFor();
    await waitForAmount(page, 'unconfirmed', 1_000);
    await page.screenshot({ path: `${RESULTS}desktop-line-slow.png` });
    await line('lost').waitFor();
    proxy.heal();
    await line('open').waitFor({ state: 'attached' });
    await notice('Reconnected.').waitFor();
    await notice('Bet accepted: 10.00.').waitFor();
    await waitForStake(page, 'player', 1_000);
    await waitForAmount(page, 'balance', before - 1_000);
    expect(await page.getByTestId('confirm').getAttribute('aria-disabled')).toBe('true');
  });

  it('is seen by a patron who only waits', async () => {
    await begin(14_000);
    await waitForBetting(page, 8);
    proxy.swallow();
    const deadAt = Date.now();
    await line('slow').waitFor();
    expect(Date.now() - deadAt).toBeLessThan(SEEN_WITHIN_MS);
  });

  it('loses a bet that comes too late, says so, and leaves no chip in the next round', async () => {
    await begin(14_000);
    await waitForBetting(page, 1);
    const before = await readAmount(page, 'balance');
    await placeChip(page, 10, 'tie');
    proxy.swallow();
    await page.getByTestId('confirm').click();
    await line('lost').waitFor();
    const next = await nextRound(server.url);
    await expect.poll(() => roundOf(server.url), { timeout: 40_000 }).toBeGreaterThanOrEqual(next);
    proxy.heal();
    await notice('Your 10.00 did not reach the table before betting closed. It was not bet.').waitFor();
    expect(await page.locator('[data-spot="tie"]').getAttribute('data-pending')).toBe('0');
    await waitForAmount(page, 'unconfirmed', 0);
    await waitForAmount(page, 'balance', before);
    await look(page, 'line-too-late');
  });

  it('gives the stakes and the result of the missed round once it is back', async () => {
    await begin(14_000);
    await waitForBetting(page, 2);
    await placeChip(page, 10, 'player');
    await placeChip(page, 5, 'tie');
    await page.getByTestId('confirm').click();
    await waitForAmount(page, 'staked', 1_500);
    const next = await nextRound(server.url);
    proxy.swallow();
    await line('lost').waitFor();
    await expect.poll(() => roundOf(server.url), { timeout: 40_000 }).toBeGreaterThanOrEqual(next);
    proxy.heal();
    await notice(/you bet 10\.00 on Player, 5\.00 on Tie\. You (won|lost) \d+\.00\./).waitFor();
    await waitForAmount(page, 'staked', 0);
    await look(page, 'line-missed');
  });
});

/** The number of the round on the first table, as the server says it. */
async function roundOf(url: string): Promise<number> {
  const answer = await fetch(new URL('/api/v1/tables/1', url));
  return ((await answer.json()) as { shoe: { round_no: number } }).shoe.round_no;
}

async function nextRound(url: string): Promise<number> {
  return (await roundOf(url)) + 1;
}
