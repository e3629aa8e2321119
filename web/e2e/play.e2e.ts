// A guest plays a whole round at the real server, in a real browser. The page is compared, to the cent, with the
// house rules as written here and with the server's own history.
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { History } from '../src/lib/wire/messages';
import { seriousViolations } from './accessibility';
import { DESKTOP, PHONE, visit, type Size, type Visitor } from './browser';
import { waitForBetting, joinAsGuest, placeChip, readAmount, openTable, waitForAmount } from './patron';
import { Server } from './server';

const RESULTS = fileURLToPath(new URL('../test-results/', import.meta.url));
const STAKES = { player: 1_000, banker: 1_500, tie: 500 };
const STAKED = STAKES.player + STAKES.banker + STAKES.tie;

const server = new Server();
let visitor: Visitor | undefined;

beforeAll(async () => {
  await mkdir(RESULTS, { recursive: true });
  await server.start();
});

afterEach(async () => {
  await visitor?.close();
  visitor = undefined;
});

afterAll(async () => {
  await server.throwAway();
});

async function open(size: Size): Promise<Page> {
  visitor = await visit(server.url, size);
  return visitor.page;
}

interface Shown {
  readonly outcome: string;
  readonly text: string;
  readonly player: string[];
  readonly banker: string[];
}

/** The result on the page. */
async function shown(page: Page): Promise<Shown> {
  const result = page.getByTestId('result');
  await result.waitFor();
  const cards = async (side: string) =>
    ((await page.getByTestId(`hand-${side}`).getAttribute('data-cards')) ?? '').split(' ');
  return {
    outcome: (await result.getAttribute('data-outcome')) ?? '',
    text: (await result.innerText()).trim(),
    player: await cards('player'),
    banker: await cards('banker'),
  };
}

function total(cards: readonly string[]): number {
  const points = (card: string) =>
    'TJQK'.includes(card.charAt(0)) ? 0 : Number(card.replace('A', '1').charAt(0));
  return cards.reduce((sum, card) => sum + points(card), 0) % 10;
}

/** The payout under the commission rules: to one 1, 0.95 and 8; a tie pushes both sides. */
function payout(outcome: string): number {
  switch (outcome) {
    case 'player':
      return STAKES.player * 2;
    case 'banker':
      return STAKES.banker + (STAKES.banker * 95) / 100;
    default:
      return STAKES.player + STAKES.banker + STAKES.tie * 9;
  }
}

async function history(page: Page): Promise<History> {
  const token = await page.evaluate(() => localStorage.getItem('punto.token'));
  const answer = await fetch(new URL('/api/v1/me/rounds', server.url), {
    headers: { authorization: `Bearer ${token ?? ''}` },
  });
  return (await answer.json()) as History;
}

/** The number of beads on the plate. */
async function beads(page: Page): Promise<number> {
  const paths = await page
    .locator('[data-road="bead_plate"] path[class*="fill-"]')
    .evaluateAll((all) => all.map((path) => path.getAttribute('d') ?? ''));
  return paths.join('').split('M').length - 1;
}

