// The keyboard's focus after each action: it stays on its element, or goes to one beside it, never to the body.
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { DESKTOP, visit, type Visitor } from './browser';
import { statement } from './fixtures';
import { focused } from './focused';
import { look } from './look';
import { MockHouse } from './mock-house';
import { joinAsGuest, openTable, placeChip, waitForAmount, waitForPhase, waitForStake } from './patron';
import { Server } from './server';
import { totp } from './totp';

const PASSWORD = 'quiet river lantern';
const SOON = { timeout: 20_000 };
const visitors: Visitor[] = [];

afterEach(async () => {
  await Promise.all(visitors.splice(0).map((visitor) => visitor.close()));
});

async function open(url: string): Promise<Page> {
  const visitor = await visit(url, DESKTOP);
  visitors.push(visitor);
  return visitor.page;
}

/** Presses the button by the keyboard. */
async function press(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name, exact: true }).first().focus();
  await page.keyboard.press('Enter');
}

describe('at a table, the focus', () => {
  it('stays on Confirm, Undo, Clear and Rebet when they can do nothing more', async () => {
    const house = new MockHouse();
    const [table] = house.tables;
    try {
      const page = await open(await house.start());
      table.open(60_000);
      await joinAsGuest(page, 'Guest');
      await openTable(page, 'Salon One');
      await waitForPhase(page, 'betting');
      await placeChip(page, 10, 'player');
      await press(page, 'Confirm');
      await waitForStake(page, 'player', 1_000);
      expect(await focused(page)).toBe('button: Confirm');
      await page.keyboard.press('Enter');
      await press(page, 'Undo');
      await waitForAmount(page, 'staked', 0);
      expect(await focused(page)).toBe('button: Undo');
      await placeChip(page, 10, 'player');
      await press(page, 'Clear');
      await waitForAmount(page, 'unconfirmed', 0);
      expect(await focused(page)).toBe('button: Clear');

      await placeChip(page, 10, 'player');
      await press(page, 'Confirm');
      await waitForStake(page, 'player', 1_000);
      table.close();
      table.deal();
      table.settle(60_000);
      table.open(60_000);
      await waitForPhase(page, 'betting');
      await page.getByRole('button', { name: 'Rebet', disabled: false }).waitFor();
      await press(page, 'Rebet');
      await waitForAmount(page, 'unconfirmed', 1_000);
      expect(await focused(page)).toBe('button: Rebet');
      await page.keyboard.press('Enter');
      await waitForAmount(page, 'unconfirmed', 1_000);
      await look(page, 'table-idle-buttons');
    } finally {
      await house.stop();
    }
  });

  it('stays at the table after joining, and goes back to the spot whose refusal was answered', async () => {
    const house = new MockHouse();
    const [table] = house.tables;
    try {
      const page = await open(await house.start());
      table.open(60_000);
      await openTable(page, 'Salon One');
      await waitForPhase(page, 'betting');
      await page.locator('[data-spot="tie"]').focus();
      await page.keyboard.press('Enter');
      await page.getByLabel('Nickname').fill('Guest');
      await page.keyboard.press('Enter');
      await page.getByTestId('balance').waitFor();
      await expect.poll(() => focused(page)).toMatch(/^button: Tie/);
      await page.keyboard.press('7');
      await page.keyboard.press('t');
      await waitForAmount(page, 'unconfirmed', 100_000);
      await page.keyboard.press('c');
      const refusal = page.getByTestId('refusal');
      await refusal.getByText('The maximum bet on Tie is 500.').waitFor();
      expect(await refusal.getAttribute('data-at')).toBe('tie');
      await look(page, 'table-refusal');
      await refusal.getByRole('button', { name: 'Bet 500', exact: true }).focus();
      await page.keyboard.press('Enter');
      await waitForStake(page, 'tie', 50_000);
      await expect.poll(() => focused(page)).toMatch(/^button: Tie/);
      expect(await refusal.count()).toBe(0);
    } finally {
      await house.stop();
    }
  });

  it('is where it was before the list of keys, which places chips from anywhere and can be switched off', async () => {
    const house = new MockHouse();
    const [table] = house.tables;
    try {
      const page = await open(await house.start());
      table.open(60_000);
      await joinAsGuest(page, 'Guest');
      await openTable(page, 'Salon One');
      await waitForPhase(page, 'betting');
      for (const key of ['3', 'p', 'b', 'q', 'z', 'd', 'c']) {
        await page.keyboard.press(key);
      }
      await waitForStake(page, 'player', 2_000);
      await waitForStake(page, 'banker', 2_000);
      await waitForAmount(page, 'staked', 4_000);
      await page.keyboard.press('x');
      await waitForAmount(page, 'staked', 0);
      await page.getByTestId('confirm').focus();
      await page.keyboard.press('?');
      await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor();
      await look(page, 'table-keys');
      await page.getByRole('switch', { name: 'Use keyboard shortcuts' }).uncheck();
      await page.keyboard.press('Escape');
      await expect.poll(() => focused(page)).toBe('button: Confirm');
      await page.keyboard.press('p');
      await page.getByRole('button', { name: 'Make a chip of your own' }).click();
      await page.getByLabel('Amount').fill('9000');
      await page.keyboard.press('Enter');
      await page.getByText('Enter an amount from 1 to 5,000.').waitFor();
      await look(page, 'table-own-chip');
      await page.getByLabel('Amount').fill('2.50');
      await page.keyboard.press('Enter');
      await page.getByRole('radio', { name: '2.50 chip', checked: true }).waitFor();
      await page.locator('[data-spot="banker"]').click();
      await waitForAmount(page, 'unconfirmed', 250);
    } finally {
      await house.stop();
    }
  });
});

