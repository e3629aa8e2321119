// The live picture of a table at the real server with the real ffmpeg: loaded when it is wanted, how late it is by a clock
// in the picture, cards and results in step with it, and HLS in time where WHEP refuses or hangs.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, PHONE, SMALL_PHONE, visit, type Visitor } from './browser';
import { ClockCamera, lagInPicture } from './clock-camera';
import { hidden } from './in-view';
import { look } from './look';
import { joinAsGuest, waitForPhase } from './patron';
import { Server } from './server';

/** The table whose camera shows the time, the one whose WHEP refuses, and the one whose WHEP hangs. */
const [CLOCK, REFUSES, HANGS] = [1, 2, 3];
const SIDEWAYS = { width: 844, height: 390 };
const SLOW_RESULT = ['--betting-ms', '6000', '--card-ms', '400', '--result-ms', '9000'];
/** Where the figures of the delay are written, beside the pictures. */
const FIGURES = fileURLToPath(new URL('../test-results/picture.json', import.meta.url));
/** The delay that half of the looks may have at most, in milliseconds. */
const HALF_WITHIN_MS = 4_000;

const server = new Server();
let folder = '';
let camera: ClockCamera;
let media: HttpServer;
let ana: Visitor;

/** A server that refuses to give its picture, or never answers. */
async function startMedia(): Promise<string> {
  media = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', 'authorization, content-type');
    if (request.method === 'OPTIONS') {
      response.end();
    } else if (request.url === '/refuses/whep') {
      response.writeHead(403).end();
    }
  });
  await new Promise<void>((done) => media.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${String((media.address() as AddressInfo).port)}`;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'punto-picture-'));
  camera = new ClockCamera(join(folder, 'clock.y4m'));
  const at = await startMedia();
  const table = (id: number, more: string) => `[[table]]\nid = ${String(id)}\n${more}\n`;
  const recordings = [
    'folder = "film"\n',
    table(CLOCK, 'source = "file:clock.y4m"'),
    table(REFUSES, `source = "test:"\nwhep = "${at}/refuses/whep"`),
    table(HANGS, `source = "test:"\nwhep = "${at}/hangs/whep"`),
  ].join('');
  await writeFile(join(folder, 'recordings.toml'), recordings);
  await server.start(['--recordings', join(folder, 'recordings.toml')], SLOW_RESULT);
  ana = await visit(server.url, DESKTOP);
  await ana.page.addInitScript(noteFrames);
  await joinAsGuest(ana.page, 'Ana');
}, 60_000);

afterAll(async () => {
  await ana.close();
  await server.throwAway();
  camera.stop();
  media.closeAllConnections();
  media.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 20 });
});

interface Noted {
  readonly what: string;
  readonly at: number;
  /** How far the picture was behind then. */
  readonly lag: number;
}

/** Notes in the page when messages about cards come, and when the page draws them. */
function noteFrames(): void {
  const noted: Noted[] = [];
  Object.assign(window, { noted });
  const note = (what: string) => {
    const film = document.querySelector<HTMLElement>('[data-testid="film"]');
    noted.push({ what, at: Date.now(), lag: Number(film?.dataset['lag'] ?? 0) });
  };
  const Real = WebSocket;
  window.WebSocket = class extends Real {
    constructor(...given: ConstructorParameters<typeof WebSocket>) {
      super(...given);
      this.addEventListener('message', ({ data }) => {
        const message = JSON.parse(String(data)) as { type: string; event?: { type: string } };
        if (message.type === 'frame' && message.event !== undefined) {
          note(message.event.type);
        }
      });
    }
  };
  const cards = () =>
    [...document.querySelectorAll<HTMLElement>('[data-cards]')]
      .flatMap(({ dataset }) => (dataset['cards'] ?? '').split(' '))
      .filter((card) => card !== '').length;
  let before = { cards: 0, phase: '', result: false };
  const look = () => {
    const phase = document.querySelector<HTMLElement>('[data-testid="line"]')?.dataset['phase'] ?? '';
    const now = { cards: cards(), phase, result: document.querySelector('[data-testid="result"]') !== null };
    for (let card = before.cards; card < now.cards; card += 1) {
      note('card shown');
    }
    if (now.result && !before.result) note('result shown');
    if (now.phase !== before.phase) note(`${now.phase} shown`);
    before = now;
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
}

async function noted(page: Page): Promise<readonly Noted[]> {
  return page.evaluate(() => (window as unknown as { noted: Noted[] }).noted);
}

/**
 * The time from each message of one kind in a round until the page drew it, and how far the picture was behind when it
 * came, in their order.
 */
async function delays(page: Page, what: string, shown: string): Promise<{ delay: number; lag: number }[]> {
  const all = await noted(page);
  const begin = all.findLastIndex((one) => one.what === 'betting_opened');
  const before = all.slice(0, begin).findLastIndex((one) => one.what === 'betting_opened');
  const round = all.slice(before, begin);
  const [came, drawn] = [what, shown].map((kind) => round.filter((one) => one.what === kind)) as [
    Noted[],
    Noted[],
  ];
  expect(drawn.length, `${shown}: ${JSON.stringify(round)}`).toBe(came.length);
  expect(came.length).toBeGreaterThan(0);
  return came.map(({ at, lag }, place) => ({ delay: (drawn[place]?.at ?? Infinity) - at, lag }));
}

/** Watches a whole round of the table in view. */
async function watchRound(page: Page): Promise<void> {
  for (const phase of ['settled', 'betting', 'settled', 'betting']) {
    await waitForPhase(page, phase);
  }
}

/** Waits until the film has gone on by some frames. */
async function nextFrame(page: Page): Promise<void> {
  const second = () => page.locator('video').evaluate((film) => (film as HTMLVideoElement).currentTime);
  const before = await second();
  await expect.poll(second, { interval: 20 }).toBeGreaterThan(before + 0.2);
}

async function open(page: Page, table: number): Promise<void> {
  await page.goto(`${server.url}/#/table/${String(table)}`);
  await page.getByTestId('live-panel').waitFor();
}

