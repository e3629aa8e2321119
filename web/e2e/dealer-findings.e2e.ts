// Findings at the page of dealers, by keyboard: a shoe in the hands of the test makes each that a shift can meet, and the
// dealer and two supervisors resolve it. Misread cards are in dealer.e2e.ts.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FindingResolution, LiveFinding } from '../src/lib/wire/messages';
import { DESKTOP, SMALL_PHONE, visit, type Visitor } from './browser';
import { inspect } from './console-look';
import { DealerPage } from './dealer-page';
import { focused } from './focused';
import type { HandShoe } from './hand-shoe';
import { look } from './look';
import { logIn } from './staff';
import { Studio } from './studio';

const studio = new Studio();
const SIZES = { small: SMALL_PHONE, desktop: DESKTOP };
let shoe: HandShoe;
let dan: DealerPage;
let page: Page;
let patron: Visitor;
let console_: Visitor;
let una: Page;

beforeAll(async () => {
  const dealer = await studio.start({ atConsoles: ['Una'] });
  dan = await DealerPage.sit(studio, dealer);
  shoe = dan.shoe;
  page = dan.page;
  patron = await visit(`${studio.server.url}/#/table/9`, SMALL_PHONE);
  console_ = await visit(`${studio.server.url}/console.html`, DESKTOP);
  una = console_.page;
  await logIn(una, await studio.atConsole('Una'));
  await una.goto(`${studio.server.url}/console.html#/tables/9`);
}, 120_000);

afterAll(async () => {
  await dan.visitor.close();
  await patron.close();
  await console_.close();
  await shoe.disconnect();
  await studio.end();
  expect(patron.problems).toEqual([]);
  const problems = [...dan.visitor.problems, ...console_.problems];
  expect(problems.filter((problem) => !problem.includes('Failed to load resource'))).toEqual([]);
});

const says = (line: string) => dan.says(line);
const takes = (key: string, isSure: boolean) => dan.takes(key, isSure);
const begins = () => dan.begins();
const deals = (...cards: readonly (readonly [place: string, card: string])[]) => dan.deals(...cards);

/** A finding is on the screen, which is looked at; it offers these steps. */
async function finds(line: string, ...steps: readonly string[]): Promise<LiveFinding> {
  await says(line);
  const { finding } = await studio.status();
  if (finding === null) {
    throw new Error(`no finding is open at ${line}`);
  }
  await look(page, `finding-${finding.code}`, SIZES);
  const offered = await page.getByTestId('choices').getByRole('button').allInnerTexts();
  expect(offered.map((text) => text.split('\n')[0]?.trim())).toEqual(steps);
  return finding;
}

/** Supervisors resolve the finding that is open, one after the other. */
async function supervisors(how: FindingResolution, ...who: readonly ('Ann' | 'Ben')[]): Promise<void> {
  const { finding } = await studio.status();
  for (const by of who) {
    const why = how === 'note' ? { why: 'The lamp was covered.' } : {};
    await studio.supervise({ type: 'resolve', finding_no: finding?.finding_no ?? 0, how, ...why }, by);
  }
}

/** The dealer types a card blind, and a supervisor another or the same. */
async function keysIn(mine: string, theirs: string): Promise<void> {
  await page.keyboard.press('k');
  await page.getByRole('dialog').getByText('You typed').waitFor();
  for (const key of mine) {
    await page.keyboard.press(key, { delay: 40 });
  }
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Send .+ of/ })
    .waitFor();
  expect(await focused(page), 'the ring is where Enter acts').toMatch(/^button: Send .+ of/);
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await studio.status()).finding?.typed_by.length).toBe(1);
  const { finding } = await studio.status();
  await studio.supervise({ type: 'key_in', finding_no: finding?.finding_no ?? 0, card: theirs });
}

describe('a shoe that comes to the table', () => {
  it('is the wrong one with too few decks, and the dealer loads the right one', async () => {
    await shoe.load('BOX-0002', 6);
    await finds('WRONG SHOE - LOAD THE RIGHT ONE', 'Load the right shoe');
    await takes('l', false);
    await says('LOAD A SHOE');
    await shoe.load('BOX-0001');
    await says('OPEN SHOE BOX-0001');
    await page.keyboard.press('Enter');
    await says('BURN THE FIRST CARD FACE UP');
    for (const card of ['2d', 'Jh', '8c']) {
      await shoe.card(card);
    }
    await says('START BETTING');
  });
});

/** Patrons read these notices of cards. */
async function read(...notices: readonly string[]): Promise<void> {
  await expect.poll(() => patron.page.getByTestId('card-notice').allInnerTexts()).toEqual(notices);
}

describe('a card that nobody asked for', () => {
  it('between rounds is burned face up', async () => {
    await shoe.card('6h');
    await finds('EXTRA CARD - BURN IT FACE UP', 'Burn');
    await read();
    await takes('b', true);
    await read('Burned, an extra card: 6 of hearts');
  });

  it('in betting is burned, and betting goes on', async () => {
    await begins();
    await page
      .getByTestId('line')
      .getByText(/^WAIT \d$/)
      .waitFor();
    await shoe.card('7h');
    await finds('TOO EARLY - BURN IT FACE UP', 'Burn');
    await takes('b', true);
    await read('Burned, an extra card: 6 of hearts', 'Burned, too early: 7 of hearts');
    await look(patron.page, 'table-notices', SIZES);
  });
});

