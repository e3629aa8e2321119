// Makes the pictures of the documents: tables and lobby of the mock house, so that the same cards lie on them each
// time, and the console, the page of dealers and the checks of a shoe of the real server.
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { closeBrowser, DESKTOP, PHONE, visit, type Size, type Visitor } from './browser';
import { MockHouse } from './mock-house';
import { joinAsGuest, openTable, placeChip, waitForPhase, waitForStake } from './patron';
import { Server } from './server';
import { enrol, logIn } from './staff';
import { settle } from './settle';
import { Studio } from './studio';

const FOLDER = fileURLToPath(new URL('../../docs/pictures/', import.meta.url));
/** What the countdown has left; the mock house closes nothing by itself. */
const BETTING = 25_000;
const RESULT = 6_000;
const QUALITY = 72;

/** Takes a picture of the page once its animations are over. */
async function picture(page: Page, name: string): Promise<void> {
  await settle(page);
  await page.screenshot({ path: `${FOLDER}${name}.jpg`, type: 'jpeg', quality: QUALITY });
}

/** Opens the page with pictures of motion standing still. */
async function open(url: string, size: Size, locale = 'en-GB'): Promise<Visitor> {
  const visitor = await visit(url, size, { touch: size !== DESKTOP, locale });
  await visitor.page.emulateMedia({ reducedMotion: 'reduce' });
  return visitor;
}

/** A guest at the first table, who bets and wins. */
async function play(size: Size, name: string, also: (page: Page) => Promise<void>): Promise<void> {
  const house = new MockHouse();
  const [salon, gold] = house.tables;
  const url = await house.start();
  salon.open(BETTING);
  gold.open(BETTING);
  const { page, close } = await open(url, size);
  await joinAsGuest(page, 'Morgan');
  await page.getByTestId('table-2').waitFor();
  if (size === DESKTOP) {
    await picture(page, 'lobby-desktop');
  }
  await openTable(page, 'Salon One');
  await waitForPhase(page, 'betting');
  await page.getByRole('button', { name: 'Got it' }).click();
  await placeChip(page, 500, 'player');
  await placeChip(page, 100, 'player_pair');
  await page.getByTestId('confirm').click();
  await waitForStake(page, 'player', 50_000);
  salon.close();
  salon.deal();
  salon.settle(RESULT);
  await page.getByText('You won').first().waitFor();
  await picture(page, `table-${name}`);
  await also(page);
  await close();
  await house.stop();
}

/** The table in another language, on a phone. */
async function speak(locale: string, name: string): Promise<void> {
  const house = new MockHouse();
  const url = await house.start();
  house.tables[0].open(BETTING);
  const { page, close } = await open(`${url}#/table/1`, PHONE, locale);
  await waitForPhase(page, 'betting');
  await picture(page, name);
  await close();
  await house.stop();
}

async function openConsole(): Promise<void> {
  const server = new Server();
  const code = await server.addStaff('Ann Lee', 'supervisor');
  await server.start();
  const member = await enrol(server.url, 'Ann Lee', code);
  const { page, close } = await open(`${server.url}/console.html`, DESKTOP);
  await logIn(page, member);
  await page.getByText('Salon One').first().click();
  await page.getByRole('heading', { name: 'Salon One' }).waitFor();
  await page.getByTestId('table').getByText('Round over').first().waitFor();
  await picture(page, 'console');
  await close();
  await checks(server.url);
  await server.throwAway();
}

/** A dealer whose second card for Banker was not read. */
async function openDealer(): Promise<void> {
  const studio = new Studio();
  const dealer = await studio.start();
  const { page, close } = await open(`${studio.server.url}/dealer.html`, DESKTOP);
  await logIn(page, dealer, 'live-tables');
  await page.getByRole('link', { name: 'Salon Live' }).click();
  await page.getByRole('button', { name: 'Sit down' }).click();
  studio.play(['unreadable@1.B2']);
  await page.getByRole('button', { name: 'Open shoe' }).click();
  await page.getByRole('button', { name: 'Start betting' }).click();
  await page.getByRole('button', { name: 'Rescan', disabled: false }).waitFor();
  await picture(page, 'dealer');
  await close();
  await studio.end();
}

/** The checks of a shoe in play, on a phone. */
async function checks(url: string): Promise<void> {
  const { page, close } = await open(`${url}#/table/1`, PHONE);
  await page.locator('[data-testid="watch-mark"][data-state="checked"]').click();
  await page.getByRole('dialog').getByText('Record up to no.').waitFor();
  await picture(page, 'checks');
  await close();
}

/** Makes every picture. */
export async function run(): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  await play(DESKTOP, 'desktop', async (page) => {
    await page.getByRole('button', { name: 'Rules' }).click();
    await page.getByRole('dialog').getByText('Bets, payouts and limits').waitFor();
    await picture(page, 'rules');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Bet history' }).click();
    await page.getByRole('button', { name: /^Replay: / }).click();
    await page.getByTestId('replay').waitFor();
    await page.keyboard.press('End');
    await page.getByTestId('replay').getByText('Your result').waitFor();
    await picture(page, 'replay');
  });
  await play(PHONE, 'phone', async (page) => {
    await page.evaluate(() => {
      document.querySelector('aside')?.scrollIntoView();
    });
    await picture(page, 'roads-phone');
  });
  await speak('zh-CN', 'table-chinese');
  await speak('th-TH', 'table-thai');
  await openConsole();
  await openDealer();
  await closeBrowser();
}
