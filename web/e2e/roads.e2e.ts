// The roads panel: ask, zoom, signs, and on phones the strip and the slides.
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { seriousViolations } from './accessibility';
import { DESKTOP, PHONE, SMALL_PHONE, visit, type Size, type Visitor } from './browser';
import { MockHouse } from './mock-house';
import type { MockTable } from './mock-table';
import { openTable, waitForPhase } from './patron';

const RESULTS = fileURLToPath(new URL('../test-results/', import.meta.url));
const ON_ITS_SIDE: Size = { width: 844, height: 390 };
const SIZES: readonly [string, Size][] = [
  ['1280x800', DESKTOP],
  ['1920x1080', { width: 1920, height: 1080 }],
  ['390x844', PHONE],
  ['360x740', SMALL_PHONE],
  ['844x390', ON_ITS_SIDE],
];

const SHORT = 'Bb6 P B Tp Pn P B B';
/** With dragon tails, ties in a row and every kind of dot. */
const LONG =
  'T P P Bn B T T B Pp P P P P P P P Pn P Bb B P B P B Pb T P B B B B Bb6 B B B P B T P P B Bn P Tpb T T P ' +
  'P B P B B P P P B Bp P T B P B B P Pn';
const CHOP = (columns: number) =>
  Array.from({ length: columns }, (_, idx) => (idx % 2 === 0 ? 'B' : 'P')).join(' ');

let visitor: Visitor | undefined;

afterEach(async () => {
  await visitor?.close();
  visitor = undefined;
});

function deal(table: MockTable, beads: string): void {
  table.view.rounds = beads === '' ? [] : beads.split(' ');
}

const road = (page: Page, id: string) => page.locator(`[data-road="${id}"]`);
const latest = (page: Page) => road(page, 'big_road').getAttribute('data-latest');
const columns = async (page: Page) => Number(await road(page, 'big_road').getAttribute('data-columns'));

/** Swipes from a point to the side, as a finger does. */
async function swipe(page: Page, x: number, y: number, distance: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: at === undefined ? [] : [{ x: at, y }] });
  await touch('touchStart', x);
  for (let step = 1; step <= 12; step += 1) {
    await touch('touchMove', x + (distance * step) / 12);
  }
  await touch('touchEnd');
}

