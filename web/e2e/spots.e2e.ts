// What the spots of a table show at the mock house: chips on their way back, corrected results, the patron's own
// limits; and the card that the keyboard peels.
import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ServerMessage } from '../src/lib/wire/messages';
import { DESKTOP, PHONE, SMALL_PHONE, visit, type Size, type Visitor } from './browser';
import { look } from './look';
import { MockHouse } from './mock-house';
import type { MockTable } from './mock-table';
import { joinAsGuest, openTable, placeChip, waitForAmount, waitForPhase, waitForStake } from './patron';

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
  await joinAsGuest(page, 'Guest');
  await openTable(page, 'Salon One');
  await waitForPhase(page, 'betting');
});

afterEach(async () => {
  await visitor.close();
  await house.stop();
  expect(visitor.problems).toEqual([]);
});

function send(...messages: ServerMessage[]): void {
  for (const to of table.watchers) {
    messages.forEach(to);
  }
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Whether two boxes cover each other; true for one that is not there. */
function meet(one: Box | null, other: Box | null): boolean {
  return (
    one === null ||
    other === null ||
    (one.x < other.x + other.width &&
      other.x < one.x + one.width &&
      one.y < other.y + other.height &&
      other.y < one.y + one.height)
  );
}

/** The chips of a spot that are on their way back; `sum` in minor units. */
function onTheirWay(spot: string, sum: number): Locator {
  return page.locator(`[data-testid="back-${spot}"][data-minor="${String(sum)}"]`);
}

/** Presses a button, and waits for chips that are on their way back then, and gone after it. */
async function takesBack(action: string, ...back: [string, number][]): Promise<void> {
  const seen = back.map(([spot, sum]) => onTheirWay(spot, sum).waitFor());
  await page.getByRole('button', { name: action, exact: true }).click();
  await Promise.all(seen);
  await page.locator('[data-testid^="back-"]').first().waitFor({ state: 'detached' });
}

describe('chips that are taken back', () => {
  it('go back to the chip that is chosen, on Undo and on Clear, accepted or not', async () => {
    await placeChip(page, 100, 'player');
    await placeChip(page, 100, 'banker');
    await takesBack('Undo', ['banker', 10_000]);
    await placeChip(page, 100, 'banker');
    await page.getByTestId('confirm').click();
    await waitForStake(page, 'banker', 10_000);
    expect(await page.locator('[data-testid^="back-"]').count(), 'accepted chips stay').toBe(0);
    await placeChip(page, 100, 'tie');
    await takesBack('Clear', ['player', 10_000], ['banker', 10_000], ['tie', 10_000]);
    await waitForAmount(page, 'staked', 0);
  });

  it('are gone at once with reduced motion, and those of a round that is over do not travel', async () => {
    await placeChip(page, 100, 'player');
    await page.getByTestId('confirm').click();
    await waitForStake(page, 'player', 10_000);
    await page.evaluate(() => {
      const seen = window as unknown as { travelled: number };
      seen.travelled = 0;
      new MutationObserver(() => {
        seen.travelled += document.querySelectorAll('[data-testid^="back-"]').length;
      }).observe(document.body, { childList: true, subtree: true });
    });
    table.close();
    table.deal();
    table.settle(60_000);
    table.open(60_000);
    await waitForPhase(page, 'betting');
    await waitForStake(page, 'player', 0);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await placeChip(page, 100, 'player');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await waitForAmount(page, 'unconfirmed', 0);
    expect(await page.evaluate(() => (window as unknown as { travelled: number }).travelled)).toBe(0);
  });
});

describe('a notice', () => {
  it.each<[string, Size]>([
    ['a desktop', DESKTOP],
    ['a phone', PHONE],
    ['a small phone', SMALL_PHONE],
    ['a phone on its side', { width: 844, height: 390 }],
  ])('on %s lies over no header and no spot', async (_, size) => {
    await page.setViewportSize(size);
    await placeChip(page, 10, 'player');
    table.close();
    const notice = page.getByTestId('notice').filter({ hasText: 'was not bet' });
    await notice.evaluate((one) => Promise.all(one.getAnimations().map(({ finished }) => finished)));
    const box = await notice.boundingBox();
    for (const other of await page.locator('header.top, [data-spot], [data-testid="confirm"]').all()) {
      expect(meet(box, await other.boundingBox()), await other.innerText()).toBe(false);
    }
  });
});

describe('a corrected round', () => {
  it('shows the new result and says so at the spot', async () => {
    await placeChip(page, 100, 'player');
    await page.getByTestId('confirm').click();
    await waitForStake(page, 'player', 10_000);
    table.close();
    table.deal();
    table.settle(60_000);
    await page.getByTestId('profit-player').waitFor();
    const [spot, round] = [page.locator('[data-spot="player"]'), table.round()];
    const { cards, rounds } = table.view;
    const end_cards = [...cards.player.cards, ...cards.banker.cards];
    const banker = { outcome: 'banker', player_total: 6, banker_total: 7, bead: 'B7' } as const;
    const corrected = { name: 'settled' as const, ...banker, winning_spots: ['banker'] };
    const line = { spot: 'player', stake: 10_000, resolution: 'lose', payout: 0 } as const;
    const end = { round, revision: 2, voided: null, wagers: [line], staked: 10_000, paid: 0 };
    const { table_id } = table.view;
    table.seq += 1;
    send(
      {
        type: 'frame',
        table_id,
        seq: table.seq,
        at: Date.now(),
        event: {
          type: 'round_corrected',
          round,
          revision: 2,
          result: corrected,
          end: corrected,
          end_cards,
          cards,
          rounds,
        },
      },
      { type: 'you_corrected', table_id, seq: table.seq, end, difference: -20_000 },
    );
    await page.getByTestId('corrected-player').getByText('Corrected').waitFor();
    expect(await page.getByTestId('profit-player').count()).toBe(0);
    expect(await spot.getAttribute('class')).toContain('lost');
    expect(await spot.innerText()).toContain('Lost. Corrected.');
    await page.getByTestId('notice').first().waitFor();
    await look(page, 'table-corrected');
    table.open(60_000);
    await waitForPhase(page, 'betting');
    expect(await page.getByTestId('corrected-player').count()).toBe(0);
  });
});

describe('the limits of a spot', () => {
  it("are the patron's own where those are narrower", async () => {
    const limits = (spot: string) => page.getByTestId(`limits-${spot}`);
    await limits('tie').getByText('– 200').waitFor();
    expect(await limits('tie').innerText()).toContain('your own limits');
    expect(await limits('banker').innerText()).not.toContain('your own limits');
    await look(page, 'table-own-limits');
  });
});

describe('a covered card', () => {
  it('is peeled bit by bit with the arrow keys, put back, and turned at last', async () => {
    await placeChip(page, 100, 'player');
    await page.getByTestId('confirm').click();
    await waitForStake(page, 'player', 10_000);
    table.close();
    table.deal(3);
    await page.locator('[data-testid="hand-banker"][data-cards="4s"]').waitFor();
    await page.getByTestId('covered').waitFor({ state: 'detached' });
    table.deal();
    table.settle(60_000);
    const covered = page.getByTestId('covered');
    const peeled = () => covered.getAttribute('data-peeled');
    await covered.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect.poll(peeled).toBe('10');
    await page.keyboard.press('ArrowUp');
    await expect.poll(peeled).toBe('5');
    expect(await page.getByTestId('result').count()).toBe(0);
    for (let n = 0; n < 9; n += 1) {
      await page.keyboard.press('ArrowRight');
    }
    await page.getByTestId('result').getByText('Player wins 8 to 7').waitFor();
  });
});
