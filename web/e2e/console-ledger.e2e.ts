// The ledger at the console of the real server, by keyboard alone: who gave and got, a search by account, and the way to
// the round that a transfer belongs to.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, SMALL_PHONE } from './browser';
import { House } from './console-house';
import { inspect } from './console-look';
import { cutTexts } from './fits';
import { bet, openTable } from './patron';
import { jump } from './staff';

/** As many as a page has entries: the gift of the first is on the second page. */
const GUESTS = 40;
/** The patron who plays. */
const KESTREL = String(GUESTS + 1);

/** Rounds are short, and there is time to bet. */
const TIMINGS = ['--betting-ms', '8000', '--card-ms', '50', '--result-ms', '1000'];

const house = new House();
let ann: Page;

const rows = (page: Page) => page.getByTestId('ledger').locator('tbody tr');
const texts = async (page: Page) =>
  (await rows(page).allInnerTexts()).map((row) => row.replaceAll(/\s+/g, ' '));

/** Waits until all rows that are shown are of that kind. */
async function only(page: Page, kind: string): Promise<void> {
  await page.waitForFunction((wanted) => {
    const shown = [...document.querySelectorAll<HTMLElement>('[data-testid="ledger"] tbody tr')];
    return shown.length > 0 && shown.every(({ dataset }) => dataset['kind'] === wanted);
  }, kind);
}

beforeAll(async () => {
  await house.start([['Ann Lee', 'supervisor']], TIMINGS);
  ann = await house.at('Ann Lee');
  for (let guest = 1; guest <= GUESTS; guest += 1) {
    const body = JSON.stringify({ nickname: `Guest ${String(guest)}` });
    const headers = { 'content-type': 'application/json' };
    await fetch(`${house.server.url}/api/v1/guests`, { method: 'POST', headers, body });
  }
  const patron = await house.guest('Kestrel');
  await openTable(patron, 'Salon One');
  await bet(patron, { player: 10, tie: 10 }, 5);
  await patron.getByTestId('own-result').waitFor();
}, 120_000);

afterAll(() => house.end());

describe('the ledger', () => {
  it('shows who gave, who got, how much, and for which round', async () => {
    await jump(ann, 'ledger');
    await rows(ann).first().waitFor();
    const shown = await texts(ann);
    const held = shown.filter((row) => row.includes(`Hold Patron ${KESTREL}, cash Salon One, stakes held`));
    expect(held).toHaveLength(2);
    expect(held.every((row) => row.includes(' 10.00 PLAY Hold '))).toBe(true);
    expect(held.every((row) => row.includes('stakes held Salon One: Shoe 1, round'))).toBe(true);
    for (const [name, size] of Object.entries({ small: SMALL_PHONE, desktop: DESKTOP })) {
      await inspect(ann, 'ledger', { [name]: size });
      expect(await cutTexts(ann), name).toEqual([]);
    }
    await ann.keyboard.press('m');
    await rows(ann).filter({ hasText: 'Patron 1, cash' }).waitFor();
    const oldest = (await texts(ann)).at(-1) ?? '';
    expect(oldest).toContain('Move Issue of play money Patron 1, cash');
    expect(oldest).toContain('Log, no.');
  });

  it('is searched by account, number and kind with keys alone', async () => {
    await ann.keyboard.press('f');
    await ann.keyboard.type('Cash of patrons');
    await ann.keyboard.press('Tab');
    await ann.keyboard.type(KESTREL);
    await ann.keyboard.press('Tab');
    await ann.keyboard.type('Hold');
    await only(ann, 'hold');
    expect(new URL(ann.url()).hash).toBe(`#/ledger?account=patron_cash&owner=${KESTREL}&kind=hold`);
    expect(await rows(ann).count()).toBe(2);
    await jump(ann, 'ledger');
    await ann.getByTestId('ledger').getByText('Issue of play money').first().waitFor();
  });

  it('leads from a transfer to the one it uses, and to its round', async () => {
    await ann
      .getByTestId('ledger')
      .getByRole('link', { name: /^of hold/ })
      .first()
      .click();
    await only(ann, 'hold');
    expect(await rows(ann).count()).toBe(1);
    await ann.keyboard.press('l');
    const focused = await ann.evaluate(() => document.activeElement?.textContent);
    expect(focused).toBe(new URLSearchParams(new URL(ann.url()).hash.split('?')[1]).get('id'));
    await rows(ann)
      .getByRole('link', { name: /round \d+$/ })
      .click();
    await ann.getByTestId('round').waitFor();
  });

  it('says what it did not understand', async () => {
    await jump(ann, 'ledger');
    await ann.getByLabel('Transfer id').fill('seven');
    await ann.keyboard.press('Enter');
    await ann.getByRole('alert').waitFor();
    expect(await ann.getByRole('alert').innerText()).toContain('The server does not accept these values.');
  });
});
