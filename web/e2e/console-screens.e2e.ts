// Every section of the console on a small phone, a tablet and a desktop, with what a house has after some rounds:
// nothing is wider than the screen, nothing is cut off, and axe finds nothing. And a supervisor's way from the log-in
// to a void, by keyboard alone.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, SMALL_PHONE, type Size } from './browser';
import { asked, because, House } from './console-house';
import { inspect } from './console-look';
import { cutTexts } from './fits';
import { bet, openTable } from './patron';
import { jump, type Member } from './staff';
import { totp } from './totp';

const SIZES: Readonly<Record<string, Size>> = {
  small: SMALL_PHONE,
  tablet: { width: 1024, height: 768 },
  desktop: DESKTOP,
};

const house = new House();
let ben: Member;
let ann: Page;
let max: Page;
let patron: Page;

/** Looks at the screen in every size. */
async function lookAt(page: Page, what: string): Promise<void> {
  for (const [name, size] of Object.entries(SIZES)) {
    await inspect(page, `section-${what}`, { [name]: size });
    expect(await cutTexts(page), `${what}, ${name}`).toEqual([]);
  }
}

beforeAll(async () => {
  await house.start([
    ['Ann Lee', 'supervisor'],
    ['Ben Cole', 'supervisor'],
    ['Max Roe', 'manager'],
  ]);
  [ann, max] = [await house.at('Ann Lee'), await house.at('Max Roe')];
  ben = await house.enrol('Ben Cole');
  patron = await house.guest('Kestrel');
  await openTable(patron, 'Salon One');
}, 120_000);

afterAll(() => house.end());

describe('a supervisor', () => {
  it('logs in and voids a round by keyboard alone', async () => {
    const page = await house.open('/console.html');
    const { keyboard } = page;
    const active = () => page.evaluate(() => document.activeElement?.getAttribute('autocomplete'));
    await page.getByLabel('Name', { exact: true }).waitFor();
    expect(await active(), 'the name has the focus').toBe('username');
    await keyboard.type(ben.name);
    await keyboard.press('Tab');
    await keyboard.type('quiet river lantern');
    for (let tabs = 0; tabs < 3 && (await active()) !== 'one-time-code'; tabs += 1) {
      await keyboard.press('Tab');
    }
    await keyboard.type(totp(ben.secret, 1));
    await keyboard.press('Enter');
    await page.getByTestId('tables').waitFor();
    await bet(patron, { player: 10 }, 12);
    await keyboard.press('/');
    await keyboard.type('salon one');
    await keyboard.press('Enter');
    await page.getByTestId('table').waitFor();
    await keyboard.press('v');
    await page.getByTestId('void-returned').getByText('10.00').waitFor();
    const round = await asked(page);
    await keyboard.type(round);
    await keyboard.press('Enter');
    await page.getByTestId('notice').getByText(`Round ${round} at Salon One is void.`).waitFor();
    expect(await page.evaluate(() => document.activeElement !== document.body), 'the focus is kept').toBe(
      true,
    );
    await patron.locator('[data-testid="result"][data-outcome="voided"]').waitFor();
  });
});

describe('the sections of the console', () => {
  it('have something to show', async () => {
    await bet(patron, { player: 10 }, 12);
    await patron.getByTestId('own-result').waitFor();
    await jump(ann, 'rounds');
    await ann
      .getByTestId('rounds')
      .getByRole('link')
      .filter({ hasText: /^(Player|Banker|Tie)/ })
      .first()
      .click();
    await ann.getByTestId('round').waitFor();
    await ann.keyboard.press('e');
    await ann.getByRole('radio', { name: /^Void/ }).check();
    await ann.getByLabel('Reason').fill('A card was exposed.');
    await ann.keyboard.press('Enter');
    await ann.locator('[data-testid="correction"][data-state="open"]').waitFor();
    await jump(max, 'kestrel');
    await max.getByTestId('patrons').getByRole('link', { name: 'Kestrel' }).click();
    await max.getByTestId('cash').waitFor();
    await max.keyboard.press('e');
    await max.getByLabel('Change, PLAY').fill('2500');
    await max.keyboard.press('Enter');
    await max.getByLabel('Type Kestrel to confirm').fill('Kestrel');
    await because(max, 'A jackpot was paid short.');
    await max.getByTestId('notice').getByText('Proposed.').waitFor();
  });

  it.each([
    ['tables', 'tables'],
    ['table', 'salon one'],
    ['rounds', 'rounds'],
    ['slips', 'slips'],
    ['patrons', 'patrons'],
    ['patron', '1'],
    ['proposals', 'proposals'],
    ['reports', 'reports'],
    ['ledger', 'ledger'],
    ['log', 'log'],
    ['staff', 'staff'],
  ])('fit every screen and are accessible: %s', async (what, place) => {
    await jump(max, place);
    await max.waitForFunction(() => document.querySelector('main [aria-busy="true"]') === null);
    await lookAt(max, what);
  });

  it('fit every screen and are accessible: one’s own account, a round and a correction', async () => {
    await max.getByRole('banner').getByRole('link', { name: 'Max Roe' }).click();
    await max.getByRole('heading', { level: 1, name: 'Max Roe' }).waitFor();
    await lookAt(max, 'me');
    await ann.getByTestId('round').or(ann.getByTestId('correction')).first().waitFor();
    await lookAt(ann, 'round');
    await jump(ann, 'proposals');
    await ann.locator('a[href*="/correction/"]').getByText('Waits for approval').first().click();
    await ann.getByTestId('correction').waitFor();
    await lookAt(ann, 'correction');
  });
});

describe('on a phone', () => {
  it('a supervisor halts, resumes and looks a round up, without a wider page', async () => {
    await ann.setViewportSize(SMALL_PHONE);
    await ann.getByRole('link', { name: 'Tables' }).click();
    await ann.getByTestId('tables').getByText('Salon One').click();
    for (const [step, status] of [
      ['Halt', 'halted'],
      ['Resume', 'open'],
    ] as const) {
      await ann.getByRole('button', { name: step }).click();
      await ann.getByLabel('Reason').fill('A card fell.');
      await ann.getByRole('dialog').getByRole('button', { name: step }).click();
      await ann.locator(`[data-testid="table"][data-status="${status}"]`).waitFor();
    }
    await ann.getByRole('button', { name: 'History' }).click();
    await ann.getByTestId('rounds').getByRole('link').first().click();
    await ann.getByTestId('round').waitFor();
    const sideways = await ann.evaluate(() => {
      scrollTo(99, 0);
      return scrollX;
    });
    expect(sideways).toBe(0);
  });
});
