// The checks of the tables of this visit: what each table's checks report, and what is kept for the next visit. The checks
// themselves run in a thread of their own.
import { ApiError, send } from '$lib/net/http';
import { hearing } from '$lib/state/hearing';
import type { TableModel } from '$lib/state/table.svelte';
import type { ServerMessage } from '$lib/wire/messages';
import type { Fetched } from './feed';
import { forget, isIn, keep, keepNumber, keptOf, markDoubtful, markTaken, ownNumber } from './kept';
import type { Report, Wanted } from './module';
import type { FromChecks, ToChecks } from './thread';
import { tableOf } from './wire';

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
  /** The table, once the thread checks it. */
  followed: TableModel | null = null;
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
let thread: Promise<Worker> | undefined;

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
  if (checks.followed !== null) {
    table.watch();
    void tell({ type: 'resume', table: table.id });
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
  checks.followed = null;
  checks.isBegun = false;
  checks.report = null;
  checks.alarm = null;
  follow(table);
}

async function begin(table: TableModel, checks: TableChecks): Promise<void> {
  const { id } = table;
  const { run } = checks;
  const worker = await loadedThread();
  if (run !== checks.run) {
    return;
  }
  const shoe = table.view?.shoe.shoe_no ?? 1;
  const seat = $state.snapshot(table.seat);
  post(worker, { type: 'begin', table: id, run, shoe, seat, kept: keptOf(id) });
  checks.followed = table;
  checks.isMissing = false;
  hearing.by = hear;
  table.hearsBulletins = true;
  table.watch();
}

/** The thread of the checks, once its module is loaded. */
function loadedThread(): Promise<Worker> {
  thread ??= startThread();
  return thread;
}

function startThread(): Promise<Worker> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  return new Promise((resolve, reject) => {
    const fail = () => {
      worker.terminate();
      loseThread();
      reject(new Error('the checks cannot run in this browser'));
    };
    worker.addEventListener('error', fail);
    worker.addEventListener('message', ({ data }: MessageEvent<FromChecks>) => {
      if (data.type === 'ready') {
        resolve(worker);
      } else if (data.type === 'failed') {
        fail();
      } else {
        take(data);
      }
    });
  });
}

/** Says of every table that it is not checked any more. The next visit to a table begins its checks from nothing. */
function loseThread(): void {
  thread = undefined;
  hearing.by = null;
  for (const checks of tables.values()) {
    checks.run += 1;
    checks.followed = null;
    checks.isBegun = false;
    checks.report = null;
    checks.isMissing = true;
  }
}

function post(worker: Worker, message: ToChecks): void {
  worker.postMessage(message);
}

async function tell(message: ToChecks): Promise<void> {
  const worker = await thread;
  if (worker !== undefined) {
    post(worker, message);
  }
}

/** Does what the checks of a table say, unless they began again since. */
function take(message: Exclude<FromChecks, { type: 'ready' | 'failed' }>): void {
  const checks = tables.get(message.table);
  if (checks?.run !== message.run) {
    return;
  }
  switch (message.type) {
    case 'report':
      checks.take(message.table, message.report, message.ownRounds);
      break;
    case 'fetch':
      void fetchFor(message.table, message).then((found) =>
        tell({ type: 'fetched', no: message.no, fetched: found }),
      );
      break;
    case 'give':
      if (message.what === 'reveal') {
        keepNumber(message.table, message.shoe, message.hex);
      }
      checks.followed?.giveNumber(message.what, message.shoe, message.hex);
  }
}

/** Hands a message to the checks, and notes what it says about the numbers that this browser gave. */
function hear(message: ServerMessage): void {
  if (message.type === 'nonce_taken') {
    markTaken(message.table_id, message.shoe_no);
  }
  if (message.type === 'welcome') {
    for (const [id, { report }] of tables) {
      if (report !== null && report.shoe !== null && report.root === null) {
        // The server may have started again, and nothing is fixed before the order is sealed.
        markDoubtful(id, report.shoe);
      }
    }
  }
  const about = tableOf(message);
  if (message.type === 'welcome' || (about !== null && tables.has(about))) {
    void tell({ type: 'hear', message });
  }
}

function fetchFor(table: number, { what, shoe }: Wanted): Promise<Fetched> {
  return what === 'file'
    ? fetchFile(table, shoe)
    : fetched(`/proofs/tables/${String(table)}/shoes/${String(shoe)}/leaves`, joined);
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