describe('the roads', () => {
  const house = new MockHouse();
  const [salon, gold] = house.tables;
  let url: string;

  beforeAll(async () => {
    await mkdir(RESULTS, { recursive: true });
    url = await house.start();
    salon.open(120_000);
    gold.open(120_000);
  });

  afterAll(async () => {
    await house.stop();
  });

  async function open(size: Size, table: MockTable, beads: string): Promise<Page> {
    await visitor?.close();
    visitor = await visit(url, size, { touch: size.width < 1000 });
    await enter(visitor.page, table, beads);
    return visitor.page;
  }

  /** Goes from the lobby to a table with these beads. */
  async function enter(page: Page, table: MockTable, beads: string): Promise<void> {
    deal(table, beads);
    await page.goto(`${url}#/`);
    await openTable(page, table.view.name);
    await road(page, 'big_road').waitFor();
  }

  it.each(SIZES)('look well at %s with an empty, a short and a long shoe', async (name, size) => {
    const page = await open(size, salon, '');
    for (const [what, beads] of [
      ['empty', ''],
      ['short', SHORT],
      ['long', LONG],
    ] as const) {
      await enter(page, salon, beads);
      for (const full of [false, true]) {
        await page.screenshot({
          path: `${RESULTS}roads-${name}-${what}${full ? '-full' : ''}.png`,
          fullPage: full,
        });
      }
      expect(await seriousViolations(page), what).toEqual([]);
      const wider = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(wider, what).toBeLessThanOrEqual(0);
    }
    expect(visitor?.problems).toEqual([]);
  });

  it('say what a win of a side would add, by button and by key', async () => {
    const page = await open(DESKTOP, salon, 'B B P B P P');
    await page.getByTestId('ask-banker').click();
    expect(await page.getByTestId('ask-banker').getAttribute('aria-pressed')).toBe('true');
    expect(await road(page, 'big_road').getAttribute('data-asked')).toBe('4,0');
    expect(await road(page, 'big_eye_boy').getAttribute('data-asked')).not.toBeNull();
    await page.getByText('If Banker wins next: a new column on the big road; big eye boy').waitFor();
    await page.keyboard.press('o');
    expect(await page.getByTestId('ask-banker').getAttribute('aria-pressed')).toBe('false');
    expect(await road(page, 'big_road').getAttribute('data-asked')).toBe('3,2');
    await page.getByText('If Player wins next: the streak on the big road grows to 3; big eye boy').waitFor();
    await page.screenshot({ path: `${RESULTS}roads-ask.png` });
    await page.keyboard.press('o');
    expect(await road(page, 'big_road').getAttribute('data-asked')).toBeNull();
    const described = await page.getByTestId('ask-player').evaluate((button) => {
      const id = button.getAttribute('aria-describedby') ?? '';
      return document.getElementById(id)?.textContent;
    });
    expect(described).toMatch(/^Big eye boy (red|blue), small road (red|blue|not started), cockroach pig/);
  });

  it('zoom by hand, also by keys, and keep the zoom', async () => {
    const page = await open(DESKTOP, salon, LONG);
    const usual = await columns(page);
    await page.getByRole('button', { name: 'Zoom in' }).click();
    expect(await columns(page)).toBeLessThan(usual);
    await page.keyboard.press('-');
    await page.keyboard.press('-');
    const out = await columns(page);
    expect(out).toBeGreaterThan(usual);
    await page.reload();
    await road(page, 'big_road').waitFor();
    expect(await columns(page)).toBe(out);
    await page.keyboard.press('-');
    expect(await page.getByRole('button', { name: 'Zoom out' }).getAttribute('aria-disabled')).toBe('true');
  });

  it('zoom out while cards are dealt and in while the table takes bets, if the patron wants it', async () => {
    const page = await open(DESKTOP, salon, LONG);
    await page.getByRole('button', { name: 'Road settings' }).click();
    await page.getByRole('switch', { name: 'Zoom by phase' }).click();
    await page.keyboard.press('Escape');
    const betting = await columns(page);
    salon.close();
    await waitForPhase(page, 'closed');
    const closed = await columns(page);
    expect(closed).toBeGreaterThan(betting);
    salon.deal();
    salon.settle(60_000);
    salon.open(120_000);
    await waitForPhase(page, 'betting');
    expect(await columns(page)).toBe(betting);
    await page.getByRole('button', { name: 'Zoom out' }).click();
    salon.close();
    await waitForPhase(page, 'closed');
    expect(await columns(page)).toBeGreaterThan(betting);
    expect(await columns(page)).toBeLessThan(closed);
    salon.deal();
    salon.settle(60_000);
    salon.open(120_000);
  });

  it('have the signs that the patron chose', async () => {
    const page = await open(DESKTOP, salon, LONG);
    const signs = (id: string, kind: string) => road(page, id).locator(`.${kind}`).count();
    expect(await signs('big_road', 'letter-banker')).toBe(0);
    await page.getByRole('button', { name: 'Road settings' }).click();
    await page.getByRole('switch', { name: 'Signs in the big road' }).click();
    expect(await signs('big_road', 'letter-banker')).toBe(1);
    await page.getByLabel('Signs', { exact: true }).selectOption('traditional');
    await page.keyboard.press('Escape');
    expect(await signs('big_road', 'sign-player')).toBe(1);
    expect(await signs('bead_plate', 'sign-light')).toBe(1);
    await page.locator('dt').getByText('莊').waitFor();
    await page.screenshot({ path: `${RESULTS}roads-traditional.png` });
  });

  it('of the house rules `gold-card` go back to column 0 when the sheet is full, not when zoomed', async () => {
    let page = await open(DESKTOP, gold, CHOP(24));
    expect(await columns(page)).toBeLessThan(24);
    const right = async () => Number((await latest(page))?.split(',')[0]);
    expect(await right()).toBe((await columns(page)) - 1);
    for (const key of ['+', '+', '-', '-', '-', '-']) {
      await page.keyboard.press(key);
      expect(await right()).toBe((await columns(page)) - 1);
    }
    expect(await columns(page)).toBe(24);
    await page.keyboard.press('s');
    await page.getByTestId('sheet-full').waitFor();
    expect(await road(page, 'big_road').getAttribute('data-asked')).toBe('0,0');
    await page.keyboard.press('o');
    expect(await latest(page)).toBe('23,0');
    expect(await road(page, 'big_road').getAttribute('data-asked')).toBe('23,1');
    page = await open(DESKTOP, gold, CHOP(25));
    expect(await latest(page)).toBe('0,0');
    for (const key of ['+', '-', '-', '-']) {
      await page.keyboard.press(key);
      expect(await latest(page)).toBe('0,0');
    }
  });

  it('are slides on a phone, which are swiped, turned by buttons and by keys', async () => {
    const page = await open(PHONE, salon, LONG);
    const slides = page.getByTestId('slides');
    const at = (slide: number) =>
      page.locator(`[data-testid="slides"][data-slide="${String(slide)}"]`).waitFor();
    await page.evaluate(() => {
      document.querySelector('[data-testid="slides"]')?.scrollIntoView({ block: 'center' });
    });
    const box = await slides.boundingBox();
    await swipe(page, (box?.x ?? 0) + 280, (box?.y ?? 0) + 60, -240);
    await at(1);
    await page.screenshot({ path: `${RESULTS}roads-slide-1.png` });
    await page.getByRole('button', { name: 'Next road' }).tap();
    await at(2);
    await page.screenshot({ path: `${RESULTS}roads-slide-2.png` });
    expect(await page.getByRole('button', { name: 'Next road' }).getAttribute('aria-disabled')).toBe('true');
    await page.getByRole('button', { name: 'Big road', exact: true }).tap();
    await at(0);
    await page.getByRole('button', { name: 'Next road' }).dblclick();
    await at(2);
    await page.getByRole('button', { name: 'Big road', exact: true }).tap();
    await at(0);
    await slides.focus();
    await page.keyboard.press('ArrowRight');
    await at(1);
    expect(await seriousViolations(page)).toEqual([]);
  });

  it.each([
    ['upright', PHONE],
    ['on its side', ON_ITS_SIDE],
  ])('are in view on a phone %s while the patron bets', async (_, size) => {
    const page = await open(size, salon, LONG);
    const strip = page.getByTestId('road-strip');
    expect(await strip.locator('.ring-banker').count()).toBe(1);
    const inView = () =>
      strip.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      });
    expect(await inView()).toBe(true);
    await page.getByRole('button', { name: 'Show all roads' }).tap();
    await page.waitForFunction(() => document.activeElement?.id === 'roads' && scrollY > 0);
    if (size === PHONE) {
      expect(await inView()).toBe(true);
    }
  });
});
