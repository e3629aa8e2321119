// The lobby and the way from table to table, at the real server: what a patron chooses is shown and kept, and bets at
// other tables stay in sight.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, PHONE, visit, type Size, type Visitor } from './browser';
import { look } from './look';
import { tableFile, type TestTable } from './many-tables';
import { joinAsGuest, openTable, placeChip, waitForAmount, waitForStake } from './patron';
import { Server } from './server';

/** Betting is open for as long as the tests run. */
const LONG = { bettingMs: 600_000 };
const TABLES: readonly TestTable[] = [
  { name: 'Salon 10', limits: [5, 3_000], capacity: 7, ...LONG },
  { name: 'Salon 9', limits: [1, 9_000], capacity: 1, ...LONG },
  { name: 'Jade Room', rules: 'gold-card', limits: [2, 1_000], ...LONG },
  { name: 'Amber Room', limits: [20, 2_000], ...LONG },
  { name: 'Pearl', rules: 'live-pairs', ...LONG },
  { name: 'Coral', rules: 'three-bet', ...LONG },
  { name: 'Opal', ...LONG },
  { name: 'Onyx', ...LONG },
  { name: 'Lotus', ...LONG },
  { name: 'Crane', ...LONG },
  // More than the lobby draws at first.
  { name: 'Fern', ...LONG },
  { name: 'Lark', ...LONG },
  { name: 'Reef', ...LONG },
];

const COUNT = String(TABLES.length);

const server = new Server();
let file: Awaited<ReturnType<typeof tableFile>>;
const visitors: Visitor[] = [];

beforeAll(async () => {
  file = await tableFile(TABLES);
  await server.start(['--tables', file.path], []);
});

afterEach(async () => {
  await Promise.all(visitors.splice(0).map((visitor) => visitor.close()));
});

afterAll(async () => {
  await server.throwAway();
  await file.remove();
});

async function open(size: Size): Promise<Page> {
  const visitor = await visit(server.url, size, { touch: size !== DESKTOP });
  visitors.push(visitor);
  return visitor.page;
}

/** The names of the tables, as the lobby shows them. */
async function names(page: Page): Promise<string[]> {
  return page.locator('[data-testid^="table-"] h2').allInnerTexts();
}

async function expectNames(page: Page, expected: readonly string[]): Promise<void> {
  await expect.poll(() => names(page)).toEqual(expected);
}

async function choose(page: Page, what: string): Promise<void> {
  await page.getByRole('button', { name: what, exact: true }).click();
}

