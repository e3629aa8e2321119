// The dealers at the supervisors' console, by keyboard: a supervisor sets a PIN, unlocks one that was wrong five times, and
// ends the session that began with it.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, SMALL_PHONE } from './browser';
import { House } from './console-house';
import { inspect } from './console-look';
import { cutTexts } from './fits';
import { jump, logIn, openConsole, prove, type Member } from './staff';
import { unrecorded } from './unrecorded';

const TABLES = `
[[table]]
id = 9
name = "Salon Live"
rules = "live-commission"
dealer = "scanner"
`;
const SIZES = { small: SMALL_PHONE, desktop: DESKTOP };
/** The number of the dealer Eve, who is added first. */
const EVE = 1;
const PIN = '402917';

const house = new House();
let folder = '';
let ann: Member;
let page: Page;
/** The secret of the console of the table. */
let secret = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'punto-tables-'));
  await writeFile(join(folder, 'tables.toml'), TABLES);
  await house.start(
    [
      ['Eve Orr', 'dealer'],
      ['Ann Lee', 'supervisor'],
    ],
    ['--tables', join(folder, 'tables.toml'), ...(await unrecorded(folder, 9))],
  );
  ann = await house.enrol('Ann Lee');
  page = await house.open('/console.html');
  await logIn(page, ann);
  await jump(page, 'Salon Live');
  await page.getByTestId('desk').waitFor();
  secret = await openConsole(page, ann, 9);
}, 120_000);

afterAll(async () => {
  await house.end();
  await rm(folder, { recursive: true, force: true });
});

async function lookAt(what: string): Promise<void> {
  await inspect(page, `dealers-${what}`, SIZES);
  expect(await cutTexts(page), what).toEqual([]);
}

/** Eve types a PIN at the table; returns the status of the answer. */
async function typed(pin: string): Promise<number> {
  const answer = await fetch(new URL('/api/v1/tables/9/dealer-sessions', house.server.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ dealer: EVE, pin, console: secret }),
  });
  return answer.status;
}

/** Opens the list of dealers; Eve, once her PIN stands so. */
async function eve(pin: string): Promise<Locator> {
  await page.keyboard.press('y');
  const line = page.getByTestId('dealers').locator(`[data-dealer="${String(EVE)}"][data-pin="${pin}"]`);
  await line.getByText('Eve Orr').waitFor();
  return line;
}

async function press(line: Locator, name: string): Promise<void> {
  await line.getByRole('button', { name }).focus();
  await page.keyboard.press('Enter');
}

describe('a dealer', () => {
  it('gets a PIN from a supervisor, who counts no more as a second person then', async () => {
    await press(await eve('none'), 'Set PIN');
    await page.getByTestId('effect').getByText('You will know it').waitFor();
    await page.getByLabel('New PIN').fill(PIN);
    await lookAt('set');
    await prove(page, ann);
    await page.getByText('The PIN of Eve Orr is set.').first().waitFor();
    const line = page.getByTestId('dealers').locator('[data-pin="set"]');
    await line.getByText('was chosen by staff 2').waitFor();
    await lookAt('list');
    await page.keyboard.press('Escape');
  });

  it('is let in again by a supervisor after five wrong tries', async () => {
    for (const status of [401, 401, 401, 401, 403]) {
      expect(await typed('402918')).toBe(status);
    }
    await press(await eve('locked'), 'Unlock PIN');
    await page.getByTestId('effect').getByText('Ask first').waitFor();
    await lookAt('unlock');
    await page.getByRole('dialog').getByRole('button', { name: 'Unlock PIN' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('The PIN of Eve Orr is unlocked.').first().waitFor();
    await page.getByTestId('dealers').locator('[data-pin="set"]').waitFor();
    await page.keyboard.press('Escape');
  });

  it('finds a number and a PIN refused that come from elsewhere', async () => {
    const own = secret;
    secret = '0'.repeat(64);
    expect(await typed(PIN)).toBe(403);
    secret = own;
  });

  it('is out at once when a supervisor ends the session', async () => {
    expect(await typed(PIN)).toBe(201);
    const line = await eve('set');
    await line.getByText('At Salon Live').waitFor();
    await press(line, 'End session');
    await page.getByRole('dialog').getByRole('button', { name: 'End session' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('The session of Eve Orr is ended.').first().waitFor();
    await line.getByText('At Salon Live').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
  });

  it('is out at once when a supervisor closes the console, where no PIN counts then', async () => {
    expect(await typed(PIN)).toBe(201);
    const line = await eve('set');
    await line.getByText('At Salon Live').waitFor();
    const console = page.getByTestId('consoles').locator('[data-console="1"]');
    await console.getByText('Opened by Ann Lee').waitFor();
    await console.getByText('A dealer logged in there last').waitFor();
    await console.scrollIntoViewIfNeeded();
    await lookAt('consoles');
    await press(console, 'Close console');
    await page.getByTestId('effect').getByText('are logged out at once').waitFor();
    await lookAt('close-console');
    await page.getByRole('dialog').getByRole('button', { name: 'Close console' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Console 1 is closed.').first().waitFor();
    await page.getByTestId('consoles').getByText('None.').waitFor();
    await line.getByText('At Salon Live').waitFor({ state: 'detached' });
    expect(await typed(PIN)).toBe(403);
  });
});
