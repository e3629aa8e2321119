// Staff at the console of the real server: log-in with the second factor, halt and resume, a void that a patron sees, a
// correction by two persons, a range, a report; and a story by keyboard alone.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seriousViolations } from './accessibility';
import { PHONE } from './browser';
import { asked, House } from './console-house';
import { inspect } from './console-look';
import { bet, openTable, placeChip, readAmount, waitForAmount, waitForBetting } from './patron';
import { ask, jump } from './staff';

const CENT = 100;

const house = new House();
let ann: Page;
let ben: Page;
let max: Page;
let patron: Page;

beforeAll(async () => {
  await house.start([
    ['Ann Lee', 'supervisor'],
    ['Ben Cole', 'supervisor'],
    ['Max Roe', 'manager'],
  ]);
  [ann, ben, max] = [await house.at('Ann Lee'), await house.at('Ben Cole'), await house.at('Max Roe')];
  patron = await house.guest('Kestrel');
  await openTable(patron, 'Salon One');
}, 120_000);

afterAll(() => house.end());

describe('a supervisor', () => {
  it('halts a table and resumes it, by keyboard alone', async () => {
    await jump(ann, 'salon one');
    const table = ann.getByTestId('table');
    await table.getByRole('heading', { level: 1, name: 'Salon One' }).waitFor();
    await inspect(ann, 'table');
    await ann.keyboard.press('?');
    await ann.getByTestId('keys').getByText('Halt').waitFor();
    await inspect(ann, 'keys');
    await ann.keyboard.press('Escape');
    await ann.getByTestId('keys').waitFor({ state: 'detached' });

    await ann.keyboard.press('h');
    await ann.getByTestId('effect').getByText('Patrons keep their seats').waitFor();
    await inspect(ann, 'halt');
    await ann.keyboard.type('The shoe is checked.');
    await ann.keyboard.press('Enter');
    await ann.locator('[data-testid="table"][data-status="halted"]').waitFor();
    await ann.getByTestId('changes').getByText('The shoe is checked.').waitFor();
    await patron.getByText('The pit boss has halted this table.').first().waitFor();

    await ann.keyboard.press('u');
    await ann.getByRole('dialog').waitFor();
    await ann.keyboard.type('Nothing was wrong.');
    await ann.keyboard.press('Enter');
    await ann.locator('[data-testid="table"][data-status="open"]').waitFor();
  });

  it('voids the open round after a second look, and the patron sees it', async () => {
    const before = await readAmount(patron, 'balance');
    await bet(patron, { player: 10 }, 12);
    const exposure = ann.getByRole('region', { name: 'Exposure' });
    await exposure.getByTestId('exposure-held').getByText('10.00', { exact: true }).waitFor();
    await exposure.getByText('Player + 10.00').waitFor();
    for (const edge of await exposure.locator('tbody tr td:last-child').allInnerTexts()) {
      expect(edge).toMatch(/^-?\d+\.\d{3}%$/);
    }
    await ann.keyboard.press('v');
    await ann.getByTestId('void-returned').getByText('10.00').waitFor();
    expect(await ann.getByTestId('void-patrons').innerText()).toBe('1');
    const round = await asked(ann);
    await ann.keyboard.type('0');
    await ann.keyboard.press('Enter');
    await ann.getByText(`Type exactly ${round}.`).waitFor();
    await ann.keyboard.press('Backspace');
    await ann.keyboard.type(round);
    await ann.keyboard.press('Enter');
    await ann.getByTestId('notice').getByText(`Round ${round} at Salon One is void.`).waitFor();
    await patron.locator('[data-testid="result"][data-outcome="voided"]').waitFor();
    await waitForAmount(patron, 'balance', before);
    await waitForAmount(patron, 'staked', 0);
  });

  it('proposes a correction: a round of a shuffled shoe can be voided, and nothing else', async () => {
    // A void of these changes the purse in every outcome.
    await bet(patron, { player: 10, tie: 5 }, 12);
    await patron.locator('[data-testid="result"]:not([data-outcome="voided"])').waitFor();
    await patron.getByTestId('own-result').waitFor();

    await jump(ann, 'rounds');
    await ann.getByRole('combobox', { name: /^Table/ }).selectOption({ label: 'Salon One' });
    const settled = ann
      .getByTestId('rounds')
      .getByRole('link')
      .filter({ hasText: /^(Player|Banker|Tie)/ });
    await settled.first().click();
    await ann.getByTestId('wagers').getByText('10.00').first().waitFor();
    await inspect(ann, 'round');
    await ann.keyboard.press('e');
    // The cards of a shuffled shoe are certain: no others can be ruled.
    await ann.getByTestId('propose').getByText('such a round can only be voided').waitFor();
    expect(await ann.getByTestId('propose').getByRole('radio').count()).toBe(1);
    await inspect(ann, 'propose');
    await ann.getByLabel('Reason').fill('A card was exposed.');
    await ann.keyboard.press('Enter');
    const own = ann.locator('[data-testid="correction"][data-state="open"]');
    await own.getByText('another supervisor approves it').waitFor();
    expect(await own.getByRole('button', { name: /Approve/ }).count()).toBe(0);
    await inspect(ann, 'correction');
  });

  it('never approves their own correction; another supervisor does, and both see it', async () => {
    await jump(ben, 'proposals');
    await ben.locator('a[href*="/correction/"]').getByText('Waits for approval').first().click();
    const theirs = ben.locator('[data-testid="correction"][data-state="open"]');
    const total = await theirs.getByTestId('difference-total').innerText();
    expect(total).toMatch(/^[+−](5|15|40)\.00$/);
    await inspect(ben, 'proposals');
    const address = new URL(ben.url()).hash.split('/');
    const approve = `/tables/${String(address[3])}/corrections/${String(address[4])}/approve`;
    expect(await ask(ann, 'POST', approve)).toEqual([403, 'same_supervisor']);

    await ben.keyboard.press('a');
    await ben.getByRole('dialog').getByTestId('dry-run').waitFor();
    await inspect(ben, 'approve');
    await ben.keyboard.type(await asked(ben));
    await ben.keyboard.press('Enter');
    await ben.locator('[data-testid="correction"][data-state="approved"]').waitFor();
    await ann.locator('[data-testid="correction"][data-state="approved"]').waitFor();
    await patron.getByTestId('notice').getByText('corrected').first().waitFor();
  });

  it('finds slips and what a patron has, and adjusts a purse with a reason', async () => {
    await jump(ann, 'kestrel');
    await ann.getByTestId('patrons').getByRole('link', { name: 'Kestrel' }).click();
    await ann.getByTestId('statement').getByText('Corrected').waitFor();
    await inspect(ann, 'patron-money');
    const before = await ann.getByTestId('cash').innerText();
    await ann.keyboard.press('e');
    await ann.getByLabel('Change, PLAY').fill('nothing');
    await ann.keyboard.press('Enter');
    await ann.getByText('Write an amount other than 0').waitFor();
    await ann.getByLabel('Change, PLAY').fill('25');
    await ann.keyboard.press('Enter');
    await ann.getByLabel('Reason').fill('A chip was lost.');
    await ann.getByLabel('Type Kestrel to confirm').fill('kestrel');
    await inspect(ann, 'adjust');
    await ann.keyboard.press('Enter');
    await ann.getByTestId('notice').getByText('Adjusted.').waitFor();
    const minor = (text: string) => Number(text.replace(/[^0-9]/g, ''));
    await expect
      .poll(async () => minor(await ann.getByTestId('cash').innerText()))
      .toBe(minor(before) + 25 * CENT);
    await jump(ann, 'slips');
    await ann.getByTestId('slips').getByText('Player').first().waitFor();
    await inspect(ann, 'slips');
    expect(await ann.getByRole('link', { name: 'Staff' }).count()).toBe(0);
  });
});

