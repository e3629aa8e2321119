// What the lobby and the switcher cost the browser's main thread, by the browser's own trace.
import type { CDPSession, Page } from 'playwright-core';
import { DESKTOP, visit } from './browser';
import { manyTables, tableFile } from './many-tables';
import { joinAsGuest } from './patron';
import { Server } from './server';

const FRAME_US = 1_000_000 / 60;
const TRACED_MS = 20_000;
const LONG_US = 50_000;

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly ts: number;
  readonly dur?: number;
  readonly pid: number;
  readonly tid: number;
  readonly args: { readonly name?: string };
}

/** Notes when the tables arrive, and when so many cards were painted. */
const WATCH = `(() => {
  const at = {};
  window.painted = at;
  const Native = WebSocket;
  window.WebSocket = class extends Native {
    constructor(...all) {
      super(...all);
      this.addEventListener('message', ({ data }) => {
        if (data.startsWith('{"type":"lobby",')) at.arrived ??= performance.now();
      });
    }
  };
  window.watchCards = () => {
    const note = () => {
      const count = document.querySelectorAll('[data-testid^="table-"]').length;
      const drawn = document.querySelectorAll('[data-testid^="table-"] svg[role="img"]').length;
      const paint = (name) => requestAnimationFrame(() => setTimeout(() => { at[name] ??= performance.now(); }));
      if (count > 0 && !at.first) { at.first = undefined; paint('firstPaint'); at.first = true; }
      if (drawn >= 9 && !at.roads) { at.roads = true; paint('roadsPaint'); }
      if (count >= 60 && !at.all) { at.all = true; paint('allPaint'); }
    };
    new MutationObserver(note).observe(document, { childList: true, subtree: true });
  };
  window.watchCards();
})()`;

export async function run(): Promise<void> {
  await withServer(60, (url) => measureLobby(url));
  await withServer(13, (url) => measureSwitcher(url));
}

async function withServer(count: number, measure: (url: string) => Promise<void>): Promise<void> {
  const timings = { bettingMs: 4_000, cardMs: 400, resultMs: 1_500 };
  const file = await tableFile(manyTables(count, timings));
  const server = new Server();
  try {
    await server.start(['--tables', file.path], []);
    await measure(server.url);
  } finally {
    await server.throwAway();
    await file.remove();
  }
}

async function measureLobby(url: string): Promise<void> {
  const visitor = await visit('about:blank', DESKTOP);
  try {
    const { page } = visitor;
    await page.addInitScript(WATCH);
    for (const what of ['cold', 'again', 'again']) {
      await page.goto(url);
      await page.waitForFunction(() => 'allPaint' in (Reflect.get(window, 'painted') as object));
      await page.waitForFunction(() => 'roadsPaint' in (Reflect.get(window, 'painted') as object));
      print(`60 tables, ${what}, from the arrival of the tables`, await painted(page));
    }
    await page.getByRole('link', { name: 'Bet history' }).click();
    await page.getByRole('heading', { level: 1, name: 'Bet history' }).waitFor();
    await page.evaluate(`window.painted = {}; (${RETURN})()`);
    await page.waitForFunction(() => 'allPaint' in (Reflect.get(window, 'painted') as object));
    print('60 tables, from the click on Tables', await painted(page));
  } finally {
    await visitor.close();
  }
}

/** Goes to the lobby, and notes when its cards were painted. */
const RETURN = `() => {
  const at = window.painted;
  at.arrived = performance.now();
  const look = () => {
    const count = document.querySelectorAll('[data-testid^="table-"]').length;
    if (count > 0) at.firstPaint ??= performance.now();
    if (document.querySelectorAll('[data-testid^="table-"] svg[role="img"]').length >= 9) at.roadsPaint ??= performance.now();
    if (count >= 60 && at.roadsPaint) at.allPaint ??= performance.now();
    else requestAnimationFrame(() => setTimeout(look));
  };
  document.querySelector('nav a[href="#/"]').click();
  requestAnimationFrame(() => setTimeout(look));
}`;

async function painted(page: Page): Promise<Record<string, number>> {
  const at = await page.evaluate(() => Reflect.get(window, 'painted') as Record<string, number>);
  const since = (name: string) => Math.round((at[name] ?? 0) - (at['arrived'] ?? 0));
  return {
    first_cards_ms: since('firstPaint'),
    first_roads_ms: since('roadsPaint'),
    all_cards_ms: since('allPaint'),
  };
}

async function measureSwitcher(url: string): Promise<void> {
  const visitor = await visit(url, DESKTOP);
  try {
    const { page } = visitor;
    await joinAsGuest(page, 'Tracer');
    await page.goto(`${url}#/table/13`);
    await page.getByRole('navigation', { name: 'Other tables' }).waitFor();
    await page.waitForFunction(() => document.querySelectorAll('[data-testid^="switch-"]').length === 12);
    await page.getByTestId('hand-player').waitFor();
    const events = await trace(await page.context().newCDPSession(page), page);
    print('12 tables in the switcher, main thread', busyTimes(events));
  } finally {
    await visitor.close();
  }
}

async function trace(session: CDPSession, page: Page): Promise<TraceEvent[]> {
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    events.push(...(value as unknown as TraceEvent[]));
  });
  const done = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.start', {
    traceConfig: { includedCategories: ['toplevel', 'devtools.timeline', '__metadata'] },
    transferMode: 'ReportEvents',
  });
  await page.waitForTimeout(TRACED_MS);
  await session.send('Tracing.end');
  await done;
  return events;
}

/** The busy time of the page's main thread in each frame of a sixtieth of a second. */
function busyTimes(events: readonly TraceEvent[]): Record<string, number> {
  const main = events
    .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
    .map(({ pid, tid }) => ({ pid, tid }));
  const tasks = main
    .map(({ pid, tid }) =>
      events.filter((one) => one.pid === pid && one.tid === tid && one.name.endsWith('RunTask') && one.ph === 'X'),
    )
    .reduce((most, one) => (one.length > most.length ? one : most), []);
  const first = Math.min(...tasks.map(({ ts }) => ts));
  const last = Math.max(...tasks.map(({ ts, dur = 0 }) => ts + dur));
  const frames = new Float64Array(Math.ceil((last - first) / FRAME_US) + 1);
  for (const { ts, dur = 0 } of tasks) {
    for (let from = ts; from < ts + dur;) {
      const frame = Math.floor((from - first) / FRAME_US);
      const until = Math.min(ts + dur, first + (frame + 1) * FRAME_US + 1);
      frames[frame] = (frames[frame] ?? 0) + until - from;
      from = until;
    }
  }
  const sorted = [...frames].sort((a, b) => a - b);
  const busy = sorted.filter((us) => us > 500);
  const ms = (us: number | undefined) => Math.round((us ?? 0) / 10) / 100;
  return {
    frames: sorted.length,
    p50_ms: ms(sorted[Math.floor(sorted.length * 0.5)]),
    p95_ms: ms(sorted[Math.floor(sorted.length * 0.95)]),
    p99_ms: ms(sorted[Math.floor(sorted.length * 0.99)]),
    busy_frames: busy.length,
    p95_of_busy_ms: ms(busy[Math.floor(busy.length * 0.95)]),
    longest_task_ms: ms(Math.max(...tasks.map(({ dur = 0 }) => dur))),
    tasks_over_50_ms: tasks.filter(({ dur = 0 }) => dur > LONG_US).length,
  };
}

function print(what: string, figures: Record<string, number>): void {
  const text = Object.entries(figures).map(([name, figure]) => `${name} ${String(figure)}`);
  process.stdout.write(`${what}: ${text.join(', ')}\n`);
}
