// How soon a table can be played on a first visit, and what the lobby and the switcher cost the browser's main thread,
// by the browser's own trace.
import type { CDPSession, Page } from 'playwright-core';
import { closeBrowser, DESKTOP, visit } from './browser';
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
  /** The processor time of the thread, where the browser tells it: less than `dur` where other programs took the core. */
  readonly tdur?: number;
  readonly pid: number;
  readonly tid: number;
  readonly args: { readonly name?: string };
}

/** Notes when the tables arrive at the page, and counts what is painted after every change. */
const WATCH = `(() => {
  const Native = WebSocket;
  window.painted = {};
  window.WebSocket = class extends Native {
    constructor(...all) {
      super(...all);
      this.addEventListener('message', ({ data }) => {
        if (data.startsWith('{"type":"lobby",')) window.painted.arrived ??= performance.now();
      });
    }
  };
  const count = (what) => document.querySelectorAll('[data-testid^="table-"]' + what).length;
  const afterPaint = (name) =>
    requestAnimationFrame(() => setTimeout(() => { window.painted[name] ??= performance.now(); }));
  const note = () => {
    if (count('') > 0) afterPaint('first');
    if (count(' svg[role="img"]') >= 6) afterPaint('roads');
    if (count('') >= 60) afterPaint('all');
  };
  new MutationObserver(note).observe(document, { childList: true, subtree: true });
})()`;

export async function run(): Promise<void> {
  await withServer(6, (url) => measureFirstLoad(url));
  await withServer(60, (url) => measureLobby(url));
  await withServer(13, (url) => measureSwitcher(url));
  await closeBrowser();
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

/** With an empty cache each time: when the spots of a table can be clicked, and when its roads are drawn. */
async function measureFirstLoad(url: string): Promise<void> {
  for (const what of ['first', 'second', 'third']) {
    const visitor = await visit('about:blank', DESKTOP);
    const { page } = visitor;
    await page.goto(`${url}#/table/1`);
    await page.locator('[data-road="big_road"]').waitFor();
    const at = await page.evaluate(() => ({
      usable_ms: Math.round(performance.getEntriesByName('layout')[0]?.startTime ?? NaN),
      roads_by_ms: Math.round(performance.now()),
    }));
    print(`a table, ${what} visit with an empty cache, after the address was opened`, at);
    await visitor.close();
  }
}

async function measureLobby(url: string): Promise<void> {
  const visitor = await visit('about:blank', DESKTOP);
  try {
    const { page } = visitor;
    await page.addInitScript(WATCH);
    for (const what of ['first visit', 'second visit', 'third visit']) {
      await page.goto(url);
      print(`60 tables, ${what}, after they arrived`, await painted(page));
    }
    for (const what of ['once', 'again']) {
      await page.getByRole('link', { name: 'Bet history' }).click();
      await page.getByRole('heading', { level: 1, name: 'Bet history' }).waitFor();
      await page.evaluate(() => {
        Reflect.set(window, 'painted', { arrived: performance.now() });
        document.querySelector<HTMLElement>('nav a[href="#/"]')?.click();
      });
      print(`60 tables, ${what}, after a click on Tables`, await painted(page));
    }
  } finally {
    await visitor.close();
  }
}

async function painted(page: Page): Promise<Record<string, number>> {
  await page.waitForFunction(() => {
    const at = Reflect.get(window, 'painted') as object;
    return 'roads' in at && 'all' in at;
  });
  const at = await page.evaluate(() => Reflect.get(window, 'painted') as Record<string, number>);
  const since = (name: string) => Math.round((at[name] ?? 0) - (at['arrived'] ?? 0));
  return { first_cards_ms: since('first'), first_roads_ms: since('roads'), all_cards_ms: since('all') };
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
    const tasks = mainTasks(events);
    const what = '12 tables in the switcher, main thread';
    print(
      `${what}, by the clock`,
      busyTimes(tasks, ({ dur = 0 }) => dur),
    );
    if (tasks.some(({ tdur }) => tdur !== undefined)) {
      print(
        `${what}, by processor time`,
        busyTimes(tasks, ({ tdur = 0 }) => tdur),
      );
    }
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
  await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), TRACED_MS);
  await session.send('Tracing.end');
  await done;
  return events;
}

/** The tasks of the page's main thread. */
function mainTasks(events: readonly TraceEvent[]): TraceEvent[] {
  const main = events
    .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
    .map(({ pid, tid }) => ({ pid, tid }));
  return main
    .map(({ pid, tid }) =>
      events.filter(
        (one) => one.pid === pid && one.tid === tid && one.name.endsWith('RunTask') && one.ph === 'X',
      ),
    )
    .reduce((most, one) => (one.length > most.length ? one : most), []);
}

/** The busy time of the page's main thread in each frame of a sixtieth of a second, by the clock that `lasts` reads. */
function busyTimes(
  tasks: readonly TraceEvent[],
  lasts: (task: TraceEvent) => number,
): Record<string, number> {
  const first = Math.min(...tasks.map(({ ts }) => ts));
  const last = Math.max(...tasks.map((task) => task.ts + lasts(task)));
  const frames = new Float64Array(Math.ceil((last - first) / FRAME_US) + 1);
  for (const task of tasks) {
    const end = task.ts + lasts(task);
    for (let from = task.ts; from < end;) {
      const frame = Math.floor((from - first) / FRAME_US);
      const until = Math.min(end, first + (frame + 1) * FRAME_US + 1);
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
    longest_task_ms: ms(Math.max(...tasks.map(lasts))),
    tasks_over_50_ms: tasks.filter((task) => lasts(task) > LONG_US).length,
  };
}

function print(what: string, figures: Record<string, number>): void {
  const text = Object.entries(figures).map(([name, figure]) => `${name} ${String(figure)}`);
  process.stdout.write(`${what}: ${text.join(', ')}\n`);
}