const film = (page: Page) => page.getByTestId('film');

async function live(page: Page): Promise<void> {
  await page.locator('[data-testid="film"][data-stands="live"]').waitFor({ timeout: 60_000 });
}

describe('a live picture', () => {
  it('is loaded when the patron wants it, and not before', async () => {
    const { page } = ana;
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.reload();
    await open(page, CLOCK);
    await waitForPhase(page, 'betting');
    const isOfPicture = (path: string) => /\/video|hls/.test(path);
    expect(asked.filter(isOfPicture)).toEqual([]);
    await page.getByTestId('picture-switch').check();
    await live(page);
    expect(asked.some((path) => path.includes('hls'))).toBe(true);
    expect(await page.locator('video').evaluate((video) => (video as HTMLVideoElement).videoWidth)).toBe(320);
  }, 90_000);

  it('is four seconds behind at most, half of the time', async () => {
    const { page } = ana;
    const lags: number[] = [];
    const off: number[] = [];
    // A player that begins catches up first.
    await expect.poll(() => lagInPicture(page), { timeout: 30_000 }).toBeLessThan(HALF_WITHIN_MS);
    for (let look = 0; look < 60; look += 1) {
      await nextFrame(page);
      const lag = await lagInPicture(page);
      const said = Number(await film(page).getAttribute('data-lag'));
      if (lag !== null) {
        lags.push(lag);
        off.push(Math.abs(said - lag));
      }
    }
    const half = (all: number[]) => all.toSorted((one, other) => one - other)[all.length >> 1] ?? Infinity;
    const figures = { halfWithin: half(lags), allWithin: Math.max(...lags), knownWithin: half(off) };
    await writeFile(FIGURES, JSON.stringify(figures));
    expect(half(lags)).toBeLessThanOrEqual(HALF_WITHIN_MS);
    expect(half(off), 'what the page knows of it').toBeLessThan(700);
  }, 90_000);

  it('has cards and results in step with it, and betting that opens waits for nothing', async () => {
    const { page } = ana;
    await watchRound(page);
    for (const [what, shown] of [
      ['card_drawn', 'card shown'],
      ['round_ended', 'result shown'],
    ] as const) {
      for (const { delay, lag } of await delays(page, what, shown)) {
        const off = Math.abs(delay - lag);
        expect(off, `${what} after ${String(delay)} ms, lag ${String(lag)}`).toBeLessThan(1_000);
      }
    }
    const all = await noted(page);
    const opened = all.filter(({ what }) => what === 'betting_opened').at(-1)?.at ?? 0;
    const seen = all.filter(({ what }) => what === 'betting shown').at(-1)?.at ?? Infinity;
    expect(seen - opened).toBeLessThan(500);
  }, 90_000);

  it('delays nothing where the patron does not want that', async () => {
    const { page } = ana;
    await page.getByRole('switch', { name: 'In step with the picture' }).uncheck();
    await watchRound(page);
    for (const { delay } of await delays(page, 'card_drawn', 'card shown')) {
      expect(delay).toBeLessThan(500);
    }
    await page.getByRole('switch', { name: 'In step with the picture' }).check();
  }, 90_000);

  it('fits phones and desktops', async () => {
    const { page } = ana;
    await live(page);
    const sizes = { small: SMALL_PHONE, phone: PHONE, sideways: SIDEWAYS, desktop: DESKTOP };
    await look(page, 'picture', sizes);
    for (const [name, size] of Object.entries(sizes)) {
      await page.setViewportSize(size);
      await waitForPhase(page, 'betting');
      expect(await hidden(page), name).toEqual([]);
    }
    await page.getByTestId('picture-switch').uncheck();
    await look(page, 'picture-off', sizes);
    for (const [name, size] of Object.entries(sizes)) {
      await page.setViewportSize(size);
      await waitForPhase(page, 'betting');
      expect(await hidden(page), `${name}, without the picture`).toEqual([]);
    }
    await page.getByTestId('picture-switch').check();
    // A machine that is busy may lose the picture for a moment.
    expect(ana.problems.filter((problem) => !problem.includes('Failed to load resource'))).toEqual([]);
  }, 90_000);

  it('says that it stands still, and comes back by itself', async () => {
    const { page } = ana;
    await live(page);
    camera.isPaused = true;
    await page.locator('[data-testid="film"][data-stands="stalled"]').waitFor({ timeout: 30_000 });
    expect(await page.getByTestId('film-stands').innerText()).toBe(
      'The picture stands still. The table goes on',
    );
    camera.isPaused = false;
    await live(page);
  }, 120_000);

  it('is remembered, and comes by HLS where WHEP refuses', async () => {
    const { page } = ana;
    const asked: { path: string; at: number }[] = [];
    page.on('request', (request) => asked.push({ path: new URL(request.url()).pathname, at: Date.now() }));
    const within = () => {
      const began = asked.find(({ path }) => path.endsWith('/video'))?.at ?? 0;
      return (asked.find(({ path }) => path.endsWith('.m3u8'))?.at ?? Infinity) - began;
    };
    for (const table of [REFUSES, HANGS]) {
      asked.length = 0;
      await open(page, table);
      await live(page);
      expect(await film(page).getAttribute('data-way')).toBe('hls');
      expect(
        asked.some(({ path }) => path.endsWith('/whep')),
        'WHEP is asked first',
      ).toBe(true);
      expect(within(), 'HLS begins').toBeLessThan(3_000);
    }
  }, 150_000);
});