describe('a manager', () => {
  it('sets a range, which the patron meets', async () => {
    await jump(max, 'kestrel');
    await max.getByTestId('patrons').getByRole('link', { name: 'Kestrel' }).click();
    await max.getByTestId('patron').getByTestId('cash').waitFor();
    await max.keyboard.press('t');
    await max.getByTestId('range').getByText('No range of their own.').waitFor();
    await max.keyboard.press('e');
    await max.getByLabel('Player, maximum').fill('5');
    await inspect(max, 'range');
    await max.keyboard.press('Enter');
    await max.getByRole('dialog').getByText('0 to 5').waitFor();
    await max.getByLabel('Reason').fill('Asked for in writing.');
    await max.keyboard.press('Enter');
    await max.getByTestId('range').getByText('0 to 5').waitFor();
    await inspect(max, 'patron-protection');
    await waitForBetting(patron, 5);
    await placeChip(patron, 10, 'player');
    await patron.getByTestId('confirm').click();
    await patron.getByText('Your own limit on Player is 5').first().waitFor();
  });

  it('changes a table with a clear difference, and adds one', async () => {
    await jump(max, 'salon one');
    await max.getByTestId('settings').waitFor();
    expect(await max.getByRole('button', { name: /Halt/ }).count()).toBe(0);
    await max.keyboard.press('e');
    const draw = max.getByLabel('Draw of cards');
    expect(await draw.locator('option').allInnerTexts()).toEqual(['Sealed order', 'After the bets']);
    await draw.selectOption({ label: 'After the bets' });
    await max.getByRole('button', { name: 'Compare changes (1)' }).click();
    await max.getByTestId('difference').getByText('After the bets').waitFor();
    await max.keyboard.press('Escape');
    await draw.selectOption({ label: 'Sealed order' });
    await max.getByLabel('Seats (0: no limit)').fill('9');
    await inspect(max, 'settings');
    await max.keyboard.press('Enter');
    await max.getByTestId('difference').getByText('9', { exact: true }).waitFor();
    await max.getByLabel('Reason').fill('A larger salon.');
    await inspect(max, 'difference');
    await max.keyboard.press('Enter');
    await max.getByTestId('changes').getByText('A larger salon.').waitFor();
    await jump(max, 'tables');
    await max.keyboard.press('n');
    await max.getByLabel('Name', { exact: true }).fill('Annex');
    await max.getByLabel('House rules').fill('gold-card');
    await max.getByLabel('Reason').fill('Weekend.');
    await inspect(max, 'new-table');
    await max.keyboard.press('Enter');
    await max.getByRole('heading', { level: 1, name: 'Annex' }).waitFor();
  });

  it('reads the report and the log, and adds a member of staff', async () => {
    await jump(max, 'reports');
    await max.getByTestId('report').waitFor();
    expect(await max.getByTestId('report-staked').innerText()).toMatch(/^\d/);
    await max.getByText('Turnover and accounts of all tables agree.').waitFor();
    await inspect(max, 'report');
    await jump(max, 'log');
    await max.getByTestId('log').getByText('Money adjusted').waitFor();
    await inspect(max, 'log');
    await jump(max, 'staff');
    await max.getByTestId('staff').getByText('Ben Cole').click();
    await max.getByTestId('member').waitFor();
    await inspect(max, 'staff');
    await max.keyboard.press('n');
    await max.getByLabel('Name', { exact: true }).fill('Cleo Park');
    await max.keyboard.press('Enter');
    expect(await max.getByTestId('enrolment').locator('code').innerText()).toMatch(/^\w+(-\w+)+$/);
    await inspect(max, 'enrolment');
  });
});

describe('on a phone', () => {
  it('a supervisor reads and halts: list, table and history are pages', async () => {
    await ben.setViewportSize(PHONE);
    await jump(ben, 'tables');
    await ben.getByTestId('tables').getByText('Salon One').click();
    await ben.getByTestId('table').waitFor();
    expect(await ben.getByTestId('tables').isVisible()).toBe(false);
    await ben.getByRole('button', { name: 'History' }).click();
    await ben.getByTestId('changes').waitFor();
    await ben.getByRole('button', { name: 'Back from history' }).click();
    await ben.getByRole('button', { name: 'Halt' }).click();
    await ben.getByLabel('Reason').fill('A pause.');
    await ben.getByRole('dialog').getByRole('button', { name: 'Halt' }).click();
    await ben.locator('[data-testid="table"][data-status="halted"]').waitFor();
    expect(await seriousViolations(ben)).toEqual([]);
  });
});
