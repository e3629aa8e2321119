// A round of a live table is put right from its recording, by three people in browsers of their own: a supervisor watches it,
// marks the part that shows the mistake and types the cards beside it; another one sees that part and approves; the patron
// who was paid too much sees the corrected result.
import { readFile, writeFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  Recording,
  RecordingHolds,
  RoundEvidence,
  RoundRecord,
  RoundVideo,
} from '../src/lib/wire/messages';
import { DESKTOP, SMALL_PHONE, visit, type Visitor } from './browser';
import { asked } from './console-house';
import { inspect } from './console-look';
import { DealerPage } from './dealer-page';
import type { HandShoe } from './hand-shoe';
import { look } from './look';
import { bet, joinAsGuest, openTable, readAmount } from './patron';
import { jump, logIn, prove, type Member } from './staff';
import { Studio } from './studio';

const SIZES = { small: SMALL_PHONE, desktop: DESKTOP };
const ROUND = '/shoes/1/rounds/1';
const WHY = 'The first card of Player is a six.';

const studio = new Studio();
const visitors: Visitor[] = [];
let shoe: HandShoe;
let dan: DealerPage;
let una: Page;
let tom: Page;
let ana: Page;
let tomHimself: Member;
let before = 0;

const card = (page: Page, state: string) => page.locator(`[data-testid="correction"][data-state="${state}"]`);

async function open(path: string): Promise<Page> {
  const visitor = await visit(`${studio.server.url}${path}`, DESKTOP);
  visitors.push(visitor);
  return visitor.page;
}

async function atConsole(member: Member): Promise<Page> {
  const page = await open('/console.html');
  await logIn(page, member);
  return page;
}

beforeAll(async () => {
  const dealer = await studio.start({
    recorded: true,
    bettingMs: 15_000,
    atConsoles: ['Una Roe', 'Tom Bay'],
  });
  dan = await DealerPage.sit(studio, dealer);
  shoe = dan.shoe;
  visitors.push(dan.visitor);
  tomHimself = await studio.atConsole('Tom Bay');
  [una, tom] = [await atConsole(await studio.atConsole('Una Roe')), await atConsole(tomHimself)];
  ana = await open('');
}, 120_000);

afterAll(async () => {
  const problems = visitors.flatMap((visitor) => visitor.problems);
  await Promise.all(visitors.map((visitor) => visitor.close()));
  await shoe.disconnect();
  await studio.end();
  expect(problems.filter((problem) => !problem.includes('Failed to load resource'))).toEqual([]);
});

