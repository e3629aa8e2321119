// Sessions in two tabs of one browser at the real server: tabs follow each other and never mix two people.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, visit, type Visitor } from './browser';
import { look } from './look';
import { joinAsGuest, openTable, placeChip, readAmount, waitForAmount, waitForBetting } from './patron';
import { Server } from './server';

const PASSWORD = 'quiet river lantern';
const LONG = ['--betting-ms', '30000', '--card-ms', '50', '--result-ms', '1000'];
const server = new Server();
let visitor: Visitor | undefined;
let code = '';

beforeAll(async () => {
  code = await server.addStaff('Ann Lee', 'manager');
  await server.start([], LONG);
});

afterEach(async () => {
  await visitor?.close();
  visitor = undefined;
});

afterAll(async () => {
  await server.throwAway();
});

async function firstTab(view = ''): Promise<Page> {
  visitor = await visit(`${server.url}${view}`, DESKTOP);
  return visitor.page;
}

async function secondTab(first: Page): Promise<Page> {
  const page = await first.context().newPage();
  await page.goto(server.url);
  return page;
}

async function go(page: Page, view: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `#/${view}`);
}

async function signUp(page: Page, nickname: string): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create an account' }).click();
  await page.getByLabel('Nickname').fill(nickname);
  await page.getByLabel('New password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByTestId('balance').waitFor();
}

async function logOut(page: Page): Promise<void> {
  await go(page, 'account');
  await page.getByRole('main').getByRole('button', { name: 'Log out', exact: true }).click();
  await page.getByRole('button', { name: 'Play as guest' }).first().waitFor();
}

/** Waits until the header names that patron. */
async function waitForName(page: Page, name: string): Promise<void> {
  await page.getByRole('banner').getByText(name).waitFor();
}

const token = (page: Page) => page.evaluate(() => localStorage.getItem('punto.token'));

describe('a member of staff', () => {
  it('is not offered to play as guest, and stays who they are', async () => {
    const page = await firstTab('#/enrol');
    await page.getByLabel('Your name').fill('Ann Lee');
    await page.getByLabel('One-time code').fill(code);
    await page.getByLabel('New password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByText('Staff need a second factor').waitFor();
    for (const view of ['history', 'limits', 'account']) {
      await go(page, view);
      await page.getByText('You are logged in as staff, who place no bets.').waitFor();
      expect(await page.getByRole('button', { name: 'Play as guest' }).count(), view).toBe(0);
      await look(page, `staff-${view}`);
    }
    await go(page, '');
    await openTable(page, 'Salon One');
    await page.locator('[data-spot="player"]').click();
    await page.getByTestId('notice').getByText('You are logged in as staff').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await waitForName(page, 'Ann Lee');
  });
});

describe('a guest', () => {
  it('keeps the wallet when a spot is clicked before the connection is up', async () => {
    const page = await firstTab();
    await joinAsGuest(page, 'Heron');
    const before = await token(page);
    await page.routeWebSocket(/socket$/, () => undefined);
    await go(page, 'table/1');
    await page.reload();
    await page.locator('[data-spot="player"]').click();
    await page.getByTestId('notice').getByText('Connecting…').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await token(page)).toBe(before);
  });

  it('of another tab is taken up, not replaced, by the dialog of this one', async () => {
    const first = await firstTab();
    const second = await secondTab(first);
    await first.getByRole('button', { name: 'Play as guest' }).click();
    await first.getByLabel('Nickname').fill('Second');
    await joinAsGuest(second, 'First');
    const before = await token(second);
    await first.getByRole('button', { name: 'Start playing' }).click();
    await waitForName(first, 'First');
    expect(await token(first)).toBe(before);
  });

  it('who keeps the wallet in one tab has the account in the other, without a dialog', async () => {
    const first = await firstTab();
    await joinAsGuest(first, 'Egret');
    const second = await secondTab(first);
    await second.getByTestId('balance').waitFor();
    await go(second, 'account');
    await second.getByLabel('New password').fill(PASSWORD);
    await second.getByRole('button', { name: 'Open account' }).click();
    await second.getByTestId('notice').getByText('Your account is open.').waitFor();
    await go(first, 'account');
    await first.getByText('This device').waitFor();
    expect(await first.getByRole('dialog').count()).toBe(0);
    await second.reload();
    await second.getByText('This device').waitFor();
  });
});

describe('a log-in', () => {
  it('whose cookie the browser drops says so, and logs nobody in by half', async () => {
    const page = await firstTab();
    await signUp(page, 'Curlew');
    await logOut(page);
    await page.route('**/api/v1/sessions', async (route) => {
      const response = await route.fetch();
      const headers = Object.entries(response.headers()).filter(([name]) => name !== 'set-cookie');
      await page.context().clearCookies();
      await route.fulfill({ response, headers: Object.fromEntries(headers) });
    });
    await page.getByRole('banner').getByRole('button', { name: 'Log in' }).click();
    const dialog = page.getByRole('dialog', { name: 'Log in' });
    await dialog.getByLabel('Nickname').fill('Curlew');
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Log in' }).click();
    await dialog.getByText('The browser did not keep the session.').waitFor();
    await look(page, 'log-in-not-kept');
    await page.keyboard.press('Escape');
    await page.getByRole('banner').getByRole('button', { name: 'Play as guest' }).waitFor();
    expect(await page.evaluate(() => localStorage.getItem('punto.session'))).toBeNull();
  });
});

describe('a tab', () => {
  it('that comes back as another patron keeps nothing of the one before', async () => {
    const first = await firstTab();
    let isCut = false;
    await first.routeWebSocket(/socket$/, (socket) => {
      if (isCut) {
        void socket.close();
      } else {
        socket.connectToServer();
      }
    });
    await first.reload();
    await signUp(first, 'Plover');
    await openTable(first, 'Salon One');
    await waitForBetting(first, 20);
    await placeChip(first, 10, 'player');
    await waitForAmount(first, 'unconfirmed', 1_000);
    isCut = true;

    const second = await secondTab(first);
    await second.getByTestId('balance').waitFor();
    await logOut(second);
    await signUp(second, 'Dunlin');
    isCut = false;
    await waitForName(first, 'Dunlin');
    await waitForAmount(first, 'unconfirmed', 0);
    expect(await readAmount(first, 'staked')).toBe(0);
    await go(first, 'account');
    await first.getByRole('main').getByText('Dunlin').waitFor();
    await first.getByText('This device').waitFor();
  });
});
