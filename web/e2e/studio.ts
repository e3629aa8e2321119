// A studio for tests: the real server with a live table, two supervisors over HTTP, a dealer to log in, and a simulated
// shoe that deals a shoe file.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  ConsoleOpened,
  DeviceCode,
  LiveStatus,
  LiveTable,
  SecondFactor,
  SecondFactorConfirmed,
  SessionStarted,
  SupervisorAction,
} from '../src/lib/wire/messages';
import type { Visitor } from './browser';
import { HandShoe } from './hand-shoe';
import { program, run, Server } from './server';
import { enrol, type Member } from './staff';
import { totp } from './totp';
import { unrecorded } from './unrecorded';

const PASSWORD = 'quiet river lantern';
const TABLE = 9;

/** What is particular about a studio. */
interface Setup {
  /** House rules of its own for the live table. */
  readonly rules?: string;
  /** Settings of the live table beside the usual ones. */
  readonly scanner?: string;
  /** How long betting is open. It is short where nobody bets. */
  readonly bettingMs?: number;
  /** Whether ffmpeg's test picture is recorded at the live table. */
  readonly recorded?: boolean;
  /** Supervisors at consoles, beside those over HTTP. */
  readonly atConsoles?: readonly string[];
}

const tablesOf = ({ rules, scanner = '', bettingMs = 3_000 }: Setup) => `
[[table]]
id = ${String(TABLE)}
name = "Salon Live"
rules = "${rules === undefined ? 'live-commission' : 'own.toml'}"
dealer = "scanner"
${scanner}
timings = { betting_ms = ${String(bettingMs)}, drain_ms = 100, result_ms = 2000 }

[[table]]
id = 1
name = "Salon One"
rules = "live-commission"
`;

const RECORDINGS = `
folder = "film"
[[table]]
id = ${String(TABLE)}
source = "test:"
`;

const SHOE = `shoe: 1
rules: live-commission
decks: 8
burned: 2d + 2
cut: 390

9h Kd Ks 3c
4h 4d 2s 3c
9s 2d Kc 4c
8s 2h Kh 4s
`;

/** A supervisor with recovery codes, each of which proves once who they are. */
interface Supervisor {
  readonly token: string;
  readonly codes: string[];
}

export class Studio {
  readonly server = new Server();
  #folder = '';
  #ann: Supervisor | null = null;
  #ben: Supervisor | null = null;
  #eve = '';
  readonly #codes = new Map<string, string>();
  #device: ChildProcess | null = null;

