// What the Debian package promises, tried in a private copy of this machine's files: PUNTO_PACKAGE_BEFORE is installed
// and played with, then PUNTO_PACKAGE. PUNTO_PAGE=built if the program has its page in it.
import assert from 'node:assert/strict';
import { lstatSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, test } from 'node:test';
import { Machine, Unit, seconds } from './machine.mjs';
import { Patron, request } from './patron.mjs';

const URL = 'http://127.0.0.1:7777';
const DATA = '/var/lib/punto';
const HEALTH = '/api/v1/health';
const STAKE = 5_000;
/** How long a stop may take after the last rounds. */
const SECONDS_AFTER_ROUNDS = 15;
/** The most that `systemd-analyze security` may find, of 100. */
const EXPOSURE = 20;

const machine = new Machine();
// The copy begins without a house, also where this machine has one.
machine.try('dpkg', '--purge', 'punto');
machine.try('deluser', '--system', 'punto');
rmSync(machine.path(DATA), { recursive: true, force: true });
const before = machine.bring(variable('PUNTO_PACKAGE_BEFORE'), '/before.deb');
const now = machine.bring(variable('PUNTO_PACKAGE'), '/now.deb');
/** The patron who plays through all of it. */
const patron = new Patron(URL);

afterEach(() => machine.end());

test('an installation adds the user, the folder of data and the files, and starts nothing', () => {
  machine.run('dpkg', '--install', before);
  const [, , uid, gid, , home, shell] = machine.run('getent', 'passwd', 'punto').trim().split(':');
  assert.deepEqual([home, shell], [DATA, '/usr/sbin/nologin']);
  assert.deepEqual(modeAndOwner(DATA), ['0700', Number(uid), Number(gid)]);
  assert.deepEqual(modeAndOwner('/etc/punto'), ['0750', 0, Number(gid)]);
  assert.match(machine.run('punto', '--version'), /^punto /);
  assert.equal(machine.try('systemctl', 'is-enabled', 'punto.service').text.trim(), 'disabled');
  const manual = readdirSync(machine.path('/usr/share/man/man1')).filter((name) => name.startsWith('punto'));
  assert.ok(manual.includes('punto.1.gz') && manual.includes('punto-serve.1.gz'), manual.join(' '));
});

test('systemd takes the unit, and finds little that it could do to the machine', () => {
  const verified = machine.try('systemd-analyze', 'verify', '/usr/lib/systemd/system/punto.service');
  assert.deepEqual([verified.status, ofPunto(verified.text)], [0, '']);
  const args = ['security', '--offline=true', `--threshold=${String(EXPOSURE)}`, '--no-pager'];
  const judged = machine.try('systemd-analyze', ...args, '/usr/lib/systemd/system/punto.service');
  assert.equal(judged.status, 0, judged.text);
});

test('the unit gives the server the time that a stop in order takes', () => {
  const [, within] = /^#?stop_within_seconds = (\d+)$/m.exec(readFileSync(machine.path('/etc/punto/punto.toml'), 'utf8'));
  assert.ok(seconds(installedUnit().one('TimeoutStopSec')) >= Number(within) + SECONDS_AFTER_ROUNDS);
});

test('the service tells systemd that it is ready, that it is alive, and that it stops', async () => {
  const unit = installedUnit();
  assert.deepEqual([unit.one('Type'), unit.one('NotifyAccess')], ['notify', 'main']);
  const service = await machine.start(unit, { watchdogMs: 300 });
  await service.untilTold('READY=1');
  assert.equal((await request(URL + HEALTH)).status, 200, 'it serves once it is ready');
  await service.untilTold('WATCHDOG=1', 3);
  assert.ok(!service.received.some((line) => line.endsWith(' STOPPING=1')));
  assert.deepEqual(await service.stop(unit.one('KillSignal')), { code: 0, signal: null });
  await service.untilTold('STOPPING=1');
  const tellers = new Set(service.received.map((line) => line.split(' ')[0]));
  assert.deepEqual([...tellers], [String(service.pid)], 'NotifyAccess=main believes the main process alone');
});

test('the service starts as its unit says, serves, and takes a wager', async () => {
  const unit = installedUnit();
  const service = await machine.start(unit, { isTraced: true });
  await service.until(() => request(URL + HEALTH));
  assert.equal((await request(URL + HEALTH)).value.status, 'ok');
  await assertPage();
  await patron.signUp('Mira');
  await patron.wager(1, 'player', STAKE);
  assert.deepEqual(await service.stop(unit.one('KillSignal')), { code: 0, signal: null });
  const { calls, isWritableCode } = traced(readFileSync(machine.trace, 'utf8'));
  const allowed = allowedCalls(unit);
  const forbidden = [...calls].filter((call) => !allowed.has(call));
  assert.deepEqual(forbidden, [], 'system calls that the unit forbids');
  assert.equal(isWritableCode, false, 'MemoryDenyWriteExecute forbids code that can be written');
});

test('only the service reads its data', () => {
  const uid = Number(machine.run('id', '--user', 'punto'));
  const found = machine.run('find', DATA, '-printf', '%y %m %U %p\n').trim().split('\n');
  assert.ok(found.length > 2, found.join('\n'));
  for (const line of found) {
    const [kind, mode, owner] = line.split(' ');
    assert.deepEqual([mode, Number(owner)], [kind === 'd' ? '700' : '600', uid], line);
  }
});