describe.each<[string, Size]>([
  ['desktop', DESKTOP],
  ['phone', PHONE],
])('a round on %s', (name, size) => {
  it('is wagered on, dealt, shown, and paid to the cent', async () => {
    const page = await open(size);
    await page.getByRole('link', { name: 'Open table Salon One' }).waitFor();
    await joinAsGuest(page, 'First Guest');
    expect(await seriousViolations(page)).toEqual([]);
    await page.screenshot({ path: `${RESULTS}${name}-played-lobby.png` });

    await openTable(page, 'Salon One');
    await waitForBetting(page, 4);
    const before = { balance: await readAmount(page, 'balance'), beads: await beads(page) };
    await placeChip(page, 10, 'player');
    await placeChip(page, 10, 'banker');
    await placeChip(page, 5, 'banker');
    await placeChip(page, 5, 'tie');
    await waitForAmount(page, 'unconfirmed', STAKED);
    await page.getByTestId('confirm').click();
    await waitForAmount(page, 'staked', STAKED);
    await waitForAmount(page, 'unconfirmed', 0);
    await waitForAmount(page, 'balance', before.balance - STAKED);
    await page.evaluate(() => {
      scrollTo(0, 0);
    });
    await page.screenshot({ path: `${RESULTS}${name}-played-staked.png` });

    const result = await shown(page);
    const [player, banker] = [total(result.player), total(result.banker)];
    const outcome = player > banker ? 'player' : banker > player ? 'banker' : 'tie';
    expect(result.outcome).toBe(outcome);
    const [high, low] = [Math.max(player, banker), Math.min(player, banker)];
    const winner = { player: 'Player wins', banker: 'Banker wins', tie: 'Tie' }[outcome];
    const isNatural = [result.player, result.banker].some((hand) => hand.length === 2 && total(hand) >= 8);
    expect(result.text.startsWith('Natural')).toBe(isNatural);
    expect(result.text.replace(/^Natural\s*/, '')).toBe(
      outcome === 'tie' ? `Tie, ${String(high)} each` : `${winner} ${String(high)} to ${String(low)}`,
    );

    const paid = payout(outcome);
    await waitForAmount(page, 'balance', before.balance - STAKED + paid);
    const net = paid - STAKED;
    const ownResult = `You ${net > 0 ? 'won' : 'lost'} ${(Math.abs(net) / 100).toFixed(2)}`;
    await page.getByTestId('own-result').getByText(ownResult, { exact: true }).waitFor();
    expect(await page.locator(`[data-spot="${outcome}"].won`).count()).toBe(1);
    expect(await beads(page)).toBe(before.beads + 1);
    await page.screenshot({ path: `${RESULTS}${name}-played-result.png` });

    const [round] = (await history(page)).rounds;
    expect(round).toMatchObject({ outcome, staked: STAKED, paid });
    const inTurn = [0, 1, 2].flatMap((place) =>
      [result.player[place] ?? [], result.banker[place] ?? []].flat(),
    );
    expect(round?.cards).toEqual(inTurn);
    expect(Object.fromEntries(round?.wagers.map(({ spot, stake }) => [spot, stake]) ?? [])).toEqual(STAKES);
    expect(await seriousViolations(page)).toEqual([]);

    await page.getByRole('link', { name: 'Bet history' }).click();
    await page.getByText('Salon One · Shoe').waitFor();
    expect(await seriousViolations(page)).toEqual([]);

    await page.getByRole('link', { name: 'Statement' }).click();
    const line = page.locator('article').filter({ hasText: 'Salon One · Shoe' });
    const change = `${net > 0 ? '+' : ''}${(net / 100).toFixed(2)}`;
    await line.getByText(change, { exact: true }).waitFor();
    const balance = ((before.balance + net) / 100).toLocaleString('en', { minimumFractionDigits: 2 });
    await line.getByText(balance, { exact: true }).waitFor();
    expect(await page.locator('article').count()).toBe(2);
    await page.screenshot({ path: `${RESULTS}${name}-played-statement.png` });
    expect(visitor?.problems).toEqual([]);
  });
});

