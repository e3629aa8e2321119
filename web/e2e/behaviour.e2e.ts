// The page's behaviour at the mock house: chips by mouse, touch and keyboard, lost connections, results.
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PHONE, SMALL_PHONE, visit, type Visitor } from './browser';
import type { MockHouse } from './mock-house';
import { visitMock, type MockVisit } from './mock-visit';
import { joinAsGuest, placeChip, openTable, waitForPhase, waitForAmount, waitForStake } from './patron';

let mock: MockVisit;
let house: MockHouse;
let visitor: Visitor;
let page: Page;

beforeEach(async () => {
  mock = await visitMock();
  ({ house, visitor } = mock);
  ({ page } = visitor);
});

afterEach(async () => {
  await mock.end();
  expect(visitor.problems.filter((problem) => !problem.includes('WebSocket connection'))).toEqual([]);
});

async function sit(): Promise<void> {
  await joinAsGuest(page, 'Guest');
  await openTable(page, 'Salon One');
  await waitForPhase(page, 'betting');
}

/** Plays the round on the table to its end. */
function finish(): void {
  const [table] = house.tables;
  table.close();
  table.deal();
  table.settle(60_000);
}

describe('chips', () => {
  it('are selected and placed by keyboard alone', async () => {
    await sit();
    await page.keyboard.press('3');
    await page.getByRole('radio', { name: '10 chip', exact: true }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('50 chip');
    await page.locator('[data-spot="banker"]').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('1');
    await page.keyboard.press('Enter');
    await waitForAmount(page, 'unconfirmed', 5_100);
    await page.getByTestId('confirm').focus();
    await page.keyboard.press('Enter');
    await waitForStake(page, 'banker', 5_100);
  });

  it('are dragged onto a spot', async () => {
    await sit();
    const chip = await page.locator('[data-chip="100"]').boundingBox();
    const spot = await page.locator('[data-spot="tie"]').boundingBox();
    if (chip === null || spot === null) throw new Error('nothing to drag');
    await page.mouse.move(chip.x + 20, chip.y + 20);
    await page.mouse.down();
    await page.mouse.move(spot.x + 30, spot.y + 30, { steps: 5 });
    await page.mouse.up();
    await waitForAmount(page, 'unconfirmed', 10_000);
    expect(await page.locator('[data-spot="tie"]').getAttribute('data-pending')).toBe('10000');
  });

  it('are undone, doubled, cleared and bet again', async () => {
    await sit();
    await placeChip(page, 10, 'player');
    await placeChip(page, 5, 'tie');
    await page.getByRole('button', { name: 'Undo' }).click();
    await waitForAmount(page, 'unconfirmed', 1_000);
    await page.getByRole('button', { name: 'Double' }).click();
    await waitForAmount(page, 'unconfirmed', 2_000);
    await page.getByTestId('confirm').click();
    await waitForAmount(page, 'staked', 2_000);
    await page.getByRole('button', { name: 'Clear' }).click();
    await waitForAmount(page, 'staked', 0);
    await waitForAmount(page, 'balance', 1_000_000);

    await placeChip(page, 50, 'banker');
    await page.getByTestId('confirm').click();
    await waitForAmount(page, 'staked', 5_000);
    finish();
    await page.getByTestId('own-result').waitFor();
    house.tables[0].open(60_000);
    await waitForPhase(page, 'betting');
    await page.getByRole('button', { name: 'Rebet' }).click();
    await waitForAmount(page, 'unconfirmed', 5_000);
    expect(await page.getByRole('button', { name: 'Rebet' }).isDisabled(), 'once a round').toBe(true);
    await page.getByTestId('confirm').click();
    await waitForStake(page, 'banker', 5_000);
  });

  it('that were accepted are undone one slip at a time', async () => {
    await sit();
    for (const [major, spot] of [
      [10, 'player'],
      [5, 'tie'],
    ] as const) {
      await placeChip(page, major, spot);
      await page.getByTestId('confirm').click();
      await waitForStake(page, spot, major * 100);
    }
    await page.getByRole('button', { name: 'Undo' }).click();
    await waitForAmount(page, 'staked', 1_000);
    await waitForAmount(page, 'balance', 999_000);
    await page.getByRole('button', { name: 'Undo' }).click();
    await waitForAmount(page, 'staked', 0);
    expect(await page.getByRole('button', { name: 'Undo' }).isDisabled()).toBe(true);
  });

  it('in flight are returned by Clear too', async () => {
    await sit();
    await placeChip(page, 10, 'player');
    await page.evaluate(() => {
      const button = (text: string) =>
        [...document.querySelectorAll('button')].find((one) => one.textContent.trim() === text);
      button('Confirm')?.click();
      button('Clear')?.click();
    });
    await page.getByTestId('notice').getByText('Bets cleared: 10.00 returned.').waitFor();
    await waitForAmount(page, 'staked', 0);
    await waitForAmount(page, 'balance', 1_000_000);
  });

  it('are sent one by one with instant bets', async () => {
    await sit();
    await page.getByRole('switch', { name: 'Instant bets' }).check();
    await placeChip(page, 10, 'player');
    await waitForStake(page, 'player', 1_000);
    await placeChip(page, 10, 'player');
    await waitForStake(page, 'player', 2_000);
    await waitForAmount(page, 'unconfirmed', 0);
  });

  it('that are unconfirmed when betting closes are returned with a notice', async () => {
    await sit();
    await placeChip(page, 10, 'player');
    house.tables[0].close();
    await page.getByTestId('notice').getByText('Your unconfirmed 10.00 was not bet.').waitFor();
    await waitForAmount(page, 'unconfirmed', 0);
    await waitForAmount(page, 'balance', 1_000_000);
  });

  it('are explained to a patron who has placed none yet', async () => {
    await sit();
    const instructions = page.getByText('Choose a chip, place it, then confirm.');
    await instructions.waitFor();
    await placeChip(page, 10, 'player');
    await instructions.waitFor({ state: 'detached' });
  });

  it('cannot be placed by a spectator', async () => {
    await openTable(page, 'Salon One');
    await page.locator('[data-spot="player"]').click();
    await page.getByRole('heading', { name: 'Play as guest' }).waitFor();
  });
});

describe('a round', () => {
  it('states the profit, lights the winning spot and pays', async () => {
    await sit();
    await placeChip(page, 100, 'player');
    await page.getByTestId('confirm').click();
    await waitForStake(page, 'player', 10_000);
    finish();
    await page.getByTestId('own-result').getByText('You won 100.00', { exact: true }).waitFor();
    await waitForAmount(page, 'balance', 1_010_000);
    expect(
      await page.locator('.spot.won').evaluateAll((all) => all.map((one) => one.dataset['spot'])),
    ).toEqual(['player']);
    await page.getByTestId('announcement').getByText('You won 100.00').waitFor();
  });

  it('that is void states the reason', async () => {
    await sit();
    await placeChip(page, 100, 'player');
    await page.getByTestId('confirm').click();
    await waitForStake(page, 'player', 10_000);
    const [table] = house.tables;
    table.close();
    table.deal(2);
    table.void(60_000);
    await page.getByTestId('result').getByText('Round void').waitFor();
    await page.getByTestId('own-result').getByText('100.00 returned to you').waitFor();
    await waitForAmount(page, 'balance', 1_000_000);
  });

  it.each<[string, 'reduce' | 'no-preference', (waited: number) => boolean]>([
    ['only once the last card has turned', 'no-preference', (waited) => waited >= 400],
    ['at once for those who want no motion', 'reduce', (waited) => waited < 200],
  ])('shows its result %s', async (_, reducedMotion, fits) => {
    await page.emulateMedia({ reducedMotion });
    await sit();
    const waited = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let dealtAt = 0;
          new MutationObserver(() => {
            const cards = document.querySelector<HTMLElement>('[data-testid="hand-banker"]')?.dataset[
              'cards'
            ];
            if (dealtAt === 0 && cards === '4s 3s') {
              dealtAt = performance.now();
            }
            if (dealtAt > 0 && document.querySelector('[data-testid="result"]') !== null) {
              resolve(performance.now() - dealtAt);
            }
          }).observe(document.body, { subtree: true, childList: true, attributes: true });
        }),
    );
    await page.evaluate(() => null);
    finish();
    expect(await waited).toSatisfy(fits);
  });

  it('moves nothing on the page from betting to result', async () => {
    await sit();
    await page.evaluate(() => {
      const seen = window as unknown as { shifts: number };
      seen.shifts = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[]) {
          seen.shifts += entry.hadRecentInput ? 0 : entry.value;
        }
      }).observe({ type: 'layout-shift' });
    });
    finish();
    await page.getByTestId('result').waitFor();
    house.tables[0].open(60_000);
    await waitForPhase(page, 'betting');
    house.tables[0].shuffle();
    await waitForPhase(page, 'shuffling');
    expect(await page.evaluate(() => (window as unknown as { shifts: number }).shifts)).toBeLessThan(0.01);
  });
});

