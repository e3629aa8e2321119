// The checks of the tables of this visit: one feed a table, what each reports, and what is kept for the next visit.
import { ApiError, send } from '$lib/net/http';
import { hearing } from '$lib/state/hearing';
import type { TableModel } from '$lib/state/table.svelte';
import type { ServerMessage } from '$lib/wire/messages';
import { Feed, type Fetched } from './feed';
import { forget, isIn, keep, keepNumber, keptOf, markDoubtful, markTaken, ownNumber } from './kept';
import { instantiate, type Report } from './module';
import moduleUrl from './punto_watch_wasm.wasm?url';

/** A check that failed, with the shoe whose file to keep. */
export interface Alarm {
  readonly check: string;
  readonly shoe: number | null;
}

class TableChecks {
  report = $state.raw<Report | null>(null);
  /** What failed first in this visit. It stays. */
  alarm = $state.raw<Alarm | null>(null);
  /** Of how many rounds of the shoe the own bets were fixed. */
  ownRounds = $state(0);
  /** The patron's own number in the open shoe; null when none of it is in. */
  number = $state<string | null>(null);
  /** Whether the checks cannot run in this browser. */
  isMissing = $state(false);
  isBegun = false;
  feed: Feed | null = null;
  /** Counts how often the checks began from nothing, so that what an earlier run says is dropped. */
  run = 0;

  take(table: number, report: Report, ownRounds: number): void {
    this.report = report;
    this.ownRounds = ownRounds;
    if (report.state === 'failed' && report.check !== null) {
      this.alarm ??= { check: report.check, shoe: report.shoe };
    }
    keep(table, report.keep);
    const own = report.shoe === null ? null : ownNumber(table, report.shoe);
    this.number = own?.taken === true ? own.hex : null;
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
  forget(table.id);
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
  const feed = new Feed(table.id, shoe, table.seat, keptOf(table.id), tell, {
    file: (no) => fetchFile(table.id, no),
    leaves: (no) => fetched(`/proofs/tables/${String(table.id)}/shoes/${String(no)}/leaves`, joined),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    now: () => Date.now(),
    random,
    give: (what, shoe, hex) => {
      if (what === 'reveal') {
        keepNumber(table.id, shoe, hex);
      }
      table.giveNumber(what, shoe, hex);
    },
    report: (report, ownRounds) => {
      if (run === checks.run) {
        checks.take(table.id, report, ownRounds);
      }
    },
  });
  checks.feed = feed;
  checks.isMissing = false;
  hearing.by = hear;
  table.hearsBulletins = true;
  table.watch();
  await feed.start();
}

/** Hands a message to the checks of all tables, and notes what it says about the numbers that this browser gave. */
function hear(message: ServerMessage): void {
  if (message.type === 'nonce_taken') {
    markTaken(message.table_id, message.shoe_no);
  }
  for (const [id, one] of tables) {
    const shoe = one.report?.shoe ?? null;
    if (message.type === 'welcome' && shoe !== null && one.report?.root === null) {
      // The server may have started again, and nothing is fixed before the order is sealed.
      markDoubtful(id, shoe);
    }
    one.feed?.hear(message);
  }
}

async function fetchModule(): Promise<WebAssembly.Module> {
  const response = await fetch(moduleUrl);
  if (!response.ok) {
    throw new Error(`${moduleUrl}: ${String(response.status)}`);
  }
  return WebAssembly.compile(await response.arrayBuffer());
}

/** The proof file of a shoe. One that lists the own number settles whether it is in. */
async function fetchFile(table: number, shoe: number): Promise<Fetched> {
  const file = await fetched(`/proofs/tables/${String(table)}/shoes/${String(shoe)}`, (it) => it.text());
  const own = ownNumber(table, shoe);
  if (own !== null && 'text' in file && isIn(own, file.text)) {
    markTaken(table, shoe);
  }
  return file;
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

/** Where the proof file of a shoe is. */
export function fileOf(table: number, shoe: number): string {
  return `/api/v1/proofs/tables/${String(table)}/shoes/${String(shoe)}`;
}