describe('a guest', () => {
  it('who leaves a gold card table during betting gets the wagers back', async () => {
    const page = await open(DESKTOP);
    await joinAsGuest(page, 'Third Guest');
    const before = await readAmount(page, 'balance');
    await openTable(page, 'Gold Room');
    await waitForBetting(page, 4);
    await placeChip(page, 10, 'lucky_6');
    await page.getByTestId('confirm').click();
    await waitForAmount(page, 'staked', 1_000);
    await page.getByRole('link', { name: 'Back to the lobby' }).click();
    await page
      .getByTestId('notice')
      .getByText('You left Gold Room during betting: 10.00 returned.')
      .waitFor();
    await waitForAmount(page, 'balance', before);
  });

  it('undoes an accepted bet after a reload, and bets the last bets again after another', async () => {
    const page = await open(DESKTOP);
    await joinAsGuest(page, 'Fourth Guest');
    const before = await readAmount(page, 'balance');
    await openTable(page, 'Salon One');
    await waitForBetting(page, 4);
    await placeChip(page, 10, 'player');
    await page.getByTestId('confirm').click();
    await waitForAmount(page, 'staked', 1_000);
    await placeChip(page, 5, 'tie');
    await page.getByTestId('confirm').click();
    await waitForAmount(page, 'staked', 1_500);
    await page.reload();
    await waitForAmount(page, 'staked', 1_500);
    await page.getByRole('button', { name: 'Undo' }).click();
    await waitForAmount(page, 'staked', 1_000);
    await waitForAmount(page, 'balance', before - 1_000);
    await page.getByTestId('own-result').waitFor();

    await page.reload();
    await waitForBetting(page, 4);
    await page.getByRole('button', { name: 'Rebet' }).click();
    await waitForAmount(page, 'unconfirmed', 1_000);
    await page.getByTestId('confirm').click();
    await waitForAmount(page, 'staked', 1_000);
  });

  it('replaces an accepted bet in one step, and undoes that with instant bets', async () => {
    const page = await open(DESKTOP);
    await joinAsGuest(page, 'Sixth Guest');
    const before = await readAmount(page, 'balance');
    const card = page.getByTestId('table-1');
    const limits = await card.getByTestId('lobby-limits').innerText();
    await openTable(page, 'Salon One');
    const spot = page.getByTestId('limits-banker').locator('[aria-hidden]');
    expect(limits, 'those of the main bets').toBe(await spot.innerText());
    await waitForBetting(page, 5);
    await placeChip(page, 10, 'player');
    await page.getByTestId('confirm').click();
    await waitForAmount(page, 'staked', 1_000);
    await placeChip(page, 5, 'banker');
    await page.getByRole('button', { name: 'Replace' }).click();
    await waitForAmount(page, 'staked', 500);
    await waitForAmount(page, 'balance', before - 500);
    await page.getByTestId('share-banker').waitFor();
    await page.getByRole('switch', { name: 'Instant bets' }).check();
    await placeChip(page, 10, 'tie');
    await page.getByRole('button', { name: 'Undo' }).click();
    await waitForAmount(page, 'staked', 500);
    await waitForAmount(page, 'balance', before - 500);
    expect(visitor?.problems).toEqual([]);
  });

  it('keeps the seat in the statement, and loses it by leaving in another tab', async () => {
    const page = await open(DESKTOP);
    await joinAsGuest(page, 'Fifth Guest');
    await openTable(page, 'Gold Room');
    await waitForBetting(page, 5);
    await placeChip(page, 10, 'player');
    await page.getByTestId('confirm').click();
    await waitForAmount(page, 'staked', 1_000);
    await page.getByRole('link', { name: 'Bet history' }).click();
    await page.getByRole('link', { name: 'Statement' }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.goBack();
    await page.goBack();
    await page.getByTestId('leave').waitFor();

    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByTestId('leave').click();
    await other.getByRole('heading', { level: 1, name: 'Baccarat tables' }).waitFor();
    await page.getByTestId('notice').getByText('You left Gold Room.', { exact: true }).waitFor();
    expect(await page.getByTestId('leave').count()).toBe(0);
    await other.close();
  });

  it('whose token is unknown is asked for a nickname and can still watch', async () => {
    const page = await open(DESKTOP);
    await page.evaluate(() => {
      localStorage.setItem('punto.token', 'not-a-token-of-this-house');
    });
    await page.reload();
    await page.getByText('Your guest session has ended').first().waitFor();
    await page.getByRole('button', { name: 'Just watch' }).click();
    await openTable(page, 'Salon One');
    await waitForBetting(page, 1);
  });
});

describe('a server that is killed', () => {
  it('restarts with the guest, the balance and the stakes, and the page reconnects by itself', async () => {
    const page = await open(DESKTOP);
    await joinAsGuest(page, 'Second Guest');
    const before = await readAmount(page, 'balance');
    await openTable(page, 'Gold Room');
    await waitForBetting(page, 4);
    await placeChip(page, 10, 'player');
    await page.getByTestId('confirm').click();
    await waitForAmount(page, 'staked', 1_000);

    await server.kill();
    await page.locator('[data-testid="connection"]:not([data-status="open"])').waitFor({ state: 'attached' });
    await server.start();
    await page.locator('[data-testid="connection"][data-status="open"]').waitFor({ state: 'attached' });
    await page.getByTestId('result').waitFor();

    const [round] = (await history(page)).rounds;
    expect(round).toMatchObject({ staked: 1_000 });
    await waitForAmount(page, 'balance', before - 1_000 + (round?.paid ?? 0));
  });
});
