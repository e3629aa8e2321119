// A scanner that acts as a keyboard at the pages of a dealer: whatever has the focus, nothing happens. What a hand presses
// on the same keys does.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, visit, type Visitor } from './browser';
import { DealerPage } from './dealer-page';
import type { HandShoe } from './hand-shoe';
import { Studio } from './studio';

const studio = new Studio();
/** Between two keys of a scanner, and how close together the page takes them for those of one. */
const [APART_MS, TOGETHER_MS] = [4, 20];
const visitors: Visitor[] = [];
let shoe: HandShoe;
let dan: DealerPage;
let page: Page;

beforeAll(async () => {
  const dealer = await studio.start();
  dan = await DealerPage.sit(studio, dealer);
  shoe = dan.shoe;
  visitors.push(dan.visitor);
  page = dan.page;
}, 120_000);

afterAll(async () => {
  for (const { problems, close } of visitors) {
    await close();
    expect(problems.filter((problem) => !problem.includes('Failed to load resource'))).toEqual([]);
  }
  await shoe.disconnect();
  await studio.end();
});

/** Lets the window of a page hear keys at once, as no keyboard sends them. */
async function floods(at: Page, keys: readonly string[]): Promise<void> {
  const longest = await at.evaluate((all) => {
    const events = all.map((key) => {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
      window.dispatchEvent(event);
      return event.timeStamp;
    });
    return Math.max(...events.map((stamp, index) => stamp - (events[index - 1] ?? stamp)));
  }, keys);
  expect(longest).toBeLessThan(TOGETHER_MS);
  await hasPassed(at);
}

/**
 * Types what a scanner types into what has the focus. The browser takes the keys for real ones, with the times they name.
 * The first one has to be of no meaning: the page may have to wait for the next one for long on a busy machine.
 */
async function scans(at: Page, keys: readonly string[]): Promise<void> {
  const line = await at.context().newCDPSession(at);
  const now = Date.now() / 1_000;
  await Promise.all(
    keys.flatMap((key, index) => {
      const text = key === 'Enter' ? '\r' : key;
      const timestamp = now + (index * APART_MS) / 1_000;
      const code = key === 'Enter' ? 13 : key.toUpperCase().charCodeAt(0);
      const about = { key, timestamp, windowsVirtualKeyCode: code };
      return [
        line.send('Input.dispatchKeyEvent', { ...about, type: 'keyDown', text }),
        line.send('Input.dispatchKeyEvent', { ...about, type: 'keyUp' }),
      ];
    }),
  );
  await line.detach();
  await hasPassed(at);
}

/** Waits for a timer that is due after those that the keys may have begun. */
async function hasPassed(at: Page): Promise<void> {
  await at.evaluate((ms) => new Promise((done) => setTimeout(done, ms)), 2 * TOGETHER_MS);
}

/** The orders that the page gives meanwhile. */
async function ordersDuring(act: () => Promise<void>): Promise<string[]> {
  const orders: string[] = [];
  const note = (request: { method(): string; url(): string; postData(): string | null }) => {
    if (request.method() !== 'GET') {
      orders.push(`${request.url()} ${request.postData() ?? ''}`);
    }
  };
  page.on('request', note);
  await act();
  page.off('request', note);
  return orders;
}

const focus = (name: string) => page.getByRole('button', { name }).focus();

/** Presses a key as long as a hand does. */
const press = (key: string) => page.keyboard.press(key, { delay: 40 });

/** What staff see of the table. */
async function stands(): Promise<unknown> {
  const { seq, held, call, dealer, shoe: label, waits_for: wait } = await studio.status();
  return { seq, held, call, dealer, label, wait };
}

async function asksNothing(): Promise<void> {
  expect(await page.locator('dialog[open]').count()).toBe(0);
  expect(await page.getByTestId('line').innerText()).toBe('START BETTING');
}

describe('a scanner that acts as a keyboard', () => {
  it('does nothing at the table, whatever has the focus', async () => {
    await dan.opens('BOX-0001', 8, ['2d', '3c', '4h']);
    await dan.says('START BETTING');
    const before = await stands();
    for (const name of ['Start betting', 'Hold', 'Stand up', 'Keys']) {
      await focus(name);
      const orders = await ordersDuring(async () => {
        await floods(page, ['p', 'c', 'h', 'y', '9', ' ', 'Enter']);
        await scans(page, ['9', 'p', 'c', ' ', 'h', 'y', 'Enter', ' ', 'Enter']);
      });
      expect(orders, name).toEqual([]);
      await asksNothing();
    }
    await page.getByRole('link', { name: 'All live tables' }).focus();
    await scans(page, ['9', 'p', ' ', 'Enter']);
    await asksNothing();
    expect(await stands()).toEqual(before);
  });

  it('answers no question', async () => {
    await press('h');
    await page.getByRole('dialog').getByText('You deal no more at this table.').waitFor();
    const orders = await ordersDuring(async () => {
      await scans(page, ['9', 'y', ' ', 'Enter', 'y']);
      await page.getByRole('button', { name: 'Yes, do it' }).focus();
      await scans(page, ['9', ' ', 'y', 'Enter']);
    });
    expect(orders).toEqual([]);
    await page.getByRole('dialog').getByText('You deal no more at this table.').waitFor();
    await page.getByRole('button', { name: 'No' }).focus();
    await press('Space');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });

  it('is no hand, which holds the table with a key, and takes it back with Space on the button', async () => {
    await press('p');
    await dan.says('TABLE HELD');
    expect((await studio.status()).held).toBe(true);
    await focus('End the hold');
    await press('Space');
    await dan.says('START BETTING');
    expect((await studio.status()).held).toBe(false);
    await page.getByRole('link', { name: 'All live tables' }).focus();
    await press('Enter');
    await page.getByTestId('live-tables').waitFor();
  });

  it('chooses no table, and logs nobody in', async () => {
    const visitor = await visit(`${studio.server.url}/dealer.html`, DESKTOP);
    visitors.push(visitor);
    const entry = visitor.page;
    await studio.openConsole(visitor);
    await entry.getByTestId('live-tables').getByText('Salon Live').waitFor();
    await floods(entry, ['1', '9', 'Enter']);
    await entry.getByRole('link', { name: 'Salon Live' }).focus();
    await scans(entry, ['0', '1', 'Enter']);
    await entry.getByTestId('live-tables').waitFor();
    await entry.keyboard.press('Enter', { delay: 40 });
    await entry.getByTestId('table-log-in').waitFor();
    await floods(entry, ['4', '0', '2', '9', '1', '7', 'Enter']);
    const pad = entry.getByRole('group', { name: 'Digits' });
    await pad.getByRole('button', { name: '7' }).focus();
    await scans(entry, ['x', ' ', '4', ' ', 'Enter']);
    expect(await entry.getByTestId('pad-number').innerText()).toBe('');
    await entry.keyboard.press('Space', { delay: 40 });
    await entry.getByTestId('pad-number').getByText('7', { exact: true }).waitFor();
  });
});
