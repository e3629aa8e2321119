// People at the real server: a guest becomes a patron, logs in with a second factor, and ends sessions; staff enrol.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, visit, type Visitor } from './browser';
import { look } from './look';
import { joinAsGuest, openTable, readAmount } from './patron';
import { Server } from './server';
import { totp } from './totp';

const PASSWORD = 'quiet river lantern';
const server = new Server();
const visitors: Visitor[] = [];
let enrolmentCode = '';

beforeAll(async () => {
  enrolmentCode = await server.addStaff('Ann Lee', 'manager');
  await server.start();
});

afterEach(async () => {
  await Promise.all(visitors.splice(0).map((visitor) => visitor.close()));
});

afterAll(async () => {
  await server.throwAway();
});

/** Opens the page on a device of its own. */
async function device(view = ''): Promise<Page> {
  const visitor = await visit(`${server.url}${view}`, DESKTOP);
  visitors.push(visitor);
  return visitor.page;
}

/** Opens a view without loading the page again. */
async function go(page: Page, view: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `#/${view}`);
}

async function logIn(page: Page, name: string, code = ''): Promise<void> {
  await page.getByLabel(/^(Nickname|Name)$/).fill(name);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Code', { exact: true }).fill(code);
  await page
    .getByRole('main')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: 'Log in' })
    .last()
    .click();
}

/** Sets a second factor up; returns its secret and the recovery codes. */
async function setSecondFactor(
  page: Page,
  looks?: (what: string) => Promise<void>,
): Promise<{ secret: string; codes: string[] }> {
  const section = page.getByRole('region', { name: 'Second factor' });
  await section.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await section.getByRole('button', { name: 'Set up' }).click();
  const secret = await section.getByTestId('secret').innerText();
  await section.getByLabel('Code of the app').fill('000000');
  await section.getByRole('button', { name: 'Confirm' }).click();
  await section.getByText('This is not the code that the app shows now.').waitFor();
  await looks?.('account-second-factor');
  await section.getByLabel('Code of the app').fill(totp(secret));
  await section.getByRole('button', { name: 'Confirm' }).click();
  await section.getByTestId('recovery-codes').waitFor();
  const codes = await section.getByTestId('recovery-codes').locator('code').allInnerTexts();
  expect(codes).toHaveLength(10);
  await looks?.('account-recovery-codes');
  await section.getByRole('button', { name: 'I have stored them' }).click();
  await section.getByText('In use.').waitFor();
  return { secret, codes };
}

describe('a guest', () => {
  it('becomes a patron, who logs in on another device with a second factor, and logs it out again', async () => {
    const page = await device();
    await joinAsGuest(page, 'Kestrel');
    const balance = await readAmount(page, 'balance');
    await page.getByRole('button', { name: /Balance \d/ }).click();
    await page.getByRole('link', { name: 'Keep this wallet' }).click();
    await page.getByLabel('New password').fill('password1');
    await page.getByRole('button', { name: 'Open account' }).click();
    await page.getByText('Choose another password').waitFor();
    await look(page, 'account-keep');
    await page.getByLabel('New password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Open account' }).click();
    await page.getByTestId('notice').getByText('Your account is open.').waitFor();
    expect(await page.evaluate(() => localStorage.getItem('punto.token'))).toBeNull();
    await page.locator('[data-testid="connection"][data-status="open"]').waitFor({ state: 'attached' });
    expect(await page.getByTestId('notice').filter({ hasText: 'Reconnected.' }).count()).toBe(0);
    const { secret, codes } = await setSecondFactor(page, (what) => look(page, what));
    expect(await readAmount(page, 'balance')).toBe(balance);
    await look(page, 'account');

    const other = await device();
    await other.getByRole('button', { name: 'Log in' }).click();
    await look(other, 'account-log-in');
    await logIn(other, 'Kestrel');
    await other.getByRole('alert').getByText('The name, the password or the code is wrong.').waitFor();
    await logIn(other, 'Kestrel', totp(secret, 1));
    await other.getByTestId('balance').waitFor();
    expect(await readAmount(other, 'balance')).toBe(balance);
    await openTable(other, 'Salon One');

    await page.reload();
    const theirs = page.getByTestId('session').filter({ hasText: 'Chrome, Linux' });
    await theirs.getByRole('button', { name: 'Log out' }).click();
    await theirs.waitFor({ state: 'detached' });
    await other.getByRole('dialog').getByText('Your session has ended.').waitFor();
    expect(new URL(other.url()).hash).toBe('#/table/1');
    await logIn(other, 'Kestrel', codes[0]);
    await other.getByTestId('balance').waitFor();
    await other.getByRole('heading', { level: 1, name: 'Salon One' }).waitFor();

    await page.getByRole('main').getByRole('button', { name: 'Log out', exact: true }).click();
    await page.getByRole('button', { name: 'Play as guest' }).first().waitFor();
    await page.reload();
    await page.getByText('You are not logged in.').waitFor();
  });

  it('signs up with an account, changes the password, and stays logged in', async () => {
    const page = await device();
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('button', { name: 'Create an account' }).click();
    await page.getByLabel('Nickname').fill('kestrel');
    await page.getByLabel('New password').fill(PASSWORD);
    await look(page, 'account-sign-up');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('Somebody has this nickname').waitFor();
    await page.getByLabel('Nickname').fill('Harbour');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByTestId('balance').waitFor();
    await go(page, 'account');
    await page.getByLabel('Present password').fill('not this one');
    await page.getByLabel('New password').fill(`${PASSWORD} two`);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('This is not your password.').waitFor();
    await page.getByLabel('Present password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByTestId('notice').getByText('Password changed.').waitFor();
    await page.reload();
    await page.getByText('This device').waitFor();
    expect(await page.getByTestId('session').count()).toBe(1);
  });
});

describe('a member of staff', () => {
  it('enrols with the one-time code, sets a second factor, and logs in again', async () => {
    const page = await device('#/enrol');
    await page.getByLabel('Your name').fill('Ann Lee');
    await page.getByLabel('One-time code').fill('wrong-code');
    await page.getByLabel('New password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByText('The name or the code is wrong').waitFor();
    await look(page, 'staff-enrol');
    await page.getByLabel('One-time code').fill(enrolmentCode);
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByText('Staff need a second factor').waitFor();
    await page.reload();
    await page.getByText('Staff need a second factor').waitFor();
    const { secret } = await setSecondFactor(page);
    await page.getByText('Manager', { exact: true }).waitFor();
    await look(page, 'staff');

    await page.getByRole('main').getByRole('button', { name: 'Log out', exact: true }).click();
    await page.getByLabel('Name', { exact: true }).waitFor();
    await logIn(page, 'Ann Lee', totp(secret, 1));
    await page.getByRole('heading', { level: 2, name: 'Ann Lee' }).waitFor();
  });
});
