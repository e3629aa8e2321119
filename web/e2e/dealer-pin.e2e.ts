// A dealer at the real server who sets a PIN after a full log-in, and logs in at a table with number and PIN, by keyboard
// alone, on a screen that a supervisor opened there: wrong five times, unlocked, in, dealing, and out at once when a
// supervisor ends the session.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, SMALL_PHONE, visit, type Visitor } from './browser';
import { look } from './look';
import { ask, logIn, prove, type Member } from './staff';
import { Studio } from './studio';

const studio = new Studio();
const SIZES = { small: SMALL_PHONE, desktop: DESKTOP };
/** The number of the dealer Dan in a studio, and the PIN. */
const DAN = 3;
const PIN = '402917';
let dealer: Member;
let una: Member;
let dan: Visitor;
let page: Page;

beforeAll(async () => {
  dealer = await studio.start({ atConsoles: ['Una'] });
  una = await studio.atConsole('Una');
  dan = await visit(`${studio.server.url}/dealer.html`, DESKTOP);
  page = dan.page;
}, 120_000);

afterAll(async () => {
  await dan.close();
  await studio.end();
  expect(dan.problems.filter((problem) => !problem.includes('Failed to load resource'))).toEqual([]);
});

/** Types on the pad like a hand, and waits until the last key has done what it does. */
async function type(keys: string): Promise<void> {
  await page.keyboard.type(keys, { delay: 40 });
}

async function enter(): Promise<void> {
  await page.keyboard.press('Enter', { delay: 40 });
}

const shows = (where: 'pad-number' | 'pad-pin', text: string) =>
  page.getByTestId(where).getByText(text, { exact: true }).waitFor();

describe('a dealer with a PIN', () => {
  it('sets it after a full log-in', async () => {
    await page.getByTestId('entry-tables').getByText('Salon Live').waitFor();
    await look(page, 'dealer-entry-tables', SIZES);
    await logIn(page, dealer, 'live-tables');
    await page.getByRole('link', { name: 'PIN for the table' }).click();
    await page.getByLabel('New PIN').fill('123456');
    await prove(page, dealer);
    await page.getByText('Choose six digits. Do not repeat').waitFor();
    await look(page, 'dealer-own-pin', SIZES);
    await page.getByLabel('New PIN').fill(PIN);
    await prove(page, dealer);
    await page.getByText('Your PIN is set.').first().waitFor();
    await page.getByTestId('live-tables').waitFor();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByTestId('entry-tables').waitFor();
  });

  it('finds no pad before a supervisor has opened the screen for the table, and is logged out there', async () => {
    await page.keyboard.press('1');
    await page.getByTestId('table-closed').getByText('Not open yet').waitFor();
    expect(await page.getByTestId('table-log-in').count()).toBe(0);
    await look(page, 'dealer-table-closed', SIZES);
    await page.getByRole('button', { name: 'Open as a supervisor' }).click();
    await page.getByText('You are logged out here when it is open.').waitFor();
    await look(page, 'dealer-open-log-in', SIZES);
    await logIn(page, una, 'open-console');
    await look(page, 'dealer-open-console', SIZES);
    await prove(page, una);
    await page.getByTestId('table-log-in').waitFor();
    expect((await ask(page, 'GET', '/session'))[0], 'no supervisor stays logged in').toBe(401);
    const kept = (await page.context().cookies()).find(({ path }) => path === '/api/v1/tables/9');
    expect([kept?.httpOnly, kept?.sameSite], 'no script and no other site reads the secret').toEqual([
      true,
      'Strict',
    ]);
    await page.reload();
    await page.getByTestId('table-log-in').waitFor();
  });

  it('is locked after five wrong tries, and a supervisor unlocks it', async () => {
    await look(page, 'dealer-table-log-in', SIZES);
    await type(String(DAN));
    await shows('pad-number', '3');
    await enter();
    for (let wrong = 1; wrong <= 5; wrong += 1) {
      await type('402918');
      await shows('pad-pin', '••••••');
      await enter();
      const why = wrong < 5 ? 'The number or the PIN is wrong.' : 'This PIN was wrong too often.';
      await page.getByRole('alert').getByText(why).waitFor();
    }
    await look(page, 'dealer-pin-locked', SIZES);
    await studio.about(DAN, 'unlock');
  });

  it('logs in at the table, sits down, and finds no other table', async () => {
    await type(PIN);
    await shows('pad-pin', '••••••');
    await enter();
    await page.getByTestId('line').getByText('SIT DOWN', { exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'All live tables' }).count()).toBe(0);
    await page.locator('[data-testid="dealer"][data-ready="true"]').waitFor();
    await enter();
    await page.getByTestId('line').getByText('DEVICE LOST - WAIT', { exact: true }).waitFor();
    expect((await studio.status()).dealer).toBe(DAN);
    await look(page, 'dealer-with-pin', SIZES);
    await page.goto(`${studio.server.url}/dealer.html#/`);
    await page.reload();
    await page.getByTestId('line').getByText('DEVICE LOST - WAIT', { exact: true }).waitFor();
    expect(new URL(page.url()).hash, 'the page follows the cards of its table').toBe('#/table/9');
  });

  it('is out at once when a supervisor ends the session', async () => {
    await studio.about(DAN, 'end-session');
    await page.getByTestId('table-log-in').waitFor();
  });

  it('finds no pad any more when a supervisor has closed the console', async () => {
    await studio.closeConsole(1);
    await type(String(DAN));
    await enter();
    await type(PIN);
    await enter();
    await page.getByTestId('table-closed').getByText('Not open yet').waitFor();
  });
});
