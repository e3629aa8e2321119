// The theatre of the table at the mock house: cards that are covered and turned, chips that travel, what waits for the
// last card and what never waits, on every size of screen.
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { seriousViolations } from './accessibility';
import { DESKTOP, PHONE, SMALL_PHONE, visit, type Size, type Visitor } from './browser';
import { leastContrast } from './contrast';
import { MockHouse } from './mock-house';
import type { MockTable } from './mock-table';
import { joinAsGuest, openTable, placeChip, waitForAmount, waitForPhase, waitForStake } from './patron';

const RESULTS = fileURLToPath(new URL('../test-results/', import.meta.url));
const LANDSCAPE: Size = { width: 844, height: 390 };
const LARGE: Size = { width: 1920, height: 1080 };

let house: MockHouse;
let table: MockTable;
let visitor: Visitor;
let page: Page;

beforeEach(async () => {
  house = new MockHouse();
  [table] = house.tables;
  const url = await house.start();
  table.open(60_000);
  visitor = await visit(url, DESKTOP);
  ({ page } = visitor);
});

afterEach(async () => {
  await visitor.close();
  await house.stop();
  expect(visitor.problems).toEqual([]);
});

async function sit(): Promise<void> {
  await joinAsGuest(page, 'Guest');
  await openTable(page, 'Salon One');
  await waitForPhase(page, 'betting');
}

/** Bets 100 on each of the spots. */
async function bet(...spots: string[]): Promise<void> {
  for (const spot of spots) {
    await placeChip(page, 100, spot);
  }
  await page.getByTestId('confirm').click();
  await waitForStake(page, spots[0] ?? '', 10_000);
}

/** Deals all cards but the last, and turns them. The round is Player's 8 to 7, a natural. */
async function dealThree(): Promise<void> {
  table.close();
  table.deal(3);
  await page.locator('[data-testid="hand-banker"][data-cards="4s"]').waitFor();
  await page.getByTestId('covered').waitFor({ state: 'detached' });
}

/** Deals the last card, and settles the round at once, as the server does. */
function dealLast(resultMs = 60_000): void {
  table.deal();
  table.settle(resultMs);
}

/** What moves inside the elements. With reduced motion, a change that takes a millisecond is none. */
function moving(selector: string): Promise<number> {
  return page.evaluate((inside) => {
    const effects = document.getAnimations().map(({ effect }) => effect as KeyframeEffect);
    return effects.filter(
      (one) => Number(one.getTiming().duration) > 1 && one.target?.closest(inside) !== null,
    ).length;
  }, selector);
}

/** Hides the tab, as the page sees it. */
function hide(): Promise<void> {
  return page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
}

describe('the last card', () => {
  it('is peeled by drag; the result, the total and the balance wait for it', async () => {
    await sit();
    await bet('player');
    await dealThree();
    dealLast();
    const covered = page.getByTestId('covered');
    await covered.hover();
    expect(await page.getByTestId('total-banker').textContent()).toBe('4');
    expect(await page.getByRole('group', { name: 'Banker: 4 of spades. Total 4.' }).count()).toBe(1);
    expect(await page.getByTestId('result').count()).toBe(0);
    await waitForAmount(page, 'balance', 990_000);
    const box = await covered.boundingBox();
    await page.mouse.down();
    await page.mouse.move(box?.x ?? 0, (box?.y ?? 0) + (box?.height ?? 0) * 1.4, { steps: 5 });
    await page.screenshot({ path: `${RESULTS}desktop-peel.png` });
    await page.mouse.up();
    await page.getByTestId('result').getByText('Player wins 8 to 7').waitFor();
    await waitForAmount(page, 'balance', 1_010_000);
    expect(await page.getByTestId('total-banker').textContent()).toBe('7');
  });

  it('is turned by the Enter key, and by itself', async () => {
    await sit();
    await bet('player');
    await dealThree();
    dealLast();
    await page.getByTestId('covered').press('Enter');
    await page.getByTestId('result').waitFor();
    table.open(60_000);
    await waitForPhase(page, 'betting');
    await bet('player');
    table.close();
    table.deal();
    table.settle(2_000);
    await page.getByTestId('covered').waitFor();
    await page.getByTestId('result').waitFor({ timeout: 4_000 });
  });

  it('never holds up the next round, which is clean from its start', async () => {
    await sit();
    await bet('player');
    await dealThree();
    dealLast();
    await page.getByTestId('covered').waitFor();
    table.open(60_000);
    await waitForPhase(page, 'betting');
    expect(await page.getByTestId('covered').count()).toBe(0);
    expect(await page.locator('.spot.won, .spot.lost').count()).toBe(0);
    const shadows = await page
      .locator('.spot')
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).boxShadow));
    expect(new Set(shadows)).toEqual(new Set(['none']));
    await waitForAmount(page, 'balance', 1_010_000);
  });

  it.each(['a hidden tab', 'reduced motion'])('is there at once with %s, and nothing moves', async (how) => {
    await page.emulateMedia({ reducedMotion: how === 'reduced motion' ? 'reduce' : 'no-preference' });
    await sit();
    await bet('player', 'tie');
    if (how === 'a hidden tab') {
      await hide();
    }
    table.close();
    dealLast();
    await page.getByTestId('result').waitFor();
    expect(await page.getByTestId('covered').count()).toBe(0);
    expect(await moving('.place, .spot .chips')).toBe(0);
    await page.getByTestId('profit-player').getByText('+100').waitFor();
  });
});

