// Rounds at the console of the real server: the list follows the tables, cards lie by hand, and a proposal that another
// correction made outdated waits for nobody.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RoundRecord } from '../src/lib/wire/messages';
import { asked, House } from './console-house';
import { inspect } from './console-look';
import { QUICK } from './server';
import { jump } from './staff';

const house = new House();
let ann: Page;
let ben: Page;

const rows = (page: Page) => page.getByTestId('rounds').getByRole('link');
const correction = (page: Page, state: string) =>
  page.locator(`[data-testid="correction"][data-state="${state}"]`);

/** The place of the round that is open, as `table/shoe/round`. */
function openRound(page: Page): string {
  return new URL(page.url()).hash.replace('#/rounds/', '').replace(/\?.*/, '');
}

/** What the server says of a round. */
async function recordOf(page: Page, id: string): Promise<RoundRecord> {
  const [table, shoe, round] = id.split('/');
  return page.evaluate(
    async (path) => (await (await fetch(`/api/v1${path}`)).json()) as RoundRecord,
    `/tables/${String(table)}/shoes/${String(shoe)}/rounds/${String(round)}`,
  );
}

/** Proposes to void the round that is open. */
async function proposeVoid(page: Page, why: string): Promise<void> {
  await page.getByTestId('round').waitFor();
  await page.keyboard.press('e');
  // The cards of a shuffled shoe are certain: no others can be ruled.
  await page.getByTestId('propose').getByText('such a round can only be voided').waitFor();
  expect(await page.getByTestId('propose').getByRole('radio').count()).toBe(1);
  await page.getByLabel('Reason').fill(why);
  await page.keyboard.press('Enter');
  await correction(page, 'open').getByText(why).waitFor();
}

/** A void round of a shuffled shoe counts again with the cards that it was dealt, and no others are asked for. */
async function takesBack(page: Page): Promise<void> {
  await page.reload();
  const { rulable } = await recordOf(page, openRound(page));
  const dealt = rulable.kind === 'order' ? rulable.cards : [];
  expect(dealt.length).toBeGreaterThan(3);
  await page.getByTestId('round').waitFor();
  await page.keyboard.press('e');
  const form = page.getByTestId('propose');
  await form.getByText(dealt.join(' ')).waitFor();
  expect(await form.getByRole('radio').count()).toBe(1);
  expect(await form.getByTestId('chosen').count()).toBe(0);
  await inspect(page, 'take-back');
  await page.getByLabel('Reason').fill('The card was not exposed.');
  await page.keyboard.press('Enter');
  await correction(page, 'open').getByText(`The round counts again`).waitFor();
}

beforeAll(async () => {
  await house.start(
    [
      ['Ann Lee', 'supervisor'],
      ['Ben Cole', 'supervisor'],
    ],
    QUICK,
  );
  [ann, ben] = [await house.at('Ann Lee'), await house.at('Ben Cole')];
}, 120_000);

afterAll(() => house.end());

describe('the list of rounds', () => {
  it('follows the table: the round under way, its end, and the next one', async () => {
    await jump(ann, 'rounds');
    await ann.getByRole('combobox', { name: /^Table/ }).selectOption({ label: 'Salon One' });
    const underWay = rows(ann).filter({ hasText: /^Open/ }).filter({ hasText: 'Salon One' });
    const open = await underWay.first().getAttribute('href');
    const ended = ann.locator(`[data-testid="rounds"] a[href="${open ?? ''}"]`);
    await ended.filter({ hasText: /^(Player|Banker|Tie)/ }).waitFor();
    await expect.poll(() => rows(ann).first().getAttribute('href'), { timeout: 20_000 }).not.toBe(open);
    await inspect(ann, 'rounds');
  });
});

describe('a round', () => {
  it('shows its cards by hand, each with its total', async () => {
    await rows(ann)
      .filter({ hasText: /^(Player|Banker|Tie)/ })
      .first()
      .click();
    await ann.getByTestId('round').waitFor();
    const { deal } = await recordOf(ann, openRound(ann));
    for (const side of ['player', 'banker'] as const) {
      const own = deal.filter((dealt) => dealt.side === side);
      const hand = ann.getByTestId('round').getByTestId(`hand-${side}`);
      expect(await hand.locator('i').count()).toBe(own.length);
      expect(await hand.locator('b').innerText()).toBe(String(own.at(-1)?.total));
      const row = ann.locator(`[aria-current="true"] [data-side="${side}"]`);
      const text = [...own.map(({ card }) => card), own.at(-1)?.total].join(' ');
      expect((await row.innerText()).endsWith(text), await row.innerText()).toBe(true);
    }
    await inspect(ann, 'round-hands');
  });
});

describe('a proposal', () => {
  it('that another correction made outdated waits for nobody, and says so', async () => {
    await proposeVoid(ann, 'A card was exposed.');
    await jump(ben, openRound(ann));
    await proposeVoid(ben, 'The shoe was touched.');
    for (const page of [ann, ben]) {
      await page.getByTestId('count-proposals').getByText('2 waiting for a second person').waitFor();
    }
    await ben.keyboard.press('a');
    await ben.getByRole('dialog').getByText('A card was exposed.').waitFor();
    await ben.keyboard.type(await asked(ben));
    await ben.keyboard.press('Enter');
    await correction(ben, 'approved').getByText('A card was exposed.').waitFor();
    for (const page of [ann, ben]) {
      await correction(page, 'outdated').getByText('Another correction of this round was approved').waitFor();
      await page.getByTestId('count-proposals').waitFor({ state: 'detached' });
    }
    expect(await correction(ben, 'outdated').getByRole('button').count()).toBe(0);
    await inspect(ben, 'outdated');
    await jump(ann, 'proposals');
    await ann.getByTestId('proposals').getByText('Outdated').waitFor();
    expect(await ann.getByTestId('proposals').getByText('Waits for approval').count()).toBe(0);
    await jump(ann, openRound(ben));
    await takesBack(ann);
  });
});
