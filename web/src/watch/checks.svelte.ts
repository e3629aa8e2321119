// The checks of the tables of this visit: one feed a table, what each reports, and what is kept for the next visit.
import { ApiError, send } from '$lib/net/http';
import { hearing } from '$lib/state/hearing';
import { storage } from '$lib/state/storage';
import type { TableModel } from '$lib/state/table.svelte';
import { Feed, type Fetched } from './feed';
import { instantiate, type Kept, type Report } from './module';
import moduleUrl from './punto_watch_wasm.wasm?url';

/** A check that failed, with the shoe whose file to keep. */
export interface Alarm {
  readonly check: string;
  readonly shoe: number | null;
}

const HOUSE = 'punto.house';
const headOf = (table: number) => `punto.head.${String(table)}`;

class TableChecks {
  report = $state.raw<Report | null>(null);
  /** What failed first in this visit. It stays. */
  alarm = $state.raw<Alarm | null>(null);
  /** Whether the checks cannot run in this browser. */
  isMissing = $state(false);
  isBegun = false;
  feed: Feed | null = null;
  /** Counts how often the checks began from nothing, so that what an earlier run says is dropped. */
  run = 0;

  take(table: number, report: Report): void {
    this.report = report;
    if (report.state === 'failed' && report.check !== null) {
      this.alarm ??= { check: report.check, shoe: report.shoe };
    }
    const { house, no, digest } = report.keep;
    if (house !== null) {
      storage.set(HOUSE, house);
    }
    if (no !== null && digest !== null) {
      storage.set(headOf(table), `${String(no)} ${digest}`);
    }
  }
}

// Nothing is drawn from the map itself.
// eslint-disable-next-line svelte/prefer-svelte-reactivity
const tables = new Map<number, TableChecks>();
let compiled: Promise<WebAssembly.Module> | undefined;

/** The checks of a table, which `follow` begins. */
export function checksOf(table: TableModel): TableChecks {
  const known = tables.get(table.id);
  if (known !== undefined) {
    return known;
  }
  const checks = new TableChecks();
  tables.set(table.id, checks);
  return checks;
}

/** Begins the checks of a table that is opened, or goes on with them where bulletins may have been missed. */
export function follow(table: TableModel): void {
  const checks = checksOf(table);
  if (checks.feed !== null) {
    table.watch();
    void checks.feed.start();
  } else if (!checks.isBegun) {
    checks.isBegun = true;
    begin(table, checks).catch(() => {
      checks.isBegun = false;
      checks.isMissing = true;
    });
  }
}

/** Forgets the house's key and the head of the table that were kept, and begins the checks from nothing. */
export function startAgain(table: TableModel): void {
  const checks = checksOf(table);
  storage.remove(HOUSE);
  storage.remove(headOf(table.id));
  checks.run += 1;
  checks.feed = null;
  checks.isBegun = false;
  checks.report = null;
  checks.alarm = null;
  follow(table);
}

async function begin(table: TableModel, checks: TableChecks): Promise<void> {
  compiled ??= fetchModule().catch((error: unknown) => {
    compiled = undefined;
    throw error;
  });
  const tell = await instantiate(await compiled);
  const shoe = table.view?.shoe.shoe_no ?? 1;
  const { run } = checks;
  const feed = new Feed(table.id, shoe, table.seat, kept(table.id), tell, {
    file: (no) => fetched(`/proofs/tables/${String(table.id)}/shoes/${String(no)}`, (it) => it.text()),
    leaves: (no) => fetched(`/proofs/tables/${String(table.id)}/shoes/${String(no)}/leaves`, joined),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    now: () => Date.now(),
    random,
    give: (what, shoe, hex) => {
      table.giveNumber(what, shoe, hex);
    },
    report: (report) => {
      if (run === checks.run) {
        checks.take(table.id, report);
      }
    },
  });
  checks.feed = feed;
  checks.isMissing = false;
  hearing.by = (message) => {
    for (const one of tables.values()) {
      one.feed?.hear(message);
    }
  };
  table.hearsBulletins = true;
  table.watch();
  await feed.start();
}

async function fetchModule(): Promise<WebAssembly.Module> {
  const response = await fetch(moduleUrl);
  if (!response.ok) {
    throw new Error(`${moduleUrl}: ${String(response.status)}`);
  }
  return WebAssembly.compile(await response.arrayBuffer());
}

async function fetched(path: string, read: (response: Response) => Promise<string>): Promise<Fetched> {
  try {
    return { text: await read(await send(path)) };
  } catch (error) {
    const isNoProof = error instanceof ApiError && error.body.code === 'no_proof';
    return { missing: isNoProof ? 'no_proof' : 'other' };
  }
}

/** 32 random bytes in hex digits: the patron's own number. */
function random(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The bytes of an answer in base64url. */
async function joined(response: Response): Promise<string> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function kept(table: number): Kept {
  const [no = '', digest = ''] = storage.get(headOf(table))?.split(' ') ?? [];
  const isHead = /^\d+$/.test(no) && /^[0-9a-f]{64}$/.test(digest);
  const house = storage.get(HOUSE);
  return {
    house: house !== null && /^[0-9a-f]{64}$/.test(house) ? house : null,
    ...(isHead ? { no: Number(no), digest } : { no: null, digest: null }),
  };
}

/** Where the proof file of a shoe is. */
export function fileOf(table: number, shoe: number): string {
  return `/api/v1/proofs/tables/${String(table)}/shoes/${String(shoe)}`;
}

/** The sentence that says what failed. Checks about one thing share it. */
const SENTENCES: Readonly<Record<string, 'record' | 'promise' | 'order' | 'cards' | 'rounds' | 'wagers'>> = {
  committed: 'promise',
  commitment: 'promise',
  nonces: 'promise',
  root: 'order',
  order: 'order',
  cards: 'cards',
  burn: 'cards',
  rounds: 'rounds',
  wagers: 'wagers',
};

export function sentenceOf(check: string): 'record' | 'promise' | 'order' | 'cards' | 'rounds' | 'wagers' {
  return SENTENCES[check] ?? 'record';
}