describe('the stage', () => {
  it('never empties a total while a card turns', async () => {
    await sit();
    table.close();
    table.deal(2);
    await page.getByTestId('total-player').getByText('5').waitFor();
    table.deal(1);
    await page.locator('[data-testid="hand-player"][data-cards="5c 3h"]').waitFor();
    expect(await moving('.total')).toBe(0);
    expect(await page.getByTestId('total-player').textContent()).toMatch(/^[58]$/);
  });

  it('makes the last call at five seconds, also to screen readers', async () => {
    await sit();
    table.open(7_000);
    await page.getByTestId('line').getByText('Last bets').waitFor();
    expect(Number(await page.getByRole('timer').textContent())).toBeLessThanOrEqual(5);
    await page.getByTestId('announcement').getByText('Last bets: 5 seconds.').waitFor();
  });

  it('says when a natural fell', async () => {
    await sit();
    table.close();
    dealLast();
    await page.getByTestId('natural').waitFor();
    await page.getByTestId('announcement').getByText('Natural. Player wins 8 to 7.').waitFor();
  });

  it('says on which facts a payout depends, from the paytable', async () => {
    const halved = {
      shown: ['0.5', '1'],
      pays: [
        { when: ['banker_wins', 'banker_total_6'], odds: [1, 2] as [number, number], shown: '0.5' },
        { when: ['banker_wins'], odds: [1, 1] as [number, number], shown: '1' },
      ],
    };
    const { rules } = table.view;
    rules.spots = rules.spots.map((one) => (one.spot === 'banker' ? { ...one, ...halved } : one));
    await sit();
    await page.locator('[data-spot="banker"]').getByText('1:1, half if Banker has 6').waitFor();
  });
});

describe('chips', () => {
  it('travel to their spot; lost ones are collected and wins are paid', async () => {
    await sit();
    await placeChip(page, 100, 'player');
    expect(await moving('[data-spot="player"] .chips')).toBe(1);
    await placeChip(page, 100, 'tie');
    await page.getByTestId('confirm').click();
    await waitForStake(page, 'tie', 10_000);
    table.close();
    dealLast();
    await page.getByTestId('profit-player').getByText('+100').waitFor();
    await page.waitForFunction(() => {
      const lost = document.querySelector('[data-spot="tie"] .stake');
      return lost !== null && getComputedStyle(lost).opacity === '0';
    });
    await page.getByTestId('own-result').getByText('You broke even').waitFor();
  });

  it('that lost leave a spot that can be read', async () => {
    await sit();
    table.close();
    dealLast();
    await page.locator('.spot.lost').first().waitFor();
    for (const spot of await page.locator('.spot.lost').all()) {
      expect(await spot.evaluate(leastContrast)).toBeGreaterThanOrEqual(4.5);
    }
  });
});

describe('sounds', () => {
  it.each<[string, string | null, boolean, boolean]>([
    ['are heard with a mouse', null, true, true],
    ['are off on a phone', null, false, false],
    ['are off when the patron says so', 'no', true, false],
    ['are on when the patron says so', 'yes', false, true],
  ])('%s', async (_, choice, mouse, heard) => {
    await page.addInitScript(
      ([chosen, hasMouse]) => {
        if (chosen !== null) localStorage.setItem('punto.sound', chosen);
        const media = window.matchMedia.bind(window);
        window.matchMedia = (query) => media(query === '(pointer: fine)' && !hasMouse ? 'not all' : query);
        const seen = window as unknown as { contexts: number };
        seen.contexts = 0;
        window.AudioContext = class extends AudioContext {
          constructor() {
            super();
            seen.contexts += 1;
          }
        };
      },
      [choice, mouse] as const,
    );
    await page.reload();
    await sit();
    const loaded = heard ? page.waitForResponse(/synth/) : Promise.resolve();
    await bet('player');
    await loaded;
    const contexts = () => page.evaluate(() => (window as unknown as { contexts: number }).contexts);
    await expect.poll(contexts).toBe(heard ? 1 : 0);
  });
});

describe.each<[string, Size]>([
  ['small', SMALL_PHONE],
  ['phone', PHONE],
  ['landscape', LANDSCAPE],
  ['desktop', DESKTOP],
  ['large', LARGE],
])('on %s', (name, size) => {
  it('every spot and Confirm are in view, and all looks well', async () => {
    await mkdir(RESULTS, { recursive: true });
    await page.setViewportSize(size);
    await sit();
    const shot = async (what: string) => {
      await page.evaluate(() => {
        scrollTo(0, 0);
      });
      await page.screenshot({ path: `${RESULTS}${name}-stage-${what}.png` });
      expect(await seriousViolations(page), what).toEqual([]);
    };
    for (const one of await page.locator('[data-spot], [data-testid="confirm"]').all()) {
      const box = await one.boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? size.height + 1)).toBeLessThanOrEqual(size.height);
    }
    await bet('player', 'tie', 'player_pair');
    await shot('bet');
    await dealThree();
    dealLast();
    await page.getByTestId('covered').hover();
    await shot('covered');
    await page.getByTestId('own-result').waitFor();
    // The ring of the countdown never rests.
    await page.waitForFunction(() => {
      const moved = document.getAnimations().filter(({ playState }) => playState === 'running');
      return moved.every(({ effect }) => (effect as KeyframeEffect).target?.closest('.ring') !== null);
    });
    await shot('result');
    await page.getByRole('button', { name: 'Table settings' }).click();
    await shot('settings');
  });
});
