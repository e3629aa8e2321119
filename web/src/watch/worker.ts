// The thread of the checks: one feed a table. Hashes and signatures are computed here, so that no frame of the page waits
// for them. Fetches nothing but its module; the page does the rest.
import { Feed, type Fetched } from './feed';
import { instantiate } from './module';
import moduleUrl from './punto_watch_wasm.wasm?url';
import type { FromChecks, Run, ToChecks } from './thread';

const feeds = new Map<number, Feed>();
/** What the page fetches at the moment, by the number of the request. */
const fetching = new Map<number, (fetched: Fetched) => void>();
let requests = 0;

const say = (message: FromChecks) => {
  self.postMessage(message);
};

async function fetchModule(): Promise<WebAssembly.Module> {
  const response = await fetch(moduleUrl);
  if (!response.ok) {
    throw new Error(`${moduleUrl}: ${String(response.status)}`);
  }
  return WebAssembly.compile(await response.arrayBuffer());
}

/** 32 random bytes in hex digits: the patron's own number. */
function random(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function ask(of: Run, what: 'file' | 'leaves', shoe: number): Promise<Fetched> {
  requests += 1;
  const no = requests;
  return new Promise((resolve) => {
    fetching.set(no, resolve);
    say({ type: 'fetch', no, what, shoe, ...of });
  });
}

function begin(module: WebAssembly.Module, order: Extract<ToChecks, { type: 'begin' }>): void {
  const { table, run, shoe, seat, kept } = order;
  const of = { table, run };
  const feed = new Feed(table, shoe, seat, kept, instantiate(module), {
    file: (no) => ask(of, 'file', no),
    leaves: (no) => ask(of, 'leaves', no),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    now: () => Date.now(),
    random,
    give: (what, no, hex) => {
      say({ type: 'give', what, shoe: no, hex, ...of });
    },
    report: (report, ownRounds) => {
      say({ type: 'report', report, ownRounds, ...of });
    },
  });
  feeds.set(table, feed);
  void feed.start();
}

function follow(module: WebAssembly.Module, order: ToChecks): void {
  switch (order.type) {
    case 'begin':
      begin(module, order);
      break;
    case 'resume':
      void feeds.get(order.table)?.start();
      break;
    case 'hear':
      for (const feed of feeds.values()) {
        feed.hear(order.message);
      }
      break;
    case 'fetched':
      fetching.get(order.no)?.(order.fetched);
      fetching.delete(order.no);
  }
}

self.addEventListener('unhandledrejection', () => {
  say({ type: 'failed' });
});

const module = await fetchModule();
self.onmessage = ({ data }: MessageEvent<ToChecks>) => {
  follow(module, data);
};
say({ type: 'ready' });
