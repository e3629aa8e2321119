// Passkeys on the page at the real server, with an authenticator that the browser simulates.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, visit, type Visitor } from './browser';
import { look } from './look';
import { Server } from './server';
import { totp } from './totp';

const PASSWORD = 'quiet river lantern';

const server = new Server();
/** The server under a name: passkeys are bound to one. */
let named = '';
let visitor: Visitor;

beforeAll(async () => {
  await server.start();
  named = server.url.replace('127.0.0.1', 'localhost');
  await server.kill();
  await server.start(['--public-url', new URL(named).origin]);
});

afterEach(async () => {
  await visitor.close();
});

afterAll(async () => {
  await server.throwAway();
});

/** Signs a patron up and opens what they log in with. */
async function signUp(page: Page, nickname: string): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create an account' }).click();
  await page.getByLabel('Nickname').fill(nickname);
  await page.getByLabel('New password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByTestId('balance').waitFor();
  await page.evaluate(() => {
    location.hash = '#/account';
  });
}

/** Gives the page a device that verifies its user and keeps passkeys. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

describe('a passkey', () => {
  it('is added, renamed, logs its owner in without a password, and is removed', async () => {
    visitor = await visit(named, DESKTOP);
    const { page } = visitor;
    await addAuthenticator(page);
    await signUp(page, 'Osprey');
    const section = page.getByRole('region', { name: 'Passkeys' });
    await section.getByText('You have no passkey yet.').waitFor();
    await section.getByRole('button', { name: 'Add a passkey' }).click();
    await section.getByLabel('Name of the passkey').fill('phone');
    await section.getByLabel('Password', { exact: true }).fill('not this one');
    await section.getByRole('button', { name: 'Add a passkey' }).click();
    await section.getByText('This is not your password.').waitFor();
    await section.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await look(page, 'passkey-add');
    await section.getByRole('button', { name: 'Add a passkey' }).click();
    await section.getByTestId('recovery-codes').waitFor();
    expect(await section.getByTestId('recovery-codes').locator('code').count()).toBe(10);
    await section.getByRole('button', { name: 'I have stored them' }).click();
    const line = section.getByTestId('passkey');
    await line.getByText('phone', { exact: true }).waitFor();
    await line.getByText('not used yet').waitFor();
    await section.getByRole('button', { name: 'Rename: phone' }).click();
    await section.getByLabel('Name of the passkey').fill('old phone');
    await section.getByRole('button', { name: 'Save' }).click();
    await line.getByText('old phone', { exact: true }).waitFor();
    await look(page, 'passkeys');

    await page.getByRole('main').getByRole('button', { name: 'Log out', exact: true }).click();
    await page.getByRole('banner').getByRole('button', { name: 'Log in' }).click();
    await look(page, 'passkey-log-in');
    await page.getByRole('dialog').getByRole('button', { name: 'Log in with a passkey' }).click();
    await page.getByTestId('balance').waitFor();
    await page.getByRole('banner').getByText('Osprey').waitFor();
    await line.getByText('Last used').waitFor();

    await section.getByRole('button', { name: 'Remove: old phone' }).click();
    await section.getByText('old phone logs nobody in afterwards.').waitFor();
    await look(page, 'passkey-remove');
    await section.getByRole('button', { name: 'Use a passkey instead' }).click();
    await section.getByText('You have no passkey yet.').waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Log out', exact: true }).click();
    await page.getByRole('banner').getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Log in with a passkey' }).click();
    await page.getByRole('dialog').getByText('No passkey of this server was found here').waitFor();
  });

  it('has a code app beside it, which its owner adds and removes', async () => {
    visitor = await visit(named, DESKTOP);
    const { page } = visitor;
    await addAuthenticator(page);
    await signUp(page, 'Kestrel');
    const passkeys = page.getByRole('region', { name: 'Passkeys' });
    await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
    await passkeys.getByLabel('Name of the passkey').fill('phone');
    await passkeys.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
    await passkeys.getByRole('button', { name: 'I have stored them' }).click();

    const section = page.getByRole('region', { name: 'Second factor' });
    expect(await section.getByRole('button', { name: 'Remove the app' }).count()).toBe(0);
    await section.getByRole('button', { name: 'Add a code app' }).click();
    await look(page, 'second-factor-beside-passkey');
    await section.getByRole('button', { name: 'Cancel' }).click();
    await section.getByRole('button', { name: 'Add a code app' }).click();
    await section.getByRole('button', { name: 'Use a passkey instead' }).click();
    const secret = await section.getByTestId('secret').innerText();
    await section.getByLabel('Code of the app').fill(totp(secret));
    await section.getByRole('button', { name: 'Confirm' }).click();
    await section.getByTestId('recovery-codes').waitFor();
    await section.getByRole('button', { name: 'I have stored them' }).click();
    expect(await section.getByRole('button', { name: 'Add a code app' }).count()).toBe(0);
    expect(await passkeys.getByTestId('passkey').count()).toBe(1);

    await section.getByRole('button', { name: 'Remove the app' }).click();
    await section.getByRole('button', { name: 'Use a passkey instead' }).click();
    await section.getByRole('button', { name: 'Add a code app' }).waitFor();
    expect(visitor.problems).toEqual([]);
  });

  it('is not offered at an address without a name', async () => {
    visitor = await visit(server.url, DESKTOP);
    const { page } = visitor;
    await signUp(page, 'Merlin');
    const section = page.getByRole('region', { name: 'Passkeys' });
    await section.getByText('cannot use passkeys').waitFor();
    expect(await section.getByRole('button', { name: 'Add a passkey' }).count()).toBe(0);
  });
});
