// The page checks the shoe while it plays, and warns when a card is not the next one of the sealed order.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, PHONE, SMALL_PHONE, visit, type Visitor } from './browser';
import { look } from './look';
import { bet, joinAsGuest, openTable, waitForBetting, waitForPhase } from './patron';
import { Server } from './server';

const server = new Server();
let visitor: Visitor | undefined;

beforeAll(async () => {
  await server.start();
});

afterEach(async () => {
  await visitor?.close();
  visitor = undefined;
});

afterAll(async () => {
  await server.throwAway();
});

const mark = (page: Page, state: string) => page.locator(`[data-testid="watch-mark"][data-state="${state}"]`);
const cards = async (page: Page) => Number(await page.getByTestId('watch-mark').getAttribute('data-cards'));
const line = (page: Page, check: string, verdict: string) =>
  page.locator(`li[data-check="${check}"][data-verdict="${verdict}"]`);

/** Waits until so many cards are checked. */
async function waitForCards(page: Page, least: number): Promise<void> {
  await page.waitForFunction((count) => {
    const shown = document.querySelector<HTMLElement>('[data-testid="watch-mark"]');
    return Number(shown?.dataset['cards']) >= count;
  }, least);
}

/** Whether all of an element lies within the dialog as it is, without scrolling. */
async function isInView(page: Page, id: string): Promise<boolean> {
  return page.evaluate((wanted) => {
    const dialog = document.querySelector('dialog[open]')?.getBoundingClientRect();
    const box = document.querySelector(`dialog[open] [data-testid="${wanted}"]`)?.getBoundingClientRect();
    return dialog !== undefined && box !== undefined && box.height > 0 && box.bottom <= dialog.bottom;
  }, id);
}

const first = (page: Page) => page.locator('dialog[open] li').first();

