// A private copy of this machine's files, in which packages are installed and services run. Whatever is written there
// is in memory and gone at the end. It needs root, and namespaces of its own for mounts, processes and the network.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** How many pauses a service may take to tell a state. */
const PAUSES = 600;
/** Where a service of Type=notify tells its state, as systemd names it. */
const NOTIFY_SOCKET = '/run/notify';
/** Prints each state that a process sends there, and the number of the process. */
const LISTENER = `
import os, socket, struct, sys
manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
manager.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
manager.bind(sys.argv[1])
os.chmod(sys.argv[1], 0o666)
while True:
    text, extra, _, _ = manager.recvmsg(4096, socket.CMSG_SPACE(12))
    by = struct.unpack('3i', extra[0][2])[0]
    print('\\n'.join(f'{by} {line}' for line in text.decode().splitlines()), flush=True)`;
/** No service is started by an installation; the test starts it. */
const POLICY = '#!/bin/sh\nexit 101\n';

export class Machine {
  /** The root of the copy. */
  root;
  /** Where the system calls of a traced service are. */
  trace;
  #services = [];
  #listener;

  constructor() {
    const here = mkdtempSync(join(tmpdir(), 'punto-machine-'));
    run('mount', '-t', 'tmpfs', '-o', 'mode=0755', 'tmpfs', here);
    const [upper, work, root] = ['upper', 'work', 'root'].map((name) => join(here, name));
    [upper, work, root].forEach((folder) => mkdirSync(folder));
    run('mount', '-t', 'overlay', '-o', `lowerdir=/,upperdir=${upper},workdir=${work}`, 'overlay', root);
    run('mount', '-t', 'proc', 'proc', join(root, 'proc'));
    run('mount', '--rbind', '/dev', join(root, 'dev'));
    for (const folder of ['run', 'tmp']) {
      run('mount', '-t', 'tmpfs', 'tmpfs', join(root, folder));
    }
    run('ip', 'link', 'set', 'lo', 'up');
    this.root = root;
    this.trace = join(here, 'trace');
    writeFileSync(this.path('/usr/sbin/policy-rc.d'), POLICY, { mode: 0o755 });
  }

  /** Kills the services that a failed test left. */
  async end() {
    await Promise.all(this.#services.map((service) => service.stop('SIGKILL')));
    this.#listener?.kill();
  }

  /** Where a file of the copy is. */
  path(name) {
    return join(this.root, name);
  }

  /** Copies a file into the copy and returns its name there. */
  bring(file, name) {
    writeFileSync(this.path(name), readFileSync(file));
    return name;
  }

  /** Runs a program in the copy and returns what it prints. */
  run(...args) {
    return run('chroot', this.root, ...args);
  }

  /** Runs a program in the copy; returns its status and what it prints, errors included. */
  try(...args) {
    try {
      return { status: 0, text: run('chroot', this.root, 'sh', '-c', 'exec "$@" 2>&1', 'sh', ...args) };
    } catch (failure) {
      return { status: failure.status, text: failure.stdout };
    }
  }

  /** Runs a program in the copy as the user of the service. */
  runAs(user, ...args) {
    return this.run('setpriv', '--reuid', user, '--regid', user, '--clear-groups', ...args);
  }

  /**
   * Starts the program of a unit as systemd would: its user, folder, limits and mask, without privileges, and with
   * nothing writable but its folder of state. Where this machine allows fewer files, it gets those. `watchdogMs`
   * overrides the time of the unit within which the service says that it is alive.
   */
  async start(unit, { isTraced = false, watchdogMs = undefined } = {}) {
    const state = `/var/lib/${unit.one('StateDirectory')}`;
    const files = unit.one('LimitNOFILE');
    const words = unit.one('ExecStart').split(/\s+/);
    const traced = isTraced ? ['strace', '-D', '-f', '-qq', '-o', this.trace] : [];
    const user = unit.one('User');
    const script = `
      mount --bind "$ROOT${state}" "$ROOT${state}"
      mount -o remount,bind,ro "$ROOT"
      umask ${unit.one('UMask')}
      ulimit -n ${files} 2>/dev/null || ulimit -n "$(ulimit -H -n)"
      cd "$ROOT${unit.one('WorkingDirectory')}"
      exec "$@"`;
    const privileges = ['--no-new-privs', '--bounding-set=-all', '--inh-caps=-all'];
    const enter = ['chroot', `--userspec=${user}:${unit.one('Group')}`, '--groups=', this.root];
    const folder = ['env', '--chdir', unit.one('WorkingDirectory')];
    const received = await this.#listen();
    const watchdog = String((watchdogMs ?? seconds(unit.one('WatchdogSec')) * 1_000) * 1_000);
    const asked = { NOTIFY_SOCKET, WATCHDOG_USEC: watchdog };
    const child = spawn(
      'unshare',
      ['--mount', 'bash', '-ec', script, 'bash', ...traced, ...enter, ...folder, 'setpriv', ...privileges, ...words],
      { env: { PATH: '/usr/bin:/usr/sbin:/bin', ROOT: this.root, ...asked }, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    const service = new Service(child, received);
    this.#services.push(service);
    return service;
  }

  /** What services tell their manager, as lines with the process that sent each. */
  async #listen() {
    const socket = this.path(NOTIFY_SOCKET);
    this.#listener?.kill();
    rmSync(socket, { force: true });
    const received = [];
    const listener = spawn('python3', ['-c', LISTENER, socket], { stdio: ['ignore', 'pipe', 'inherit'] });
    this.#listener = listener;
    createInterface(listener.stdout).on('line', (line) => received.push(line));
    while (!existsSync(socket)) {
      await pause();
    }
    return received;
  }
}

/** A service that runs. */
class Service {
  /** The states that the manager received, each with its process. */
  received;
  #child;
  #ended;
  #log = '';

  constructor(child, received) {
    this.received = received;
    this.#child = child;
    for (const output of [child.stdout, child.stderr]) {
      output.on('data', (text) => {
        this.#log += text;
      });
    }
    this.#ended = new Promise((resolve) => {
      child.once('exit', (code, signal) => resolve({ code, signal }));
    });
  }

