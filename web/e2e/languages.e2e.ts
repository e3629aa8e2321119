// The page in every language: chosen by the browser or by hand, with nothing cut off at 360 px.
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES } from '../src/lib/i18n/language';
import { DESKTOP, PHONE, SMALL_PHONE, visit, type Visitor } from './browser';
import { cutTexts } from './fits';
import { MockHouse } from './mock-house';
import { joinAsGuest, placeChip, waitForPhase, waitForStake } from './patron';
import { Server } from './server';
import { settle } from './settle';

const RESULTS = fileURLToPath(new URL('../test-results/', import.meta.url));
/** A key of a text that is not loaded stands for itself. */
const KEY = /^[a-z_]+(\.[a-z_]+)+$/;

/** Looks for texts that are cut off, and for keys in place of texts. */
async function expectFit(page: Page, what: string): Promise<void> {
  await settle(page);
  // A card on its way from the shoe crosses the edge of the felt for a moment; a text that is cut off stays so.
  await expect.poll(() => cutTexts(page), { message: what, timeout: 5_000 }).toEqual([]);
  const lines = (await page.locator('body').innerText()).split('\n').map((line) => line.trim());
  expect(
    lines.filter((line) => KEY.test(line)),
    what,
  ).toEqual([]);
}

async function speak(page: Page, language: string): Promise<void> {
  await page.evaluate((tag) => {
    localStorage.setItem('punto.language', tag);
  }, language);
  await page.reload();
  await page.locator(`html[lang="${language}"] header.top`).waitFor();
}

async function open(page: Page, view: string, shown: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, view);
  await page.locator(shown).first().waitFor();
}

describe('the language', () => {
  it('follows the browser, and is changed on the page without a loss of chips or seat', async () => {
    const house = new MockHouse();
    const [emerald] = house.tables;
    const url = await house.start();
    emerald.open(60_000);
    const visitor = await visit(url, DESKTOP, { locale: 'zh-HK' });
    const { page } = visitor;
    try {
      await page.locator('html[lang="zh-Hant"]').getByRole('link', { name: '牌桌', exact: true }).waitFor();
      const picker = page.getByTestId('language').first();
      await picker.selectOption('en');
      await page.locator('html[lang="en"]').getByRole('link', { name: 'Tables' }).waitFor();
      expect(await picker.evaluate((one) => one === document.activeElement)).toBe(true);
      await joinAsGuest(page, 'Guest');
      await page.getByRole('link', { name: 'Open table Salon One' }).click();
      await waitForPhase(page, 'betting');
      await placeChip(page, 100, 'player');
      await page.getByTestId('confirm').click();
      await waitForStake(page, 'player', 10_000);
      await placeChip(page, 50, 'tie');
      await page.getByTestId('language').first().selectOption('es');
      await page.locator('[data-spot="player"]').getByText('Jugador').waitFor();
      await waitForStake(page, 'player', 10_000);
      await page.locator('[data-testid="unconfirmed"][data-minor="5000"]').waitFor();
      await open(page, '#/', '[data-testid="table-1"]');
      await page.reload();
      await page.locator('html[lang="es"] header').getByRole('link', { name: 'Mesas' }).waitFor();
      expect(visitor.problems).toEqual([]);
    } finally {
      await visitor.close();
      await house.stop();
    }
  });
});

describe('nothing is cut off at 360 px', () => {
  const house = new MockHouse();
  const server = new Server();
  let visitor: Visitor;
  let url: string;

  beforeAll(async () => {
    await mkdir(RESULTS, { recursive: true });
    url = await house.start();
    await server.start();
    house.tables[0].open(600_000);
    visitor = await visit(url, SMALL_PHONE, { touch: true });
  });

  afterAll(async () => {
    await visitor.close();
    await house.stop();
    await server.kill();
  });

  it.each(LANGUAGES)('in $tag, at the tables', async ({ tag }) => {
    const { page } = visitor;
    await page.goto(url);
    await page.evaluate(() => {
      localStorage.clear();
    });
    await speak(page, tag);
    await page.getByTestId('table-1').waitFor();
    await expectFit(page, 'lobby of a spectator');
    await page.locator('header .primary').click();
    await page.locator('dialog[open] input').fill(`Guest ${tag.slice(0, 2)}`);
    await expectFit(page, 'guest');
    await page.locator('dialog[open] .primary').click();
    await page.getByTestId('balance').waitFor();
    await expectFit(page, 'lobby');
    await open(page, '#/table/1', '[data-testid="line"][data-phase="betting"]');
    await page.locator('[data-spot="player"]').click();
    await page.locator('[data-spot="tie"]').click();
    await expectFit(page, 'table, unconfirmed');
    await page.getByTestId('confirm').click();
    await page.locator('[data-spot="player"]:not([data-stake="0"])').waitFor();
    await expectFit(page, 'table');
    await page.setViewportSize(PHONE);
    await settle(page);
    await page.screenshot({ path: `${RESULTS}language-${tag}.png` });
    await page.setViewportSize(DESKTOP);
    await page.screenshot({ path: `${RESULTS}language-${tag}-desktop.png` });
    await page.setViewportSize(SMALL_PHONE);
    await open(page, '#/history', 'h1');
    await page.locator('main nav').waitFor();
    await expectFit(page, 'history');
    await open(page, '#/statement', 'main article');
    await expectFit(page, 'statement');
    await page.locator('button.account').click();
    await expectFit(page, 'menu');
    expect(visitor.problems).toEqual([]);
  });

  it.each(LANGUAGES)('in $tag, in the account', async ({ tag }) => {
    const { page } = visitor;
    await page.goto(server.url);
    await page.evaluate(() => {
      localStorage.clear();
    });
    await page.context().clearCookies();
    await speak(page, tag);
    await open(page, '#/staff', 'main form');
    await expectFit(page, 'staff');
    await open(page, '#/enrol', 'main form');
    await expectFit(page, 'enrolment');
    await open(page, '#/history', 'main h1');
    await page.locator('header .log-in').click();
    await page.locator('dialog[open] form').waitFor();
    await expectFit(page, 'log-in');
    await page.keyboard.press('Escape');
    await page.locator('header .primary').click();
    await page.locator('dialog[open] input').fill(`Guest ${tag.slice(0, 2)}`);
    await page.locator('dialog[open] .primary').click();
    await page.getByTestId('balance').waitFor();
    await open(page, '#/account', 'main form');
    await expectFit(page, 'account');
    await open(page, '#/limits', 'main h1');
    await page.locator('[data-testid="limit-loss_day"]').waitFor();
    await expectFit(page, 'limits');
    await page.locator('[data-testid="limit-loss_day"] button').first().click();
    await expectFit(page, 'a limit');
    await open(page, '#/verify', 'main details');
    await page.locator('main summary').click();
    await expectFit(page, 'check of a shoe');
    await open(page, '#/table/1', '[data-testid="watch-mark"][data-state="checked"]');
    await expectFit(page, 'table with checks');
    await page.getByTestId('watch-mark').click();
    await expectFit(page, 'checks');
    await page.screenshot({ path: `${RESULTS}language-${tag}-checks.png` });
    expect(visitor.problems).toEqual([]);
  });
});
