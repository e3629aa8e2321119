// The camera at the console: with an open finding the live picture of its table, and the film of the seconds before it; and
// what was recorded outside a round, by time.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Recording } from '../src/lib/wire/messages';
import { DESKTOP, SMALL_PHONE, visit, type Visitor } from './browser';
import { inspect } from './console-look';
import type { HandShoe } from './hand-shoe';
import { logIn } from './staff';
import { Studio } from './studio';

const SIZES = { small: SMALL_PHONE, desktop: DESKTOP };
const studio = new Studio();
let shoe: HandShoe;
let visitor: Visitor;
let una: Page;

beforeAll(async () => {
  await studio.start({ recorded: true, atConsoles: ['Una'] });
  shoe = await studio.handShoe();
  await shoe.connect();
  visitor = await visit(`${studio.server.url}/console.html`, DESKTOP);
  una = visitor.page;
  await logIn(una, await studio.atConsole('Una'));
  await una.goto(`${studio.server.url}/console.html#/tables/9`);
  await una.getByTestId('desk').waitFor();
}, 180_000);

afterAll(async () => {
  await visitor.close();
  await shoe.disconnect();
  await studio.end();
  expect(visitor.problems.filter((problem) => !problem.includes('Failed to load resource'))).toEqual([]);
});

/** The second of the film that was asked for. */
const second = () =>
  una
    .getByTestId('review')
    .locator('video')
    .evaluate((film) => (film as HTMLVideoElement).currentTime);

describe('an open finding', () => {
  it('has the live picture of its table', async () => {
    const picture = async () => (await studio.asked<Recording>('/recording')).picture;
    await expect.poll(picture, { timeout: 60_000 }).toBe('live');
    await shoe.load('BOX-0002', 6);
    await una.getByTestId('finding').waitFor();
    await una.locator('[data-testid="film"][data-stands="live"]').waitFor({ timeout: 60_000 });
    await inspect(una, 'watched-live', SIZES);
  }, 90_000);

  it('has the film of the seconds before it', async () => {
    await una.keyboard.press('m');
    const review = una.getByTestId('watched').getByTestId('review');
    await review.waitFor();
    await review.getByRole('button', { name: / Finding$/ }).waitFor();
    await una.keyboard.press('p');
    await expect.poll(second, { timeout: 20_000 }).toBeGreaterThan(0.3);
    await una.keyboard.press('p');
    await inspect(una, 'watched-before', SIZES);
    await una.keyboard.press('m');
    await review.waitFor({ state: 'detached' });
  }, 60_000);
});

describe('a time outside a round', () => {
  it('is chosen by UTC, and its film is played', async () => {
    await una.keyboard.press('r');
    const byTime = una.getByTestId('by-time');
    const begins = byTime.getByLabel('Begins');
    await begins.fill('2099-01-01T00:00:00');
    await byTime.getByRole('button', { name: 'Show' }).click();
    await byTime.getByText('Write a date and a time in the past.').waitFor();
    await begins.fill(new Date(Date.now() - 20_000).toISOString().slice(0, 19));
    await byTime.getByRole('button', { name: 'Show' }).click();
    await byTime.getByTestId('film-time').waitFor();
    await byTime.getByRole('button', { name: 'Play or pause' }).focus();
    await una.keyboard.press('p');
    await expect.poll(second, { timeout: 20_000 }).toBeGreaterThan(0.3);
    await una.keyboard.press('p');
    await inspect(una, 'watched-by-time', SIZES);
  }, 60_000);
});