  /** Its main process. */
  get pid() {
    return this.#child.pid;
  }

  /** Waits until the answer of `ask` is there; an error of `ask` means not yet. */
  async until(ask) {
    for (;;) {
      if (this.#child.exitCode !== null || this.#child.signalCode !== null) {
        const end = String(this.#child.exitCode ?? this.#child.signalCode);
        throw new Error(`the service ended with ${end}:\n${this.#log}`);
      }
      try {
        return await ask();
      } catch {
        await pause();
      }
    }
  }

  /** Waits until the service has sent its manager this state so often. */
  async untilTold(state, times = 1) {
    for (let left = PAUSES; left > 0; left -= 1) {
      if (this.received.filter((line) => line.endsWith(` ${state}`)).length >= times) {
        return;
      }
      await pause();
    }
    throw new Error(`the service does not say ${state}, only ${this.received.join(', ')}:\n${this.#log}`);
  }

  /** Stops it with this signal and returns how it ended. */
  async stop(signal) {
    this.#child.kill(signal);
    return this.#ended;
  }
}

/** A unit file of systemd. */
export class Unit {
  #settings = new Map();

  constructor(text) {
    for (const line of text.split('\n')) {
      const [, name, value] = /^([A-Za-z]+)=(.*)$/.exec(line) ?? [];
      if (name !== undefined) {
        this.#settings.set(name, [...(this.#settings.get(name) ?? []), value.trim()]);
      }
    }
  }

  /** All values of a setting, in order. */
  all(name) {
    return this.#settings.get(name) ?? [];
  }

  /** The only value of a setting. */
  one(name) {
    const values = this.all(name);
    if (values.length !== 1) {
      throw new Error(`the unit has ${String(values.length)} times ${name}`);
    }
    return values[0];
  }
}

/** The seconds of a time as units write it. */
export function seconds(time) {
  const [, number, unit] = /^(\d+)(s|min|h)?$/.exec(time) ?? [];
  return Number(number) * { s: 1, min: 60, h: 3_600 }[unit ?? 's'];
}

function pause() {
  return new Promise((resolve) => {
    setTimeout(resolve, 50);
  });
}

function run(program, ...args) {
  return execFileSync(program, args, {
    encoding: 'utf8',
    env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C.UTF-8' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}
