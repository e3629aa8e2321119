// A card-reading shoe for tests: the program that plays one, with a key of its own in a folder of its own.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { program } from './server';

const SHOE = fileURLToPath(new URL('../../corpora/example.shoe', import.meta.url));

export class Scanner {
  #process: ChildProcess | null = null;

  private constructor(
    private readonly url: string,
    private readonly folder: string,
    /** The fingerprint that the device shows. */
    readonly fingerprint: string,
  ) {}

  /** Makes a device with a new key, for a server. */
  static async make(url: string): Promise<Scanner> {
    const folder = await mkdtemp(join(tmpdir(), 'punto-scanner-'));
    const said = run(['keygen', '--out', join(folder, 'device.key')]);
    return new Scanner(url, folder, /fingerprint\s+(.+)/.exec(said)?.[1]?.trim() ?? '');
  }

  /** Enrols the device at a table with the code of a supervisor. */
  enrol(table: number, code: string): void {
    run(['enrol', ...this.#common(), '--table', String(table), '--code', code]);
  }

  /** Lets the cards of a shoe pass as the lamp asks for them, with faults such as `unreadable@1.B1`. */
  play(faults: readonly string[]): void {
    const state = ['--state', join(this.folder, 'device.state'), '--speed', '20'];
    const args = [...this.#common(), ...state, ...faults.flatMap((fault) => ['--fault', fault])];
    this.#process = spawn(program(), ['scanner', 'play', SHOE, ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { RUST_LOG: 'error', ...process.env },
    });
  }

  /** Lets a second program speak with the key of this device. Gives how to stop it. */
  copy(): () => void {
    const state = ['--state', join(this.folder, 'copy.state')];
    const child = spawn(program(), ['scanner', 'play', SHOE, ...this.#common(), ...state], {
      stdio: 'ignore',
      env: { RUST_LOG: 'error', ...process.env },
    });
    return () => child.kill('SIGKILL');
  }

  /** Takes the device from its line. */
  async stop(): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (child?.exitCode === null) {
      const gone = new Promise((done) => child.once('exit', done));
      child.kill('SIGKILL');
      await gone;
    }
  }

  async throwAway(): Promise<void> {
    await this.stop();
    await rm(this.folder, { recursive: true, force: true });
  }

  #common(): string[] {
    return ['--server', this.url, '--key', join(this.folder, 'device.key')];
  }
}

function run(args: readonly string[]): string {
  return execFileSync(program(), ['scanner', ...args], { encoding: 'utf8' });
}
