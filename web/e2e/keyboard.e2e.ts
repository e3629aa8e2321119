// A round at the real server by keys alone, from the lobby to the result; and what the live region says meanwhile.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, visit, type Visitor } from './browser';
import { focused } from './focused';
import { readAmount, waitForAmount, waitForBetting } from './patron';
import { Server } from './server';

/** Long enough for a bet before the last call, and for a result that is read. */
const TIMINGS = ['--betting-ms', '14000', '--card-ms', '500', '--result-ms', '8000'];
/** More elements than lie before any table of the lobby. */
const MOST_TABS = 60;

const server = new Server();
let visitor: Visitor | undefined;

beforeAll(async () => {
  await server.start([], TIMINGS);
});

afterEach(async () => {
  await visitor?.close();
  visitor = undefined;
});

afterAll(async () => {
  await server.throwAway();
});

/** Presses Tab until the focus is on an element of that description. */
async function tabTo(page: Page, what: RegExp): Promise<void> {
  for (let tabs = 0; tabs < MOST_TABS && !what.test(await focused(page)); tabs += 1) {
    await page.keyboard.press('Tab');
  }
  expect(await focused(page)).toMatch(what);
}

async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await page.keyboard.press(key);
  }
}

/** Notes every announcement, in the order in which they are made. */
async function listen(page: Page): Promise<void> {
  await page.evaluate(() => {
    const region = document.querySelector('[data-testid="announcement"]');
    const heard: string[] = [];
    Reflect.set(window, 'heard', heard);
    if (region !== null) {
      new MutationObserver(() => {
        heard.push(...[...region.children].map((text) => text.textContent.trim()));
      }).observe(region, { childList: true });
    }
  });
}

function heard(page: Page): Promise<string[]> {
  return page.evaluate(() => Reflect.get(window, 'heard') as string[]);
}

/** The cards of a side on the table, and its total. */
async function hand(page: Page, side: string): Promise<{ count: number; total: string }> {
  const cards = await page.getByTestId(`hand-${side}`).getAttribute('data-cards');
  const total = await page.getByTestId(`total-${side}`).innerText();
  return { count: (cards ?? '').split(' ').length, total };
}

describe('a patron with a keyboard', () => {
  it('plays a round, and hears each step once and in order', async () => {
    visitor = await visit(server.url, DESKTOP);
    const { page, problems } = visitor;
    await page.getByRole('link', { name: 'Open table Salon One' }).waitFor();
    await tabTo(page, /^a: Open table Salon One/);
    await press(page, 'Enter');
    await page.getByRole('heading', { level: 1, name: 'Salon One' }).waitFor();
    await waitForBetting(page, 1);
    await press(page, '3', 'p');
    await page.getByLabel('Nickname').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('Keys');
    await press(page, 'Enter');
    await page.getByTestId('balance').waitFor();

    await waitForBetting(page, 11);
    const before = await readAmount(page, 'balance');
    await listen(page);
    await press(page, 'p', 't', 'c');
    await waitForAmount(page, 'staked', 2_000);
    await press(page, 'x');
    await waitForAmount(page, 'staked', 0);
    await waitForAmount(page, 'balance', before);
    await press(page, 'p', 'd', 'c');
    await waitForAmount(page, 'staked', 2_000);
    await page.getByTestId('own-result').waitFor();

    const own = (await page.getByTestId('own-result').innerText()).trim();
    await expect.poll(async () => (await heard(page)).at(-1)).toBe(own);
    const said = await heard(page);
    const bets = said.lastIndexOf('Bet accepted: 20.00.') + 1;
    expect(said.slice(0, bets).filter((text) => text !== 'You have a seat at Salon One.')).toEqual([
      '10.00 on Player',
      '10.00 on Tie',
      'Bet accepted: 20.00.',
      'Bets cleared: 20.00 returned.',
      '10.00 on Player',
      '20.00 on Player',
      'Bet accepted: 20.00.',
    ]);
    const [call, closed, ...rest] = said.slice(bets);
    expect(call).toMatch(/^Last bets: \d seconds\.$/);
    expect(closed).toBe('No more bets.');
    const sides = { player: await hand(page, 'player'), banker: await hand(page, 'banker') };
    for (const [side, { count, total }] of Object.entries(sides)) {
      const ofSide = rest.filter((text) => text.toLowerCase().startsWith(`${side}: `));
      expect(ofSide).toHaveLength(count);
      expect(ofSide.at(-1)).toMatch(new RegExp(`^\\w+: \\w+ of \\w+\\. Total ${total}\\.$`));
    }
    const result = (await page.getByTestId('result').innerText()).replace(/^Natural\s*/, '').trim();
    expect(
      rest.slice(sides.player.count + sides.banker.count).map((text) => text.replace('Natural. ', '')),
    ).toEqual([`${result}.`, own]);
    expect(problems).toEqual([]);
  });
});
