// Money by hand at the real server: an adjustment above the limit takes a second person in a second browser, who
// approves or refuses it; and a patron whom a manager excludes.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asked, because, House } from './console-house';
import { inspect } from './console-look';
import { openTable, placeChip, waitForBetting } from './patron';
import { ask, jump } from './staff';

const house = new House();
let ann: Page;
let max: Page;
let patron: Page;

async function openPatron(page: Page): Promise<void> {
  await jump(page, 'kestrel');
  await page.getByTestId('patrons').getByRole('link', { name: 'Kestrel' }).click();
  await page.getByTestId('patron').getByTestId('cash').waitFor();
}

/** Ann proposes to change the cash of the patron; she learns only then that one supervisor alone may not. */
async function propose(amount: string, why: string): Promise<void> {
  await openPatron(ann);
  await ann.keyboard.press('e');
  await ann.getByLabel('Change, PLAY').fill(amount);
  await ann.keyboard.press('Enter');
  await ann.getByLabel('Type Kestrel to confirm').fill('Kestrel');
  await because(ann, why);
  await ann.getByRole('alert').getByText('One supervisor may adjust 1,000 PLAY more alone.').waitFor();
  await ann.getByRole('dialog').getByRole('button', { name: 'Propose' }).waitFor();
}

async function cash(page: Page): Promise<string> {
  return page.getByTestId('cash').innerText();
}

beforeAll(async () => {
  await house.start([
    ['Ann Lee', 'supervisor'],
    ['Max Roe', 'manager'],
  ]);
  [ann, max] = [await house.at('Ann Lee'), await house.at('Max Roe')];
  patron = await house.guest('Kestrel');
}, 120_000);

afterAll(() => house.end());

describe('an adjustment above the limit', () => {
  it('is proposed by a supervisor, who cannot approve it, and moves no money', async () => {
    await propose('2500', 'A jackpot was paid short.');
    await inspect(ann, 'adjust-above');
    const before = await cash(ann);
    await ann.getByRole('dialog').getByRole('button', { name: 'Propose' }).click();
    await ann.getByTestId('notice').getByText('Proposed. A second person can approve it now.').waitFor();
    expect(await cash(ann)).toBe(before);
    for (const page of [ann, max]) {
      await page.getByTestId('count-proposals').getByText('1 waiting for a second person').waitFor();
    }
    await jump(ann, 'proposals');
    await ann.getByTestId('adjustments').getByText('Waits for approval').click();
    await ann.getByText('You proposed this, so somebody else approves it.').waitFor();
    expect(await ann.getByRole('button', { name: /^Approve/ }).count()).toBe(0);
    expect(await ask(ann, 'POST', '/adjustments/1/approve')).toEqual([403, 'same_person']);
  });

  it('is approved by a manager in another browser, and the money moves once', async () => {
    await openPatron(max);
    const before = await cash(max);
    await jump(max, 'proposals');
    await max.getByTestId('adjustments').getByText('Waits for approval').click();
    const open = max.getByTestId('adjustment');
    await open.getByText('A jackpot was paid short.').waitFor();
    await inspect(max, 'adjustment');
    await max.keyboard.press('a');
    await max.getByTestId('effect').getByText('Patron 1: +2,500.00 PLAY').waitFor();
    await max.getByTestId('effect').getByText('A jackpot was paid short.').waitFor();
    await max.keyboard.type(await asked(max));
    await max.keyboard.press('Enter');
    await max.locator('[data-testid="adjustment"][data-state="approved"]').waitFor();
    await max.getByTestId('count-proposals').waitFor({ state: 'detached' });
    await openPatron(max);
    const minor = (text: string) => Number(text.replace(/[^0-9]/g, ''));
    expect(minor(await cash(max)) - minor(before)).toBe(250_000);
    await patron.locator('[data-testid="balance"][data-minor="1250000"]').waitFor();
    await ann.locator('[data-testid="adjustment"][data-state="approved"]').waitFor();
  });

  it('is refused by a manager with a reason, and no money moves', async () => {
    await propose('-3000', 'Paid out by mistake.');
    const before = await cash(ann);
    await ann.getByRole('dialog').getByRole('button', { name: 'Propose' }).click();
    await ann.getByTestId('notice').getByText('Proposed.').waitFor();
    await jump(max, 'proposals');
    await max.getByTestId('adjustments').getByText('Waits for approval').click();
    await max.getByTestId('adjustment').getByText('Paid out by mistake.').waitFor();
    await max.keyboard.press('w');
    await because(max, 'The receipt says otherwise.');
    await max.locator('[data-testid="adjustment"][data-state="refused"]').waitFor();
    await max.getByTestId('adjustment').getByText('The receipt says otherwise.').waitFor();
    await openPatron(max);
    expect(await cash(max)).toBe(before);
  });

  it('is on record with what one supervisor adjusted and what became of the proposal', async () => {
    await jump(max, 'log');
    await max.getByLabel('Kind').selectOption({ label: 'Adjustments by two persons' });
    const refused = max.getByTestId('log').getByRole('listitem').first();
    await refused.locator('[data-field="state.is"]').getByText('Waits for approval → Refused').waitFor();
    await refused.getByText('The receipt says otherwise.').first().waitFor();
    expect(await refused.locator('[data-field="change"]').innerText()).toContain('−3,000.00 PLAY');
    await inspect(max, 'log-adjustments');
  });
});

describe('an exclusion by the house', () => {
  it('is not offered to a supervisor', async () => {
    await openPatron(ann);
    await ann.keyboard.press('t');
    await ann.getByTestId('protection').getByText('Managers exclude patrons.').waitFor();
    expect(await ann.getByRole('button', { name: /^Exclude/ }).count()).toBe(0);
  });

  it('takes the days, a reason and the nickname; the patron reads it and takes no seat', async () => {
    await openPatron(max);
    await max.keyboard.press('t');
    await max.getByLabel('Days (empty: for good)').fill('30');
    await max.getByRole('button', { name: /^Exclude/ }).click();
    await max.getByTestId('effect').getByText('The exclusion ends after 30 days.').waitFor();
    await inspect(max, 'exclude');
    await max.getByLabel('Reason').fill('Asked for by a court.');
    await max.getByLabel('Type Kestrel to confirm').fill('someone else');
    await max.keyboard.press('Enter');
    await max.getByText('Type exactly Kestrel.').waitFor();
    await max.getByLabel('Type Kestrel to confirm').fill('Kestrel');
    await max.keyboard.press('Enter');
    await max.getByTestId('notice').getByText('The patron is excluded.').waitFor();
    await max.getByTestId('protection').getByText('Excluded by the house until').waitFor();
    await openTable(patron, 'Salon One');
    await waitForBetting(patron, 5);
    await placeChip(patron, 10, 'player');
    await patron.getByTestId('confirm').click();
    await patron.getByText('You are excluded from betting until').first().waitFor();
  });
});
