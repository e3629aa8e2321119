// The recording of a round at the console of the real server: a clock is recorded, the film opens at the first card by the
// clock in its picture, marks lead to their moments, and keys go on by a frame.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FoundRounds, Recording, RoundVideo } from '../src/lib/wire/messages';
import { DESKTOP, SMALL_PHONE } from './browser';
import { ClockCamera, timeInPicture } from './clock-camera';
import { House } from './console-house';
import { inspect } from './console-look';
import { QUICK } from './server';
import { jump } from './staff';

const TABLE = 1;
const RECORDINGS = `
folder = "film"
[[table]]
id = ${String(TABLE)}
source = "file:clock.y4m"
`;

/** How far the picture may be from the time that it is opened at, in milliseconds. */
const RIGHT_WITHIN_MS = 1_000;

const house = new House();
let folder = '';
let camera: ClockCamera;
let ann: Page;
let video: RoundVideo;

/** What the server answers Ann. */
async function ask<Body>(path: string): Promise<Body> {
  return ann.evaluate(async (path) => (await (await fetch(`/api/v1${path}`)).json()) as never, path);
}

/** The time that the film shows, in milliseconds of its day. */
async function shownTime(): Promise<number> {
  const text = await ann.getByTestId('film-time').innerText();
  const [hours = '', minutes = '', seconds = ''] = text.replace(' UTC', '').split(':');
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000;
}

/** How far the clock in the picture is from a time, in milliseconds; without end before there is a picture. */
async function offBy(at: number): Promise<number> {
  const filmed = await timeInPicture(ann);
  return filmed === null ? Infinity : Math.abs(filmed - at);
}

const ofDay = (at: number): number => at % 86_400_000;

/** Finds a round that is over for a while and recorded whole. */
async function findRecorded(): Promise<boolean> {
  const { rounds } = await ask<FoundRounds>(`/rounds?table=${String(TABLE)}&limit=6`);
  for (const { round, outcome } of rounds) {
    const path = `/tables/${String(TABLE)}/shoes/${String(round.shoe_no)}/rounds/${String(round.round_no)}/video`;
    const found = outcome === null ? null : await ask<RoundVideo>(path);
    const ended = found?.marks.find(({ what }) => what === 'settled')?.at ?? 0;
    if (found?.recorded === 'all' && found.span.to === ended + 10_000) {
      video = found;
      return true;
    }
  }
  return false;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'punto-film-'));
  camera = new ClockCamera(join(folder, 'clock.y4m'));
  const file = join(folder, 'recordings.toml');
  await writeFile(file, RECORDINGS);
  await house.start([['Ann Lee', 'supervisor']], [...QUICK, '--recordings', file]);
  ann = await house.at('Ann Lee');
}, 120_000);

afterAll(async () => {
  await house.end();
  camera.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 20 });
});

describe('the recording of a round', () => {
  it('is there a moment after the round', async () => {
    const seen = async () => (await ask<Recording>(`/tables/${String(TABLE)}/recording`)).picture;
    await expect.poll(seen, { timeout: 60_000 }).toBe('live');
    await expect.poll(findRecorded, { timeout: 90_000, interval: 1_000 }).toBe(true);
  }, 160_000);

  it('is loaded only when somebody wants to see it', async () => {
    const { shoe_no, round_no } = video.round;
    await jump(ann, `${String(TABLE)}/${String(shoe_no)}/${String(round_no)}`);
    await ann.getByTestId('round').waitFor();
    expect(await ann.getByTestId('review').count()).toBe(0);
    await ann.keyboard.press('v');
    await ann.getByTestId('review').waitFor();
  });

  it('opens at the first card', async () => {
    const cards = video.marks.filter(({ what }) => what === 'card');
    expect(cards.length, 'cards that are marked').toBeGreaterThanOrEqual(4);
    const [first] = cards;
    await expect
      .poll(async () => Math.abs((await shownTime()) - ofDay((first?.at ?? 0) - 1_000)), { timeout: 30_000 })
      .toBeLessThan(1_000);
    const opened = () => offBy((first?.at ?? 0) - 1_000);
    await expect.poll(opened, { timeout: 30_000 }).toBeLessThan(RIGHT_WITHIN_MS);
  });

  it('has a mark for each card, which leads to its moment', async () => {
    const cards = video.marks.filter(({ what }) => what === 'card');
    const marks = ann.getByTestId('review').getByRole('button', { name: /Player|Banker/ });
    expect(await marks.count()).toBe(cards.length);
    const last = cards.at(-1);
    await marks.last().click();
    await expect.poll(shownTime, { timeout: 30_000 }).toBeCloseTo(ofDay(last?.at ?? 0), -3);
    expect(Math.abs((await shownTime()) - ofDay(last?.at ?? 0))).toBeLessThan(200);
    const off = () => offBy(last?.at ?? 0);
    await expect.poll(off, { timeout: 30_000 }).toBeLessThan(RIGHT_WITHIN_MS);
  });

  it('goes on and back by a frame', async () => {
    const second = () => ann.locator('video').evaluate((film) => (film as HTMLVideoElement).currentTime);
    const before = await second();
    await ann.keyboard.press('.');
    await ann.keyboard.press('.');
    await expect.poll(second).toBeCloseTo(before + 0.08, 3);
    await ann.keyboard.press(',');
    await expect.poll(second).toBeCloseTo(before + 0.04, 3);
    await inspect(ann, 'recording', { small: SMALL_PHONE, desktop: DESKTOP });
  });

  it('names what is missing', async () => {
    const { rounds } = await ask<FoundRounds>(`/rounds?table=${String(TABLE)}`);
    const first = rounds.at(-1)?.round;
    const title = () => ann.getByTestId('round').getByRole('heading', { level: 1 }).innerText();
    const before = await title();
    await jump(ann, `${String(TABLE)}/${String(first?.shoe_no)}/${String(first?.round_no)}`);
    await expect.poll(title).not.toBe(before);
    await ann.keyboard.press('v');
    await ann.getByTestId('review').waitFor();
    // The first round began before ffmpeg had a picture.
    expect(await ann.getByTestId('gap').first().innerText()).toMatch(/^Not recorded from \d\d:/);
    await inspect(ann, 'recording-gap', { small: SMALL_PHONE, desktop: DESKTOP });
  });
});