describe('a card that is not read in order', () => {
  it('is scanned again', async () => {
    await says('PLAYER 1');
    await read('Burned, too early: 7 of hearts');
    await shoe.unread();
    await finds('RESCAN PLAYER 1', 'Rescan', 'Key in');
    await takes('r', false);
    await shoe.rescan('9h');
  });

  it('is typed blind: two different cards are forgotten, two alike count', async () => {
    await says('BANKER 1');
    await shoe.unread();
    await finds('RESCAN BANKER 1', 'Rescan', 'Key in');
    await keysIn('4d', '4h');
    await page.getByText('You two typed different cards. Try 2 of 3.').waitFor();
    await look(page, 'finding-typed-apart', SIZES);
    await says('RESCAN BANKER 1');
    await keysIn('kd', 'Kd');
    await page.locator('[data-slot="B1"]').getByLabel('King of diamonds').waitFor();
  });

  it('passed without a record, and passes again', async () => {
    await says('PLAYER 2');
    shoe.passUnseen();
    await shoe.card('Ks');
    await finds('A CARD PASSED UNREAD - RESCAN PLAYER 2', 'Rescan', 'Key in');
    await takes('r', false);
    await shoe.rescan('Ks');
  });

  it('belongs elsewhere, as the shoe thinks, and a supervisor lets the order stand', async () => {
    await says('BANKER 2');
    await shoe.card('3c', { slot: 'P3' });
    await finds('STOP - CALL A SUPERVISOR');
    await supervisors('go_on', 'Ann');
    await says('PLAYER WINS 9 TO 3 - CLEAR THE TABLE');
  });

  it('is put to the account of another winner by the shoe, which moves no money', async () => {
    await shoe.result('banker');
    await finds('DEVICE DISAGREES - CALL A SUPERVISOR');
    await supervisors('note', 'Ann');
  });

  it('is read twice, and is one card', async () => {
    await begins();
    await says('PLAYER 1');
    await shoe.card('9s');
    await shoe.card('9s');
    await finds('ONE CARD OR TWO?', 'Same card', 'Two cards');
    await takes('1', true);
    await deals(['BANKER 1', '4d'], ['PLAYER 2', 'Kc'], ['BANKER 2', '2c']);
    await says('PLAYER WINS 9 TO 6 - CLEAR THE TABLE');
  });

  it('came late, because the line was gone', async () => {
    await begins();
    await says('PLAYER 1');
    await shoe.cardWhileGone('8d');
    await finds('LINE WAS DOWN - CALL A SUPERVISOR');
    await supervisors('accept', 'Ann');
    await deals(['BANKER 1', '4c'], ['PLAYER 2', 'Qc'], ['BANKER 2', '2h']);
    await says('PLAYER WINS 8 TO 6 - CLEAR THE TABLE');
  });
});

describe('a shoe that cannot be right', () => {
  it('shows a ninth copy, which was misread', async () => {
    // Two copies of the nine of clubs in each round, and no card twice in a row.
    const round = [
      ['PLAYER 1', '9c'],
      ['BANKER 1', '8h'],
      ['PLAYER 2', '9c'],
      ['BANKER 2', '8s'],
    ] as const;
    for (let played = 0; played < 4; played += 1) {
      await begins();
      await deals(...round);
      await says('PLAYER WINS 8 TO 6 - CLEAR THE TABLE');
    }
    await begins();
    await deals(['PLAYER 1', '9c']);
    await finds('IMPOSSIBLE CARD - RESCAN PLAYER 1', 'Rescan', 'Key in');
    const copies = una.getByTestId('copies');
    await copies.getByText('Copies of the 9 of clubs so far.').waitFor();
    const places = (await copies.getByRole('listitem').allInnerTexts()).map((text) => text.split(':')[0]);
    expect(places).toEqual(
      [4, 5, 6, 7].flatMap((no) => [`Round ${String(no)}, Player 1`, `Round ${String(no)}, Player 2`]),
    );
    await inspect(una, 'live-copies', SIZES);
    await takes('r', false);
    await shoe.rescan('9d');
  });

  it('has a card of another house: two supervisors void the round and end the shoe', async () => {
    await says('BANKER 1');
    await shoe.unread('foreign');
    await finds('FOREIGN CARD - HANDS OFF - CALL A SUPERVISOR');
    await supervisors('void_and_end_shoe', 'Ann', 'Ben');
    await says('LOAD A SHOE');
  });

  it('shows its cut card in the burn, which the dealer has seen', async () => {
    await shoe.load('BOX-0003');
    await says('OPEN SHOE BOX-0003');
    await page.keyboard.press('Enter');
    await says('BURN THE FIRST CARD FACE UP');
    await shoe.cutCard();
    await finds('CUT CARD OUT?', 'Cut card seen');
    await takes('u', true);
    for (const card of ['2d', '9h', '8c']) {
      await shoe.card(card);
    }
  });

  it('was never burned, as a supervisor sees, and ends', async () => {
    await begins();
    await deals(['PLAYER 1', '9h'], ['BANKER 1', 'Kd'], ['PLAYER 2', 'Ks'], ['BANKER 2', '3c']);
    await says('PLAYER WINS 9 TO 3 - CLEAR THE TABLE');
    await studio.supervise({ type: 'burn_forgotten' });
    await finds('CARDS NOT BURNED - CALL A SUPERVISOR');
    await supervisors('end_shoe', 'Ann');
    await says('LOAD A SHOE');
  });
});