describe('a round that was read wrongly', () => {
  it('is dealt and paid as the device read it', async () => {
    await joinAsGuest(ana, 'Ana');
    await openTable(ana, 'Salon Live');
    before = await readAmount(ana, 'balance');
    await dan.opens('BOX-0001', 8, ['2d', 'Jh', '8c']);
    await dan.begins();
    await bet(ana, { player: 100 }, 5);
    await dan.deals(['PLAYER 1', '9h'], ['BANKER 1', 'Kd'], ['PLAYER 2', 'Ks'], ['BANKER 2', '7c']);
    await dan.page.getByTestId('line').getByText('PLAYER WINS 9 TO 7 - CLEAR THE TABLE').waitFor();
    await expect.poll(() => readAmount(ana, 'balance'), { timeout: 10_000 }).toBe(before + 10_000);
    // A busy machine may record with a gap; the part that is marked later has none.
    const shown = async () => {
      const { marks, recorded, span } = await studio.asked<RoundVideo>(`${ROUND}/video`);
      const ended = marks.find(({ what }) => what === 'settled')?.at ?? 0;
      return recorded !== 'none' && span.to === ended + 10_000;
    };
    await expect.poll(shown, { timeout: 60_000, interval: 500 }).toBe(true);
  }, 120_000);

  it('is watched by a supervisor, who marks the part that shows it', async () => {
    await jump(una, `9/1/1`);
    await una.getByTestId('round').waitFor();
    await una.keyboard.press('v');
    const review = una.getByTestId('review');
    await review.getByRole('button', { name: /Player 1\s*9h/ }).click();
    await una.getByTestId('film-time').getByText('UTC').waitFor();
    await una.keyboard.press('i');
    await una.getByTestId('part').getByText('A proposal names the part from').waitFor();
    await review.getByRole('button', { name: /Banker 2\s*7c/ }).click();
    await una.keyboard.press('.');
    await una.keyboard.press('o');
    await inspect(una, 'evidence-mark', SIZES);
  });

  it('is proposed with the cards typed beside the picture, and the part is kept', async () => {
    await una.keyboard.press('e');
    const form = una.getByTestId('propose');
    await form
      .getByTestId('evidence')
      .getByText(/^The recording from .+ shows it/)
      .waitFor();
    expect(await form.getByRole('radio', { checked: true }).count(), 'nothing is chosen for her').toBe(0);
    await form.getByRole('radio', { name: /^True cards/ }).check();
    const grid = await form.getByRole('group', { name: 'Add a card' }).boundingBox();
    for (const king of ['spades', 'hearts', 'diamonds', 'clubs']) {
      const box = await form.getByRole('button', { name: `King of ${king}` }).boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual((grid?.x ?? 0) + (grid?.width ?? 0));
    }
    await form.getByLabel('Cards in the order dealt').fill('6h Kd Ks 7c');
    await form.getByLabel('Reason').fill(WHY);
    await inspect(una, 'evidence-propose', SIZES);
    await form.getByLabel('Reason').press('Enter');
    await card(una, 'open').getByText(WHY).waitFor();
    await inspect(una, 'evidence-proposed', SIZES);
    const { corrections } = await studio.asked<RoundRecord>(ROUND);
    const named = corrections[0]?.evidence;
    const { evidence } = await studio.asked<RoundEvidence>(`${ROUND}/evidence`);
    expect(evidence[0]?.state).toBe('same');
    expect(evidence[0]?.video.digest).toBe(named?.digest);
    const { holds } = await studio.asked<RecordingHolds>('/recording/holds');
    expect(holds.map(({ span, name }) => [span.from, span.to, name])).toEqual([
      [named?.from, named?.to, 'Una Roe'],
    ]);
    await card(una, 'open').getByTestId('evidence-state').waitFor();
    expect(await card(una, 'open').getByTestId('review').count(), 'she has seen it').toBe(0);
  });

  it('is decided where the film, the money and the button are on one screen', async () => {
    await jump(tom, 'proposals');
    await tom
      .getByTestId('proposals')
      .getByRole('link', { name: /Salon Live/ })
      .click();
    const proposal = card(tom, 'open');
    await proposal.locator('video').waitFor();
    await inspect(tom, 'evidence-proposal', SIZES);
    const decide = proposal.getByRole('button', { name: /^Approve/ });
    for (const part of [proposal.locator('video'), proposal.getByTestId('dry-run'), decide]) {
      const box = await part.boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? DESKTOP.height)).toBeLessThan(DESKTOP.height);
    }
  });

  it('is approved by another one, who sees exactly that part beside the proposal', async () => {
    await jump(tom, `9/1/1`);
    const proposal = card(tom, 'open');
    await proposal.locator('[data-testid="evidence-state"][data-state="same"]').waitFor();
    const film = proposal.locator('video');
    await expect.poll(() => film.evaluate((video) => (video as HTMLVideoElement).videoWidth)).toBe(640);
    expect(
      await proposal
        .getByTestId('review')
        .getByRole('button', { name: /Player|Banker/ })
        .allInnerTexts(),
    ).toHaveLength(4);
    await inspect(tom, 'evidence-approve', SIZES);
    await tom.keyboard.press('a');
    await tom.getByRole('dialog').getByTestId('evidence-state').waitFor();
    await tom.keyboard.type(await asked(tom));
    await tom.keyboard.press('Enter');
    await card(tom, 'approved').getByText(WHY).waitFor();
  });

  it('costs the patron what was won and the stake, as the page says', async () => {
    await ana
      .getByText(/^Round .+ was corrected\. Your result is .+ worse\.$/)
      .first()
      .waitFor();
    await expect.poll(() => readAmount(ana, 'balance'), { timeout: 10_000 }).toBe(before - 10_000);
    await look(ana, 'evidence-patron', SIZES);
    const round = await studio.asked<RoundRecord>(ROUND);
    expect([round.outcome, round.cards.join(' '), round.read.join(' ')]).toEqual([
      'banker',
      '6h Kd Ks 7c',
      '9h Kd Ks 7c',
    ]);
    expect(round.patrons.map(({ staked, paid }) => [staked, paid])).toEqual([[10_000, 0]]);
  });
});

describe('the part that shows it', () => {
  it('is kept until a supervisor who proves who they are releases it', async () => {
    const hold = card(tom, 'approved').getByTestId('hold');
    await hold.getByRole('button', { name: 'Release' }).click();
    await tom.getByRole('dialog').getByText('is deleted when its time is over').waitFor();
    await tom.getByLabel('Password', { exact: true }).fill('another password');
    await tom.getByLabel('Code', { exact: true }).fill('000000');
    await tom.keyboard.press('Enter');
    await tom.getByRole('dialog').getByRole('alert').first().waitFor();
    await inspect(tom, 'evidence-release', SIZES);
    expect((await studio.asked<RecordingHolds>('/recording/holds')).holds).toHaveLength(1);
    await prove(tom, tomHimself);
    await hold.waitFor({ state: 'detached' });
    expect((await studio.asked<RecordingHolds>('/recording/holds')).holds).toEqual([]);
  });
});

describe('a recording that somebody changes afterwards', () => {
  it('is told apart, with the file', async () => {
    const { evidence } = await studio.asked<RoundEvidence>(`${ROUND}/evidence`);
    const { from, to } = evidence[0]?.video.span ?? { from: 0, to: 0 };
    const { segments } = await studio.asked<Recording>(`/recording?from=${String(from)}&to=${String(to)}`);
    const file = segments[0]?.file ?? '';
    const bytes = await readFile(studio.film(file));
    bytes.writeUInt8(bytes.readUInt8(200) ^ 1, 200);
    await writeFile(studio.film(file), bytes);
    await tom.reload();
    const state = card(tom, 'approved').locator('[data-testid="evidence-state"][data-state="changed"]');
    await state.getByText(file).waitFor();
    await inspect(tom, 'evidence-changed', SIZES);
  });
});