describe('the checks of a shoe in play', () => {
  it('count its cards, check the own bets, and go on from what an earlier visit saw', async () => {
    visitor = await visit(server.url, DESKTOP);
    const { page, problems } = visitor;
    await joinAsGuest(page, 'Watcher');
    await openTable(page, 'Salon One');
    await mark(page, 'checked').waitFor();
    const before = await cards(page);
    await bet(page, { banker: 10, tie: 5 }, 3);
    await waitForCards(page, before + 4);
    await waitForPhase(page, 'settled');
    await page.getByTestId('watch-mark').click();
    for (const check of [
      'form',
      'key',
      'signature',
      'chain',
      'committed',
      'root',
      'cards',
      'burn',
      'rounds',
      'wagers',
    ]) {
      await line(page, check, 'ok').waitFor();
    }
    expect(await page.locator('li[data-verdict="failed"]').count()).toBe(0);
    expect(await page.getByTestId('watch-verdict').textContent()).toMatch(
      /^Checked: \d+ cards, each the next of the sealed order; your bets of 1 round fixed before its first card\.$/,
    );
    await page.getByText('it sends a random number of yours for each new shoe').waitFor();
    const verdicts = await page
      .locator('dialog[open] li')
      .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset['verdict']));
    expect(verdicts).toEqual([...verdicts].sort().reverse());
    expect(await page.getByTestId('watch-digits').textContent()).toMatch(/^\d{5}( \d{5}){3}$/);
    await look(page, 'watch');
    for (const size of [PHONE, SMALL_PHONE]) {
      await page.setViewportSize(size);
      await page.locator('[data-testid="watch-more"].shown').waitFor({ state: 'attached' });
      for (const id of ['watch-verdict', 'watch-digits', 'watch-file', 'watch-verify']) {
        expect(await isInView(page, id), `${id} at ${String(size.width)}`).toBe(true);
      }
    }
    await page.locator('dialog[open]').evaluate((dialog) => {
      dialog.scrollTo(0, dialog.scrollHeight);
    });
    await page.locator('[data-testid="watch-more"]:not(.shown)').waitFor({ state: 'attached' });
    await page.setViewportSize(DESKTOP);
    const file = page.waitForEvent('download');
    await page.getByTestId('watch-file').click();
    expect((await file).suggestedFilename()).toBe('table-1-shoe-1.json');

    await page.reload();
    await mark(page, 'checked').waitFor();
    await page.getByTestId('watch-mark').click();
    await line(page, 'fork', 'ok').waitFor();
    await line(page, 'key', 'ok').getByText('the key that you kept').waitFor();
    await page.getByTestId('watch-verify').click();
    await page.getByRole('heading', { level: 1, name: 'Check a shoe' }).waitFor();
    expect(problems).toEqual([]);
  });

  it('go on after the connection was lost', async () => {
    visitor = await visit(`${server.url}/#/table/1`, DESKTOP);
    const { page } = visitor;
    await mark(page, 'checked').waitFor();
    await page.context().setOffline(true);
    await page.getByText('Connection lost').first().waitFor();
    await page.context().setOffline(false);
    const before = await cards(page);
    await waitForCards(page, before + 4);
    await mark(page, 'checked').waitFor();
  });

  it('run beside the page, and say where they cannot', async () => {
    visitor = await visit(`${server.url}/#/table/1`, DESKTOP);
    const { page } = visitor;
    await mark(page, 'checked').waitFor();
    expect(page.workers()).toHaveLength(1);
    await page.context().route(/punto_watch_wasm.*\.wasm$/, (route) => route.abort());
    await page.reload();
    await mark(page, 'missing').waitFor();
    expect(page.workers()).toHaveLength(0);
  });

  it('warn of a house with another key, until the patron starts again with it', async () => {
    visitor = await visit(server.url, DESKTOP);
    const { page } = visitor;
    await page.evaluate(() => {
      localStorage.setItem('punto.house', 'ab'.repeat(32));
    });
    await page.goto(`${server.url}/#/table/1`);
    const alarm = page.locator('[data-testid="watch-alarm"][data-check="key"]');
    await alarm.getByText('The house signs with another key than you know.').waitFor();
    await mark(page, 'failed').click();
    await line(page, 'key', 'failed').waitFor();
    expect(await first(page).getAttribute('data-check')).toBe('key');
    const kept = first(page).locator(`[title="${'ab'.repeat(32)}"]`);
    expect((await kept.boundingBox())?.width).toBeLessThan(200);
    expect(await kept.textContent()).toBe('ab'.repeat(32));
    await look(page, 'watch-other-key');
    await page.getByTestId('watch-again').click();
    await alarm.waitFor({ state: 'detached' });
    await line(page, 'key', 'ok').waitFor();
    await mark(page, 'checked').waitFor();
    const known = await page.evaluate(() => localStorage.getItem('punto.house'));
    const key: unknown = await (await page.request.get(`${server.url}/api/v1/proofs/key`)).json();
    expect(key).toEqual({ key: known });
  });

  it('warn of a card that is not the sealed one, and the warning stays', async () => {
    visitor = await visit('about:blank', DESKTOP);
    const { page } = visitor;
    await page.routeWebSocket(/socket$/, (socket) => {
      const house = socket.connectToServer();
      const other = (_: string, card: string) => `"card":"${card === 'As' ? 'Kd' : 'As'}"`;
      house.onMessage((message) => {
        const text = String(message);
        socket.send(text.includes('"card_drawn"') ? text.replace(/"card":"(..)"/, other) : text);
      });
    });
    await page.goto(`${server.url}/#/table/1`);
    const alarm = page.getByTestId('watch-alarm');
    await alarm.getByText('A card was shown that is not the next one of the sealed order.').waitFor();
    await alarm.getByText('Stop betting and keep the file.').waitFor();
    await mark(page, 'failed').waitFor();
    await look(page, 'watch-alarm');
    await page.getByTestId('watch-mark').click();
    await line(page, 'cards', 'failed').waitFor();
    expect(await first(page).getAttribute('data-check')).toBe('cards');
    await page.setViewportSize(PHONE);
    const [reason, dialog] = await Promise.all([
      first(page).boundingBox(),
      page.locator('dialog[open]').boundingBox(),
    ]);
    expect((reason?.y ?? 0) + (reason?.height ?? 0)).toBeLessThan((dialog?.y ?? 0) + (dialog?.height ?? 0));
    await page.keyboard.press('Escape');
    await waitForPhase(page, 'betting');
    expect(await alarm.isVisible()).toBe(true);
  });

  it('are opened by a mark that a finger meets, beside a name that stays whole', async () => {
    visitor = await visit(`${server.url}/#/table/1`, SMALL_PHONE, { touch: true });
    const { page } = visitor;
    await mark(page, 'checked').waitFor();
    const hit = await page.getByTestId('watch-mark').evaluate((button) => {
      const { left, right, top } = button.getBoundingClientRect();
      const [x, y] = [(left + right) / 2, top - 4];
      const corners = [-21, 21].flatMap((dx) => [0, 43].map((dy) => [x + dx, y + dy] as const));
      return corners.map(([at, from]) => button.contains(document.elementFromPoint(at, from)));
    });
    expect(hit).toEqual([true, true, true, true]);
    const name = page.getByRole('heading', { level: 1 });
    expect(await name.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
    // A seat has one button more.
    await joinAsGuest(page, 'Guest');
    await waitForBetting(page, 2);
    await page.locator('[data-spot="player"]').click();
    await page.getByTestId('confirm').click();
    await page.getByTestId('leave').waitFor();
    const [end, start] = await Promise.all([
      name.evaluate((one) => one.getBoundingClientRect().right),
      page.getByTestId('watch-mark').evaluate((one) => one.getBoundingClientRect().left),
    ]);
    expect(end).toBeLessThanOrEqual(start);
    expect(await name.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
  });
});