describe('in the dialog to log in, the focus', () => {
  it('goes to the first field of the form that takes the place of another', async () => {
    const house = new MockHouse();
    try {
      const page = await open(await house.start());
      await press(page, 'Log in');
      await page.getByRole('dialog').waitFor();
      for (const [other, action] of [
        ['Create an account', 'Create account'],
        ['Log in', 'Log in'],
      ] as const) {
        await page.getByRole('dialog').locator('button.link', { hasText: other }).focus();
        await page.keyboard.press('Enter');
        await page.getByRole('dialog').getByRole('heading', { name: other }).waitFor();
        await page.locator('dialog form').getByRole('button', { name: action, exact: true }).waitFor();
        await expect.poll(() => focused(page), SOON).toMatch(/^input/);
        expect(await page.getByLabel('Nickname').evaluate((one) => one === document.activeElement)).toBe(
          true,
        );
      }
    } finally {
      await house.stop();
    }
  });
});

describe('in a list, the focus', () => {
  it('stays on the button that loads older entries, and goes to the first of the last ones', async () => {
    const house = new MockHouse();
    try {
      const page = await open(await house.start());
      const lines = statement(0);
      let fails = true;
      await page.route('**/api/v1/me/statement*', async (route) => {
        const before = new URL(route.request().url()).searchParams.get('before');
        if (before === '5' && fails) {
          fails = false;
          await route.abort();
          return;
        }
        const from = before === null ? 0 : lines.length - Number(before) + 1;
        const next_before = from + 2 < lines.length ? lines.length - from - 1 : null;
        await route.fulfill({ json: { lines: lines.slice(from, from + 2), next_before } });
      });
      await joinAsGuest(page, 'Guest');
      await page.evaluate(() => {
        location.hash = '#/statement';
      });
      const entries = page.getByRole('main').locator('ol > li');
      await expect.poll(() => entries.count(), SOON).toBe(2);
      await press(page, 'Load older transactions');
      await page.getByRole('button', { name: 'Try again' }).waitFor();
      expect(await focused(page)).toBe('button: Try again');
      await page.keyboard.press('Enter');
      await expect.poll(() => entries.count(), SOON).toBe(4);
      expect(await focused(page)).toBe('button: Load older transactions');
      await page.keyboard.press('Enter');
      await expect.poll(() => entries.count(), SOON).toBe(6);
      expect(await entries.nth(4).evaluate((entry) => entry === document.activeElement)).toBe(true);
    } finally {
      await house.stop();
    }
  });
});