test('an upgrade keeps the data, the wager and what the operator configured', async () => {
  const changed = configuration().map((file) => {
    const text = `${readFileSync(machine.path(file), 'utf8')}# Changed by the operator.\n`;
    writeFileSync(machine.path(file), text);
    return { file, text };
  });
  machine.run('dpkg', '--install', now);
  for (const { file, text } of changed) {
    assert.equal(readFileSync(machine.path(file), 'utf8'), text, file);
  }
  await assertPatronIsThere();
  assert.match(machine.runAs('punto', 'punto', 'audit', '--data', DATA), /No deviation/);
});

test('neither removal nor purge deletes the data, and a new installation goes on with them', async () => {
  machine.run('dpkg', '--remove', 'punto');
  assert.equal(exists('/usr/bin/punto'), false);
  const purged = machine.try('dpkg', '--purge', 'punto');
  assert.equal(purged.status, 0, purged.text);
  assert.match(purged.text, /\/var\/lib\/punto .* stay/);
  assert.equal(exists('/etc/punto'), false);
  assert.equal(modeAndOwner(DATA)[0], '0700');
  machine.run('dpkg', '--install', now);
  await assertPatronIsThere();
});

/** Starts the installed service and asks for the patron, who wagered once, by the token of before. */
async function assertPatronIsThere() {
  const unit = installedUnit();
  const service = await machine.start(unit);
  await service.until(() => request(URL + HEALTH));
  const mine = await patron.call('/api/v1/me');
  assert.deepEqual([mine.status, mine.value.nickname], [200, 'Mira'], mine.text);
  const statement = await patron.call('/api/v1/me/statement');
  assert.equal(statement.status, 200, statement.text);
  assert.ok(
    statement.value.lines.some(({ staked }) => staked === STAKE),
    `the wager is on record: ${statement.text}`,
  );
  assert.deepEqual(await service.stop(unit.one('KillSignal')), { code: 0, signal: null });
}

async function assertPage() {
  const page = await request(`${URL}/`);
  assert.equal(page.status, 200);
  assert.match(page.headers['content-type'], /^text\/html/);
  const assets = [...page.text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path);
  assert.equal(assets.length > 0, process.env['PUNTO_PAGE'] === 'built', 'the page that was built');
  for (const path of assets) {
    assert.equal((await request(URL + path)).status, 200, path);
  }
}

function installedUnit() {
  return new Unit(readFileSync(machine.path('/usr/lib/systemd/system/punto.service'), 'utf8'));
}

/** The files that are the operator's. */
function configuration() {
  return machine
    .run('dpkg-query', '--showformat', '${Conffiles}', '--show', 'punto')
    .split('\n')
    .map((line) => line.trim().split(' ')[0])
    .filter((file) => file !== '');
}

/** The system calls that a unit allows, by the sets of the installed systemd. */
function allowedCalls(unit) {
  const sets = new Map();
  let current = [];
  for (const line of machine.run('systemd-analyze', 'syscall-filter', '--no-pager').split('\n')) {
    const name = line.replace(/\x1b\[[0-9;]*m/g, '').trim();
    if (/^@/.test(line.replace(/\x1b\[[0-9;]*m/g, ''))) {
      current = [];
      sets.set(name, current);
    } else if (name !== '' && !name.startsWith('#')) {
      current.push(name);
    }
  }
  const members = (name) => (name.startsWith('@') ? (sets.get(name) ?? []).flatMap(members) : [name]);
  const allowed = new Set(members('@default'));
  for (const value of unit.all('SystemCallFilter')) {
    const isDenied = value.startsWith('~');
    for (const call of value.replace(/^~/, '').split(/\s+/).flatMap(members)) {
      if (isDenied) {
        allowed.delete(call);
      } else {
        allowed.add(call);
      }
    }
  }
  return allowed;
}

/** The system calls of the program itself in a trace, which begins before it is started. */
function traced(trace) {
  const lines = trace.split('\n');
  const start = lines.findIndex((line) => /execve\("\/usr\/bin\/punto"/.test(line));
  assert.ok(start >= 0, 'the trace has the start of the program');
  const own = lines.slice(start + 1);
  const calls = new Set(own.map((line) => /^\d+ +(?:<\.\.\. )?([a-z0-9_]+)[( ]/.exec(line)?.[1]).filter((it) => it));
  const isWritableCode = own.some((line) => /PROT_WRITE\|PROT_EXEC/.test(line));
  return { calls, isWritableCode };
}

/** What systemd says about units of this package. */
function ofPunto(text) {
  return text.split('\n').filter((line) => line.includes('punto')).join('\n');
}

function modeAndOwner(name) {
  const { mode, uid, gid } = lstatSync(machine.path(name));
  return [(mode & 0o7777).toString(8).padStart(4, '0'), uid, gid];
}

function exists(name) {
  return lstatSync(machine.path(name), { throwIfNoEntry: false }) !== undefined;
}

function variable(name) {
  const value = process.env[name];
  assert.ok(value, `${name} is not set`);
  return value;
}