describe('the lobby', () => {
  it('filters, says how many tables are left, and undoes it', async () => {
    const page = await open(DESKTOP);
    await page.getByLabel('House rules').selectOption({ label: 'Gold card baccarat' });
    await expectNames(page, ['Jade Room']);
    await page.getByTestId('lobby-count').getByText(`Tables: 1 of ${COUNT}`).waitFor();
    await page.getByTestId('announcement').getByText(`Tables: 1 of ${COUNT}`).waitFor();
    await page.getByRole('searchbox', { name: 'Find a table' }).fill('salon');
    await page.getByText('No table fits what you chose.').waitFor();
    await look(page, 'lobby-none');
    await choose(page, 'Show all tables');
    await expect.poll(async () => (await names(page)).length).toBe(TABLES.length);
    await page.getByRole('searchbox', { name: 'Find a table' }).fill('SALON');
    await expectNames(page, ['Salon 10', 'Salon 9']);
  });

  it('sorts by name and by limits, which are those of the main bets, and keeps the order', async () => {
    const page = await open(DESKTOP);
    await page.getByRole('searchbox', { name: 'Find a table' }).fill('o');
    await page.getByLabel('Sort').selectOption({ label: 'Name' });
    await expectNames(page, [
      'Amber Room',
      'Coral',
      'Jade Room',
      'Lotus',
      'Onyx',
      'Opal',
      'Salon 9',
      'Salon 10',
    ]);
    await page.getByLabel('Sort').selectOption({ label: 'Highest maximum' });
    await expect.poll(async () => (await names(page))[0]).toBe('Salon 9');
    expect(await page.getByTestId('table-2').getByTestId('lobby-limits').innerText()).toBe('1 – 9,000');
    await page.reload();
    await expect.poll(async () => (await names(page))[0]).toBe('Salon 9');
  });

  it('keeps a favourite over a reload', async () => {
    const page = await open(DESKTOP);
    await page.getByRole('button', { name: 'Favourite: Pearl' }).click();
    await choose(page, 'Favourites');
    await expectNames(page, ['Pearl']);
    await page.reload();
    await expectNames(page, ['Pearl']);
    const star = page.getByRole('button', { name: 'Favourite: Pearl' });
    expect(await star.getAttribute('aria-pressed')).toBe('true');
    await star.click();
    await page.getByText('No table fits what you chose.').waitFor();
  });

  it('is a dense list that the keyboard walks through, also after a reload', async () => {
    const page = await open(DESKTOP);
    await page.getByRole('button', { name: 'List' }).focus();
    await page.keyboard.press('Enter');
    await page.reload();
    await page.getByRole('link', { name: 'Open table Salon 10' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowUp');
    const focused = () => page.evaluate(() => document.activeElement?.textContent.trim());
    expect(await focused()).toBe('Lark');
    await look(page, 'lobby-list');
    await page.getByRole('link', { name: 'Open table Lark' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Lark' }).waitFor();
  });

  it.each<[string, number, Size]>([
    ['one', 1, PHONE],
    ['two', 2, { width: 768, height: 1024 }],
    ['three', 3, DESKTOP],
    ['four', 4, { width: 1920, height: 1080 }],
  ])('has %s in a row where there is room for it', async (_, count, size) => {
    const page = await open(size);
    const card = page.locator('article[data-testid^="table-"]');
    await expect.poll(() => card.count()).toBeGreaterThan(4);
    const tops = await card.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    expect(tops.filter((top) => top === tops[0])).toHaveLength(count);
  });

  it('opens filter and order as a sheet on a phone', async () => {
    const page = await open(PHONE);
    expect(await page.getByRole('button', { name: 'Free seats' }).count()).toBe(0);
    await choose(page, 'Filter and sort');
    await page.getByRole('dialog').getByLabel('House rules').selectOption({ label: 'Gold card baccarat' });
    await page.getByRole('button', { name: `Show 1 of ${COUNT}` }).waitFor();
    await choose(page, 'Favourites');
    await page.getByRole('button', { name: `Show 0 of ${COUNT}` }).waitFor();
    await look(page, 'lobby-sheet', { phone: PHONE });
    await page.getByRole('dialog').getByRole('button', { name: 'Show all tables' }).click();
    await page.getByRole('button', { name: `Show ${COUNT} of ${COUNT}` }).click();
    await expect.poll(async () => (await names(page)).length).toBe(TABLES.length);
  });
});

describe('a patron at several tables', () => {
  it('sees the bets at the other table, is there in one tap, and keeps both seats', async () => {
    const page = await open(DESKTOP);
    await joinAsGuest(page, 'Several');
    await openTable(page, 'Salon 9');
    await placeChip(page, 10, 'player');
    await page.getByTestId('confirm').click();
    await waitForStake(page, 'player', 1_000);
    await page.getByRole('link', { name: 'Go to Amber Room' }).click();
    await page.getByRole('heading', { level: 1, name: 'Amber Room' }).waitFor();
    await page.getByTestId('switch-2').locator('[data-minor="1000"]').waitFor();
    await placeChip(page, 50, 'banker');
    await page.getByTestId('confirm').click();
    await waitForStake(page, 'banker', 5_000);
    await look(page, 'table-switcher');
    await page.getByRole('link', { name: 'Go to Salon 9. Your bet: 10.00' }).click();
    await page.getByRole('heading', { level: 1, name: 'Salon 9' }).waitFor();
    await waitForStake(page, 'player', 1_000);
    await page.getByTestId('leave').waitFor();
    await page.getByTestId('switch-4').locator('[data-minor="5000"]').waitFor();

    // A reload follows both tables again.
    await page.reload();
    await page.getByTestId('switch-4').locator('[data-minor="5000"]').waitFor();

    // The lobby shows seats and bets; the table that has one seat has none for anybody else.
    const other = await open(DESKTOP);
    await other.getByTestId('table-2').getByText('1 of 1').waitFor();
    await choose(other, 'Free seats');
    await other.getByTestId('table-2').waitFor({ state: 'detached' });
    await page.getByTestId('leave').click();
    await other.getByTestId('table-2').waitFor();
    await page.getByTestId('table-4').getByText('Your bet').waitFor();
    await page.getByRole('link', { name: 'Open table Amber Room' }).click();
    await waitForAmount(page, 'staked', 5_000);
  });

  it('changes tables by a sheet on a phone, which says where bets lie', async () => {
    const page = await open(PHONE);
    await joinAsGuest(page, 'Phone');
    await openTable(page, 'Opal');
    await placeChip(page, 10, 'player');
    await page.getByTestId('confirm').click();
    await waitForStake(page, 'player', 1_000);
    await choose(page, 'Change table');
    await page.getByRole('link', { name: 'Go to Onyx' }).click();
    await page.getByRole('heading', { level: 1, name: 'Onyx' }).waitFor();
    await page.getByRole('button', { name: 'You have bets at 1 of the others' }).click();
    await look(page, 'table-switcher-sheet', { phone: PHONE });
    await page.getByRole('link', { name: 'Go to Opal. Your bet: 10.00' }).click();
    await waitForStake(page, 'player', 1_000);
  });
});