describe('on the screens of a patron, the focus', () => {
  it('goes back to what opened a form, or to the section that is left', async () => {
    const server = new Server();
    try {
      await server.start();
      const page = await open(`${server.url}#/limits`);
      await joinAsGuest(page, 'Careful');
      const change = 'button: Change: Losses a day';
      await press(page, 'Set: Losses a day');
      expect(await focused(page)).toMatch(/^input/);
      await page.keyboard.type('9.50');
      await press(page, 'Cancel');
      await expect.poll(() => focused(page), SOON).toBe('button: Set: Losses a day');
      await page.keyboard.press('Enter');
      await page.keyboard.type('9.50');
      await page.keyboard.press('Enter');
      await expect.poll(() => focused(page), SOON).toBe(change);
      await page.keyboard.press('Enter');
      await page.getByLabel('Losses a day: amount').fill('500');
      await page.keyboard.press('Enter');
      await page.getByText('Asked for: 500.00.').waitFor();
      await page.route('**/api/v1/me/limits', (route) => route.abort());
      await press(page, 'Keep 9.50');
      const row = page.getByRole('listitem').filter({ hasText: 'Losses a day' });
      await row.getByRole('alert').getByText('The server could not be reached.').waitFor();
      expect(await focused(page)).toBe('button: Keep 9.50');
      await look(page, 'limits-keep-failed');
      await page.unroute('**/api/v1/me/limits');
      await press(page, 'Keep 9.50');
      await expect.poll(() => focused(page), SOON).toBe(change);
      expect(await row.getByRole('alert').innerText()).toBe('');
      await press(page, 'Take a break');
      await press(page, 'Cancel');
      await expect.poll(() => focused(page), SOON).toBe('button: Take a break');
    } finally {
      await server.throwAway();
    }
  });

  it('stays in its section when a session is revoked or a second factor set and changed', async () => {
    const server = new Server();
    try {
      await server.start();
      const page = await open(`${server.url}#/account`);
      await joinAsGuest(page, 'Lapwing');
      await page.getByLabel('New password').fill(PASSWORD);
      await press(page, 'Open account');
      await page.getByTestId('session').waitFor();
      const other = await open(server.url);
      await other.getByRole('button', { name: 'Log in' }).click();
      await other.getByLabel('Nickname').fill('Lapwing');
      await other.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await other.getByRole('dialog').getByRole('button', { name: 'Log in' }).click();
      await other.getByTestId('balance').waitFor();
      await page.reload();
      await page.getByTestId('session').nth(1).waitFor();
      await press(page, /^Log out: /);
      await expect.poll(() => focused(page), SOON).toBe('section: Where you are logged in');

      const section = page.getByRole('region', { name: 'Second factor' });
      await section.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await press(page, 'Set up');
      const secret = await section.getByTestId('secret').innerText();
      await expect.poll(() => focused(page), SOON).toMatch(/^input/);
      await page.keyboard.type(totp(secret));
      await page.keyboard.press('Enter');
      await expect.poll(() => focused(page), SOON).toBe('h3: Your recovery codes');
      await press(page, 'I have stored them');
      await expect.poll(() => focused(page), SOON).toBe('button: New recovery codes');
      await press(page, 'Remove second factor');
      expect(await focused(page)).toMatch(/^input/);
      await press(page, 'Cancel');
      await expect.poll(() => focused(page), SOON).toBe('button: Remove second factor');
    } finally {
      await server.throwAway();
    }
  });
});
