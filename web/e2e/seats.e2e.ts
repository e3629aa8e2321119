// Seats on the page at the mock house: taken with the first chip, refused, warned about, and given up.
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Visitor } from './browser';
import { look } from './look';
import type { MockHouse } from './mock-house';
import { visitMock, type MockVisit } from './mock-visit';
import { joinAsGuest, openTable, placeChip, waitForAmount, waitForPhase, waitForStake } from './patron';

let mock: MockVisit;
let house: MockHouse;
let visitor: Visitor;
let page: Page;

beforeEach(async () => {
  mock = await visitMock();
  ({ house, visitor } = mock);
  ({ page } = visitor);
});

afterEach(async () => {
  await mock.end();
});

async function sit(): Promise<void> {
  await joinAsGuest(page, 'Guest');
  await openTable(page, 'Salon One');
  await waitForPhase(page, 'betting');
}

describe('a seat', () => {
  it('is taken with the first chip, given up by Leave, and kept by the statement', async () => {
    await sit();
    const leave = page.getByTestId('leave');
    expect(await leave.count()).toBe(0);
    await placeChip(page, 10, 'player');
    await page.getByTestId('confirm').click();
    await waitForStake(page, 'player', 1_000);
    await leave.waitFor();
    for (const view of ['Bet history', 'Statement']) {
      await page.getByRole('link', { name: view }).click();
      await page.getByRole('heading', { level: 1 }).waitFor();
    }
    await page.goBack();
    await page.goBack();
    await waitForStake(page, 'player', 1_000);
    await leave.click();
    await page.getByRole('heading', { level: 1, name: 'Baccarat tables' }).waitFor();
    await openTable(page, 'Salon One');
    expect(await leave.count()).toBe(0);
  });

  it('that is on its way when the patron goes to the lobby is given up', async () => {
    await sit();
    await placeChip(page, 10, 'player');
    await page.getByTestId('confirm').evaluate((confirm) => {
      (confirm as HTMLButtonElement).click();
      location.hash = '#/';
    });
    const [table] = house.tables;
    await expect.poll(() => table.stakeOn(1, 'player')).toBe(1_000);
    await expect.poll(() => table.isSeated(1)).toBe(false);
    await openTable(page, 'Salon One');
    await waitForStake(page, 'player', 1_000);
    expect(await page.getByTestId('leave').count()).toBe(0);
  });

  it('that is refused for the ante leaves the chips unconfirmed and says what is asked', async () => {
    house.entry = { refusal: { code: 'ante_not_met', message: '', limit: 500_000, already: 0 } };
    await sit();
    await placeChip(page, 10, 'player');
    await page.getByTestId('confirm').click();
    await page.getByTestId('notice').getByText('asks for a balance of 5,000').waitFor();
    await waitForAmount(page, 'unconfirmed', 1_000);
    expect(await page.getByTestId('notice').count()).toBe(1);
  });

  it('with a password is asked for, and the chips wait', async () => {
    house.entry = { refusal: { code: 'wrong_password', message: '' }, password: 'nine' };
    await sit();
    await placeChip(page, 10, 'player');
    await page.getByTestId('confirm').click();
    const field = page.getByRole('textbox', { name: 'Password' });
    await field.fill('seven');
    await page.keyboard.press('Enter');
    await page.getByText('That is not the password.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByTestId('confirm').click();
    await page.getByRole('heading', { name: 'Salon One has a password' }).waitFor();
    expect(await page.getByText('That is not the password.').count(), 'it is not sent again').toBe(0);
    await field.fill('eight');
    await page.keyboard.press('Enter');
    await page.getByText('That is not the password.').waitFor();
    expect(await page.getByTestId('notice').count()).toBe(0);
    await look(page, 'table-password');
    await field.fill('nine');
    await page.keyboard.press('Enter');
    await page.getByTestId('leave').waitFor();
    await waitForAmount(page, 'unconfirmed', 1_000);
    await page.getByTestId('confirm').click();
    await waitForStake(page, 'player', 1_000);
  });

  it('is warned about and lost without bets', async () => {
    await sit();
    await placeChip(page, 10, 'player');
    await page.getByTestId('confirm').click();
    await waitForStake(page, 'player', 1_000);
    house.warnIdle(3, 5);
    await page.getByTestId('notice').getByText('No bet for 3 rounds. After 5 rounds').waitFor();
    house.unseat('idle');
    await page.getByTestId('notice').getByText('You lost your seat at Salon One').waitFor();
    expect(await page.getByTestId('leave').count()).toBe(0);
  });
});

describe('a halted table', () => {
  it('says so in place of a countdown, and offers to watch', async () => {
    const [table] = house.tables;
    table.close();
    table.deal();
    table.settle(-1_000);
    table.view.status = 'halted';
    table.watchers.forEach((send) => {
      send(table.snapshot());
    });
    const card = page.getByTestId('table-1');
    await card.getByText('Halted', { exact: true }).waitFor();
    await card.getByText('Watch', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Watch table Salon One' }).click();
    await page.getByRole('timer').getByText('Halted').waitFor();
    expect(await page.getByRole('timer').innerText()).not.toContain('0');
    await page.getByTestId('status').getByText('Halted').waitFor();
    await look(page, 'table-halted');
  });
});
