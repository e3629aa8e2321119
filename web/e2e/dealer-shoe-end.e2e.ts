// The end of a shoe at the page of dealers, by keyboard: the cut card was overlooked, and the cards that were counted out are
// not those of a deck, so two supervisors at the console close the shoe with a note and review its rounds. One deck, so that a
// shift is short.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DESKTOP, SMALL_PHONE, visit, type Visitor } from './browser';
import { inspect } from './console-look';
import { DealerPage } from './dealer-page';
import type { HandShoe } from './hand-shoe';
import { cutTexts } from './fits';
import { look } from './look';
import { logIn } from './staff';
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
const NOTE = 'An ace lay under the tray since the burn. The box is taken out of play.';
const REVIEWED = 'All eight rounds seen. The ace fell in none of them.';

const studio = new Studio();
let shoe: HandShoe;
let dan: DealerPage;
const consoles: Visitor[] = [];

beforeAll(async () => {
  const builtin = await readFile(RULES, 'utf8');
  const rules = builtin
    .replace('id = "live-commission"', 'id = "one-deck"')
    .replace('count = 8', 'count = 1')
    .replace('from_end = 14', 'from_end = 34');
  const dealer = await studio.start({
    rules,
    scanner: 'scanner = { count_out = true }',
    bettingMs: 1_000,
    atConsoles: ['Una Berg', 'Tom Falk'],
  });
  dan = await DealerPage.sit(studio, dealer);
  shoe = dan.shoe;
}, 120_000);

afterAll(async () => {
  await dan.visitor.close();
  for (const at of consoles) {
    await at.close();
  }
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
  const [una, tom] = [await supervisor('Una Berg'), await supervisor('Tom Falk')];
  await una.keyboard.press('a');
  await una.getByLabel('Reason').and(una.locator(':focus')).waitFor();
  await una.keyboard.type(NOTE);
  await lookAt(una, 'note');
  await una.keyboard.press('Enter');
  await una.getByTestId('finding').getByText('You want this.').waitFor();
  await tom.getByTestId('note').getByText(NOTE).waitFor();
  expect(await dan.page.content(), 'the note may be about the dealer').not.toContain(NOTE);
  await lookAt(tom, 'note-read');
  await tom.keyboard.press('a');
  await tom.getByRole('dialog').getByText(NOTE).waitFor();
  await lookAt(tom, 'note-agree');
  await tom.getByRole('dialog').locator('[type=submit]').press('Enter');
  await dan.says('LOAD A SHOE');

  await una.goto(`${studio.server.url}/console.html#/rounds?table=9`);
  const marks = una.getByTestId('rounds').getByText('To review');
  await marks.first().waitFor();
  expect(await marks.count()).toBe(ROUNDS.length + LAST.length);
  await lookAt(una, 'to-review');
  await tom.keyboard.press('j');
  const review = tom.getByTestId('shoe-review');
  await tom.getByTestId('past-findings').getByText(NOTE).waitFor();
  await lookAt(tom, 'review');
  await review.getByLabel('What the review came to').fill(REVIEWED);
  await tom.keyboard.press('Enter');
  await review.getByText(REVIEWED).waitFor();
  expect(await review.innerText()).toContain('Tom Falk');
  await lookAt(tom, 'reviewed');
  await una.reload();
  await una.getByTestId('rounds').getByRole('link').first().waitFor();
  expect(await marks.count(), 'nothing waits any more').toBe(0);
}, 120_000);

/** A supervisor at the console, before the live table with the open finding. */
async function supervisor(name: string): Promise<Page> {
  const member = await studio.atConsole(name);
  const at = await visit(`${studio.server.url}/console.html#/tables/9`, DESKTOP);
  consoles.push(at);
  await logIn(at.page, member);
  await at.page.getByTestId('finding').waitFor({ timeout: 20_000 });
  return at.page;
}

async function lookAt(page: Page, what: string): Promise<void> {
  await inspect(page, `count-${what}`, SIZES);
  expect(await cutTexts(page), what).toEqual([]);
}
