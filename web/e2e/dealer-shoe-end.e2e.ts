// The end of a shoe at the page of dealers, by keyboard: the cut card was overlooked, and the cards that were counted out are
// not those of a deck. One deck, so that a shift is short.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DESKTOP, SMALL_PHONE } from './browser';
import { DealerPage } from './dealer-page';
import type { HandShoe } from './hand-shoe';
import { look } from './look';
import { Studio } from './studio';

const RULES = fileURLToPath(
  new URL('../../crates/kernel/baccarat/rules/live-commission.toml', import.meta.url),
);
const SIZES = { small: SMALL_PHONE, desktop: DESKTOP };
const PLACES = ['PLAYER 1', 'BANKER 1', 'PLAYER 2', 'BANKER 2'] as const;
/** Naturals, so that each round takes four cards. */
const ROUNDS = ['9h Kd Ks 7c', '8h Kc Qs 7d', '9c Jd Qh 7h', '8c Jh Qd 7s', '9d Jc Qc 6h', '8d 3d Kh 3c'];
/** The round after the cut card was seen, and one more as the house rules say. */
const LAST = ['9s 5d Th 6s', '8s 4d Td 2s'];

const studio = new Studio();
let shoe: HandShoe;
let dan: DealerPage;

beforeAll(async () => {
  const builtin = await readFile(RULES, 'utf8');
  const rules = builtin
    .replace('id = "live-commission"', 'id = "one-deck"')
    .replace('count = 8', 'count = 1')
    .replace('from_end = 14', 'from_end = 34');
  const dealer = await studio.start({ rules, scanner: 'scanner = { count_out = true }', bettingMs: 1_000 });
  dan = await DealerPage.sit(studio, dealer);
  shoe = dan.shoe;
}, 120_000);

afterAll(async () => {
  await dan.visitor.close();
  await shoe.disconnect();
  await studio.end();
  const problems = dan.visitor.problems.filter((problem) => !problem.includes('Failed to load resource'));
  expect(problems).toEqual([]);
});

async function plays(round: string): Promise<void> {
  await dan.begins();
  const cards = round.split(' ');
  await dan.deals(...PLACES.map((place, index) => [place, cards[index] ?? ''] as const));
  // The result is shown first; what comes after it shines through for a moment before.
  await dan.page
    .getByTestId('line')
    .getByText(/CLEAR THE TABLE$|^CUT CARD OUT/)
    .waitFor();
}

it('asks for the cut card that nobody saw, and the shoe ends as the house rules say', async () => {
  await dan.opens('BOX-0001', 1, ['2d', '2h', '2c']);
  for (const round of ROUNDS) {
    await plays(round);
  }
  await dan.says('CUT CARD OUT?');
  expect((await studio.status()).finding?.code).toBe('cut_card_late');
  await look(dan.page, 'finding-cut_card_late', SIZES);
  await dan.takes('u', true);
  for (const round of LAST) {
    await plays(round);
  }
}, 90_000);

it('counts the cards out, and two supervisors close the shoe whose cards are not those of a deck', async () => {
  await dan.says('PASS ALL CARDS THAT ARE LEFT');
  await shoe.card('3s');
  await shoe.card('4s');
  await look(dan.page, 'counting-out', SIZES);
  await dan.takes('Enter', true);
  await dan.says('COUNT DIFFERS - CALL A SUPERVISOR');
  const { finding } = await studio.status();
  expect(finding?.code).toBe('composition');
  await look(dan.page, 'finding-composition', SIZES);
  expect(await dan.page.getByTestId('choices').getByRole('button').count(), 'it is for supervisors').toBe(0);
  for (const by of ['Ann', 'Ben'] as const) {
    await studio.supervise({ type: 'resolve', finding_no: finding?.finding_no ?? 0, how: 'note' }, by);
  }
  await dan.says('LOAD A SHOE');
}, 60_000);