describe('a lost connection', () => {
  it('is restored with the missed events and the unconfirmed chips', async () => {
    await sit();
    await placeChip(page, 10, 'player');
    await page.getByTestId('confirm').click();
    await waitForStake(page, 'player', 1_000);
    await placeChip(page, 5, 'tie');
    house.dropConnections();
    await page.locator('[data-testid="connection"]:not([data-status="open"])').waitFor({ state: 'attached' });
    await page.locator('[data-testid="connection"][data-status="open"]').waitFor({ state: 'attached' });
    await waitForStake(page, 'player', 1_000);
    await waitForAmount(page, 'unconfirmed', 500);
    finish();
    await page.getByTestId('result').getByText('Player wins 8 to 7').waitFor();
  });
});

describe('on a phone', () => {
  it('a card that is dealt makes the page no wider', async () => {
    await page.setViewportSize(SMALL_PHONE);
    await sit();
    const tools = await page.context().newCDPSession(page);
    await tools.send('Animation.enable');
    await tools.send('Animation.setPlaybackRate', { playbackRate: 0 });
    house.tables[0].close();
    house.tables[0].deal(4);
    await page.getByTestId('hand-player').and(page.locator('[data-cards*=" "]')).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(SMALL_PHONE.width);
  });

  it('a tap picks, a tap places, and the controls stay in reach', async () => {
    const url = page.url().replace(/#.*$/, '');
    await visitor.close();
    visitor = await visit(url, PHONE, { touch: true });
    ({ page } = visitor);
    await sit();
    await page.locator('[data-chip="50"]').tap();
    await page.locator('[data-spot="banker"]').tap();
    await waitForAmount(page, 'unconfirmed', 5_000);
    await page.getByTestId('ask-banker').scrollIntoViewIfNeeded();
    await page.getByTestId('confirm').tap();
    await waitForStake(page, 'banker', 5_000);
  });
});
