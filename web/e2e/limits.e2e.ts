// What protects a patron on the page: limits, breaks and exclusion at the real server, reality checks at the mock house.
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { DESKTOP, visit, type Visitor } from './browser';
import { look } from './look';
import { MockHouse } from './mock-house';
import {
  joinAsGuest,
  openTable,
  placeChip,
  waitForAmount,
  waitForBetting,
  waitForPhase,
  waitForStake,
} from './patron';
import { Server } from './server';

let visitor: Visitor | undefined;

afterEach(async () => {
  await visitor?.close();
  visitor = undefined;
});

async function open(url: string): Promise<Page> {
  visitor = await visit(url, DESKTOP);
  return visitor.page;
}

/** Opens a view by its link in the menu. */
async function openLimits(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Balance \d/ }).click();
  await page.getByRole('link', { name: 'Limits and breaks' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Limits and breaks' }).waitFor();
}

/** Asks for a value of a limit. */
async function ask(page: Page, name: string, value: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^(Set|Change): ${name}$`) }).click();
  await page.getByLabel(`${name}: amount`).fill(value);
  await page.getByRole('button', { name: 'Save' }).click();
}

describe('a patron', () => {
  it('sets a limit on losses, is refused at it, asks for a looser one, and takes a break', async () => {
    const server = new Server();
    try {
      await server.start(['--contact', 'limits@example.org']);
      const page = await open(server.url);
      await joinAsGuest(page, 'Careful');
      await openLimits(page);
      await page.getByRole('link', { name: 'limits@example.org' }).waitFor();
      await ask(page, 'Losses a day', '1,000');
      await page.getByText('Enter an amount such as').waitFor();
      await page.getByLabel('Losses a day: amount').fill('9.50');
      await page.getByRole('button', { name: 'Save' }).click();
      const losses = page.getByTestId('limit-loss_day');
      await losses.getByText('9.50').waitFor();
      await losses.getByText('0.00 used').waitFor();

      await page.getByRole('link', { name: 'Tables' }).click();
      await openTable(page, 'Salon One');
      await waitForBetting(page, 3);
      await placeChip(page, 10, 'player');
      await page.getByTestId('confirm').click();
      const sentence = 'Your own limit on losses is 9.50 a day. You can bet 9.50 more until';
      await page.getByTestId('stopped').getByText(sentence).waitFor();
      await look(page, 'limits-refused');
      await page.getByTestId('stopped').getByRole('link').click();

      await ask(page, 'Losses a day', '500');
      await page.getByText('Asked for: 500.00.').waitFor();
      await losses.getByText('9.50').waitFor();
      await look(page, 'limits');
      await page.getByRole('button', { name: 'Keep 9.50' }).click();
      await page.getByText('Asked for: 500.00.').waitFor({ state: 'detached' });

      await page.getByRole('button', { name: 'Take a break' }).click();
      await page.getByText('You cannot bet until').waitFor();
      await page.route('**/api/v1/me/pause', (route) => route.continue({ postData: '{"hours":2000}' }));
      await page.getByRole('button', { name: 'Begin now' }).click();
      await page.getByText('A break lasts from 1 to 1008 hours.').waitFor();
      await page.unroute('**/api/v1/me/pause');
      await page.getByRole('button', { name: 'Take a break' }).click();
      await page.getByRole('button', { name: 'Begin now' }).click();
      await page.getByTestId('stopped').getByText('You have a break until').waitFor();
      const record = page.getByRole('region', { name: 'Record' });
      await record.getByText('Paused until').waitFor();
      expect(await record.getByRole('article').count()).toBe(4);
      await page.goBack();
      await page.getByTestId('stopped').getByText('You have a break until').waitFor();
      await openLimits(page);

      await page.getByLabel('How long').last().selectOption('For good');
      await page.getByRole('button', { name: 'Exclude me' }).click();
      expect(await record.getByText('Excluded').count(), 'it is not understood yet').toBe(0);
      await page.getByLabel('I want to be excluded for good.').check();
      await look(page, 'limits-exclusion');
      await page.getByRole('button', { name: 'Exclude me' }).click();
      await page.getByTestId('stopped').getByText('You are excluded from betting for good.').waitFor();
      await record.getByText('Excluded for good').waitFor();
    } finally {
      await server.throwAway();
    }
  });
});

describe('a reality check', () => {
  const check = { since: 0, minutes: 31, staked: 50_000, lost: 12_050 };

  it('waits for an answer, also after a reload, and is answered by going on or by stopping', async () => {
    const house = new MockHouse();
    try {
      const url = await house.start();
      house.tables[0].open(60_000);
      const page = await open(url);
      await joinAsGuest(page, 'Guest');
      await openTable(page, 'Salon One');
      await waitForPhase(page, 'betting');
      await placeChip(page, 10, 'player');
      await page.getByTestId('confirm').click();
      await waitForStake(page, 'player', 1_000);

      house.checkReality({ ...check, since: Date.now() });
      const dialog = page.getByRole('dialog', { name: 'Reality check' });
      await dialog.getByText('You lost 120.50').waitFor();
      await dialog.getByText('31 min').waitFor();
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await look(page, 'reality-check');
      await page.reload();
      await dialog.getByRole('button', { name: 'Go on playing' }).click();
      await dialog.waitFor({ state: 'detached' });
      await placeChip(page, 10, 'player');
      await page.getByTestId('confirm').click();
      await waitForStake(page, 'player', 2_000);
      await waitForAmount(page, 'unconfirmed', 0);

      house.checkReality({ ...check, since: Date.now() });
      await dialog.getByRole('button', { name: 'Stop playing' }).click();
      await page.getByRole('heading', { level: 1, name: 'Limits and breaks' }).waitFor();
      await page.goBack();
      await waitForPhase(page, 'betting');
      expect(await page.getByTestId('leave').count()).toBe(0);
    } finally {
      await house.stop();
    }
  });
});