  /** Starts the server with the table, its staff, and an enrolled device. Returns the dealer. */
  async start(setup: Setup = {}): Promise<Member> {
    this.#folder = await mkdtemp(join(tmpdir(), 'punto-studio-'));
    await writeFile(this.#path('tables.toml'), tablesOf(setup));
    if (setup.rules !== undefined) {
      await writeFile(this.#path('own.toml'), setup.rules);
      run(['certificate', '--rules', this.#path('own.toml'), '--record']);
    }
    await writeFile(this.#path('four.shoe'), SHOE);
    const codes = [];
    for (const [name, role, seen] of [
      ['Ann', 'supervisor', ''],
      ['Ben', 'supervisor', ''],
      ['Dan', 'dealer', 'Rosa'],
      ['Eve', 'dealer', ''],
    ] as const) {
      codes.push(await this.server.addStaff(name, role, seen));
    }
    for (const name of setup.atConsoles ?? []) {
      this.#codes.set(name, await this.server.addStaff(name, 'supervisor'));
    }
    const recordings = await unrecorded(this.#folder, TABLE);
    if (setup.recorded === true) {
      await writeFile(this.#path('recordings.toml'), RECORDINGS);
    }
    await this.server.start(['--tables', this.#path('tables.toml'), ...recordings], []);
    const [ann = '', ben = '', dan = '', eve = ''] = codes;
    this.#eve = eve;
    this.#ann = await this.#supervisor('Ann', ann);
    this.#ben = await this.#supervisor('Ben', ben);
    await this.#enrolDevice(this.#ann, this.#ben);
    return enrol(this.server.url, 'Dan', dan);
  }

  /** The dealer who comes after the first one. */
  async next(): Promise<Member> {
    return enrol(this.server.url, 'Eve', this.#eve);
  }

  /** A supervisor who works at a console. */
  async atConsole(name: string): Promise<Member> {
    return enrol(this.server.url, name, this.#codes.get(name) ?? '');
  }

  /** The file of a segment of the live table's recording, as a playlist names it. */
  film(file: string): string {
    return this.#path(join('film', String(TABLE), file));
  }

  /** What the server answers Ann about the live table. */
  async asked<Body>(path: string): Promise<Body> {
    return this.#ask<Body>('GET', `/tables/${String(TABLE)}${path}`, this.#ann?.token);
  }

  /** The simulated shoe begins to deal, with these faults and flags. */
  play(faults: readonly string[], flags: readonly string[] = []): void {
    const files = ['--key', this.#path('device.key'), '--state', this.#path('device.state')];
    const args = ['scanner', 'play', this.#path('four.shoe'), '--server', this.server.url, ...files];
    this.#device = spawn(program(), [...args, ...flags, ...faults.flatMap((fault) => ['--fault', fault])], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }

  /** How the table stands. */
  async status(): Promise<LiveTable> {
    const { live } = await this.asked<LiveStatus>('/live');
    if (live === null) {
      throw new Error('the clock deals the table');
    }
    return live;
  }

  /** Ann gives an order, or Ben does. */
  async supervise(order: SupervisorAction, by: 'Ann' | 'Ben' = 'Ann'): Promise<void> {
    const who = by === 'Ann' ? this.#ann : this.#ben;
    await this.#ask('POST', `/tables/${String(TABLE)}/supervise`, who?.token, { order });
  }

  /** The shoe in the hands of a test, in the place of the simulated one. */
  async handShoe(): Promise<HandShoe> {
    const secret = await readFile(this.#path('device.key'), 'utf8');
    return new HandShoe(this.server.url, secret.trim());
  }

  /** Ann does something about a dealer. */
  async about(dealer: number, what: 'unlock' | 'end-session'): Promise<void> {
    await this.#send('POST', `/dealers/${String(dealer)}/${what}`, this.#ann?.token);
  }

  /** Ann opens a console of dealers, which this browser is from now on. */
  async openConsole({ page }: Visitor): Promise<void> {
    const ann = this.#ann;
    const proof = { password: PASSWORD, code: ann?.codes.pop() ?? '' };
    const path = `/tables/${String(TABLE)}/consoles`;
    const { secret } = await this.#post<ConsoleOpened>(path, { proof }, ann?.token);
    const cookie = { name: 'punto-console', domain: new URL(this.server.url).hostname, httpOnly: true };
    await page
      .context()
      .addCookies([
        { ...cookie, value: secret ?? '', path: `/api/v1/tables/${String(TABLE)}`, sameSite: 'Strict' },
      ]);
  }

  /** Ann closes a console of dealers. */
  async closeConsole(console: number): Promise<void> {
    await this.#send('POST', `/consoles/${String(console)}/close`, this.#ann?.token);
  }

  /** Ann halts the table, or resumes it. */
  async step(step: 'halt' | 'resume'): Promise<void> {
    await this.#ask('POST', `/tables/${String(TABLE)}/${step}`, this.#ann?.token, { why: 'A test.' });
  }

  /** Somebody pulls the cable of the shoe. */
  async unplug(): Promise<void> {
    const device = this.#device;
    this.#device = null;
    if (device?.exitCode === null) {
      const gone = new Promise((done) => device.once('exit', done));
      device.kill('SIGKILL');
      await gone;
    }
  }

  async end(): Promise<void> {
    await this.unplug();
    await this.server.throwAway();
    await rm(this.#folder, { recursive: true, force: true });
  }

  #path(name: string): string {
    return join(this.#folder, name);
  }

  async #supervisor(name: string, code: string): Promise<Supervisor> {
    const enrolled = await this.#post<SessionStarted>('/staff/enrolment', { name, code, password: PASSWORD });
    const token = enrolled.token ?? '';
    const { secret } = await this.#post<SecondFactor>('/me/second-factor', { password: PASSWORD }, token);
    const confirm = { code: totp(secret) };
    const made = await this.#post<SecondFactorConfirmed>('/me/second-factor/confirm', confirm, token);
    return { token: made.session.token ?? '', codes: made.recovery_codes };
  }

  async #enrolDevice(one: Supervisor, two: Supervisor): Promise<void> {
    const proof = ({ codes }: Supervisor) => ({ password: PASSWORD, code: codes.pop() ?? '' });
    const key = this.#path('device.key');
    const made = JSON.parse(run(['scanner', 'keygen', '--out', key, '--json'])) as { fingerprint: string };
    const asked = { table_id: TABLE, simulator: true, proof: proof(one) };
    const { code } = await this.#post<DeviceCode>('/devices/codes', asked, one.token);
    const table = ['--table', String(TABLE), '--code', code];
    run(['scanner', 'enrol', '--server', this.server.url, '--key', key, ...table]);
    const approval = { fingerprint: made.fingerprint, proof: proof(two) };
    await this.#post('/devices/1/approve', approval, two.token);
  }

  #post<Body>(path: string, body: unknown, token?: string): Promise<Body> {
    return this.#ask<Body>('POST', path, token, body);
  }

  async #ask<Body>(method: string, path: string, token?: string, body?: unknown): Promise<Body> {
    return (await (await this.#send(method, path, token, body)).json()) as Body;
  }

  async #send(method: string, path: string, token?: string, body?: unknown): Promise<Response> {
    const answer = await fetch(new URL(`/api/v1${path}`, this.server.url), {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) {
      throw new Error(`${path}: ${await answer.text()}`);
    }
    return answer;
  }
}
