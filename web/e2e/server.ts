// Runs the real server as a separate process with a temporary data folder.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CLIENT = fileURLToPath(new URL('../dist/', import.meta.url));
const SECONDS_TO_START = 20;

/** Timings for tests that only wait for the next round. */
export const QUICK = ['--betting-ms', '3000', '--card-ms', '50', '--result-ms', '1000'];
/** Short timings, so that a round is over within seconds. */
const TIMINGS = ['--betting-ms', '6000', '--card-ms', '150', '--result-ms', '5000'];

/** Runs the program for as long as it takes; returns what it printed. */
export function run(args: readonly string[]): string {
  return execFileSync(program(), args, { encoding: 'utf8' });
}

/** The program to test: `PUNTO_BIN`, or the last build. */
export function program(): string {
  const built = ['target/debug/punto', 'target/release/punto'].map((path) => join(ROOT, path));
  const path = [process.env['PUNTO_BIN'], ...built].find((one) => one !== undefined && existsSync(one));
  if (path === undefined) {
    throw new Error('there is no server to test; run `cargo build --package punto`, or set PUNTO_BIN');
  }
  return path;
}

export class Server {
  #process: ChildProcess | null = null;
  #data = '';
  url = '';

  /** Adds a member of staff, while the server does not run; returns the code with which they enrol. */
  async addStaff(name: string, role: string, displayName = ''): Promise<string> {
    const seen = displayName === '' ? [] : ['--display-name', displayName];
    const args = ['staff', 'add', name, '--role', role, ...seen, '--data', await this.#folder(), '--json'];
    return (JSON.parse(run(args)) as { code: string }).code;
  }

  /** Starts the server: on a free port the first time, then always on the same one. */
  async start(more: readonly string[] = [], timings: readonly string[] = TIMINGS): Promise<void> {
    const listen = this.url === '' ? '127.0.0.1:0' : new URL(this.url).host;
    const args = [
      'serve',
      '--listen',
      listen,
      '--data',
      await this.#folder(),
      '--client',
      CLIENT,
      ...timings,
      '--json',
      ...more,
    ];
    const child = spawn(program(), args, {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { RUST_LOG: 'warn', ...process.env },
    });
    this.#process = child;
    this.url = await listening(child);
  }

  async #folder(): Promise<string> {
    if (this.#data === '') {
      this.#data = await mkdtemp(join(tmpdir(), 'punto-data-'));
    }
    return this.#data;
  }

  /** Kills the server, as a power cut does. */
  async kill(): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (child?.exitCode === null) {
      const gone = new Promise((done) => child.once('exit', done));
      child.kill('SIGKILL');
      await gone;
    }
  }

  async throwAway(): Promise<void> {
    await this.kill();
    await rm(this.#data, { recursive: true, force: true });
  }
}

async function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      reject(new Error(`the server did not listen within ${String(SECONDS_TO_START)} s`));
    }, SECONDS_TO_START * 1_000);
    child.once('exit', (code) => {
      reject(new Error(`the server ended with ${String(code)} before it listened`));
    });
    child.once('error', reject);
    if (child.stdout === null) {
      return;
    }
    createInterface(child.stdout).on('line', (line) => {
      const event = parse(line);
      if (event?.event === 'listening' && event.url !== undefined) {
        clearTimeout(late);
        resolve(event.url);
      }
    });
  });
}

function parse(line: string): { event?: string; url?: string } | null {
  try {
    return JSON.parse(line) as { event?: string; url?: string };
  } catch {
    return null;
  }
}
