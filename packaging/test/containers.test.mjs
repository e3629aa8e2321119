// What the files of containers promise, as far as it shows without a container: that Dockerfile and compose.yaml fit the
// project and the program. PUNTO_BIN is the program, DOCKER_COMPOSE the program that reads compose files.
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { MODULES, builtFile, cargoArguments } from '../../web/build/wasm.mjs';

const YAML = createRequire(new URL('../../web/package.json', import.meta.url))('yaml');

const FOLDER = 'packaging/container';
const compose = YAML.parse(readFileSync(join(FOLDER, 'compose.yaml'), 'utf8'));
const instructions = readInstructions(readFileSync(join(FOLDER, 'Dockerfile'), 'utf8'));
const stages = instructions.filter(({ name }) => name === 'FROM').map(({ words }) => words);
/** The instructions of the last stage, which is what runs. */
const last = instructions.slice(instructions.findLastIndex(({ name }) => name === 'FROM'));

test('every image has a version', () => {
  const names = stages.map(([, , name]) => name);
  const bases = stages.map(([image]) => image).filter((image) => !names.includes(image));
  const copied = instructions.flatMap(({ flags }) => flags.from ?? []).filter((from) => !names.includes(from));
  const run = [compose.services.postgres.image, compose.services.caddy.image];
  for (const image of [...bases, ...copied, ...run]) {
    assert.match(image, /^[a-z.]+\/[a-z0-9/_-]+:(?!latest)[a-z0-9.-]+$/);
  }
});

test('compilers are those that the project is built and tested with', () => {
  const [rust, node] = ['rust', 'node'].map((name) => stages.map(([image]) => image).find((it) => it.includes(`/${name}:`)));
  const [, channel] = /channel = "(\d+\.\d+)/.exec(readFileSync('rust-toolchain.toml', 'utf8'));
  assert.ok(rust.includes(`:${channel}-`), rust);
  const [, oldest] = />=(\d+)/.exec(JSON.parse(readFileSync('web/package.json', 'utf8')).engines.node);
  assert.ok(Number(/:(\d+)-/.exec(node)[1]) >= Number(oldest), node);
});

test('a build finds each file that it copies, and makes what a later stage takes', () => {
  const ignored = readFileSync(join(FOLDER, 'Dockerfile.dockerignore'), 'utf8');
  const kept = [...ignored.matchAll(/^!\/(.+)$/gm)].map(([, path]) => path);
  kept.forEach((path) => assert.ok(existsSync(path), path));
  for (const { words, flags } of instructions.filter(({ name }) => name === 'COPY')) {
    for (const source of flags.from === undefined ? words.slice(0, -1) : []) {
      assert.ok(existsSync(source), source);
      assert.ok(source === '.' || kept.includes(source.split('/')[0]), `${source} is not sent to the build`);
    }
  }
  const members = readFileSync('Cargo.toml', 'utf8');
  assert.match(members, /members = \["crates\/\*\/\*", "xtask"\]/, 'what cargo needs is sent to the build');
  assert.match(members, /\[profile\.dist\]/);
  const text = instructions.map(({ words }) => words.join(' ')).join('\n');
  for (const { crate, file, folder } of MODULES) {
    const build = cargoArguments(crate).join(' ').replace('build', 'cargo build --locked');
    assert.ok(text.includes(build), build);
    assert.ok(text.includes(`/src/${builtFile(file)} ${folder}/`), `the page takes ${file}`);
  }
});

test('the program runs without privileges, with a check of its health', () => {
  const [user] = only(last, 'USER').words;
  assert.match(user, /^[1-9]\d*:[1-9]\d*$/);
  assert.equal(only(last, 'STOPSIGNAL').words[0], 'SIGTERM');
  assert.ok(only(last, 'HEALTHCHECK').words.includes('CMD'));
  const punto = compose.services.punto;
  assert.deepEqual([punto.read_only, punto.cap_drop], [true, ['ALL']]);
  for (const [name, service] of Object.entries(compose.services)) {
    assert.equal(service.restart, 'unless-stopped', name);
    assert.ok(service.healthcheck !== undefined || service.build !== undefined, `${name} has a check of its health`);
  }
});

test('the program takes the settings of the image and of the composition', () => {
  const folder = mkdtempSync(join(tmpdir(), 'punto-containers-'));
  try {
    const image = Object.fromEntries(only(last, 'ENV').words.map((pair) => pair.split('=')));
    const [command] = JSON.parse(only(last, 'CMD').words.join(' '));
    const alone = check([command], { ...image, PUNTO_DATA: join(folder, 'data') });
    assert.deepEqual([alone.status, alone.text], [0, 'The configuration is complete.\n']);
    const secret = join(folder, 'password');
    writeFileSync(secret, 'a password\n', { mode: 0o600 });
    const given = Object.entries(compose.services.punto.environment).map(([name, value]) => [
      name,
      value
        .replace(/\$\{PUNTO_HOST:[^}]*\}/, 'punto.example')
        .replace(/\$\{[A-Z_]+:-\}/, '')
        .replace('/run/secrets/postgres_password', secret)
        .replace('@postgres/', '@127.0.0.1:1/')
        .replace('/var/lib/punto', folder),
    ]);
    const composed = check([command], { ...image, PUNTO_DATA: '', ...Object.fromEntries(given) });
    // All that is wrong is that no database runs here.
    assert.equal(composed.status, 1, composed.text);
    assert.match(composed.text, /connect/);
    assert.doesNotMatch(composed.text, /\d problems|not known|did you mean|PUNTO_/);
    const known = new Set(settings(join(folder, 'sample')));
    for (const [name] of [...given, ...Object.entries(image)].filter(([name]) => name.startsWith('PUNTO_'))) {
      assert.ok(known.has(name), `${name} is a setting`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('the check of health asks what the program answers', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'punto-containers-'));
  const env = { PATH: process.env.PATH, PUNTO_LISTEN: '127.0.0.1:0', PUNTO_DATA: join(folder, 'data'), RUST_LOG: 'error' };
  const server = spawn(process.env.PUNTO_BIN, ['serve', '--json'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [line] = await once(createInterface(server.stdout), 'line');
    const words = only(last, 'HEALTHCHECK').words.join(' ');
    const [, path] = /"http:\/\/127\.0\.0\.1:7777(\/[^"]+)"/.exec(words);
    assert.equal((await fetch(JSON.parse(line).url + path)).status, 200, path);
  } finally {
    server.kill('SIGTERM');
    await once(server, 'exit');
    rmSync(folder, { recursive: true, force: true });
  }
});

test('what the services share fits together', () => {
  const { services, networks, volumes, secrets } = compose;
  for (const [name, service] of Object.entries(services)) {
    for (const network of service.networks) {
      assert.ok(network in networks, `${name}: ${network}`);
    }
    for (const volume of service.volumes) {
      const [source] = volume.split(':');
      const isThere = source.startsWith('.') ? existsSync(join(FOLDER, source)) : source in volumes;
      assert.ok(isThere, `${name}: ${source}`);
    }
    for (const secret of service.secrets ?? []) {
      assert.ok(secret in secrets, `${name}: ${secret}`);
    }
  }
  assert.equal(services.punto.environment.PUNTO_TRUSTED_PROXY, networks.edge.ipam.config[0].subnet);
  assert.equal(networks.store.internal, true);
  assert.equal(services.punto.ports, undefined, 'only the proxy is reached from outside');
  const caddy = readFileSync('packaging/caddy/Caddyfile', 'utf8');
  const set = Object.keys(services.caddy.environment);
  assert.deepEqual([...caddy.matchAll(/\{\$([A-Z_]+):/g)].map(([, name]) => name).sort(), set.sort());
  const [port] = only(last, 'EXPOSE').words;
  assert.equal(services.caddy.environment.PUNTO_UPSTREAM, `punto:${port}`);
  assert.ok(only(last, 'ENV').words.includes(`PUNTO_LISTEN=0.0.0.0:${port}`));
});

test('compose takes the file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'punto-compose-'));
  try {
    const file = join(folder, FOLDER, 'compose.yaml');
    mkdirSync(join(dirname(file), 'secrets'), { recursive: true });
    writeFileSync(file, readFileSync(join(FOLDER, 'compose.yaml')));
    writeFileSync(join(dirname(file), 'secrets/postgres_password'), 'a password\n');
    const read = (variables) => {
      const env = { PATH: process.env.PATH, HOME: folder, ...variables };
      return spawnSync(process.env.DOCKER_COMPOSE, ['-f', file, 'config', '--quiet'], { env, encoding: 'utf8' });
    };
    const { status, stderr } = read({ PUNTO_HOST: 'punto.example' });
    assert.equal(status, 0, stderr);
    assert.notEqual(read({}).status, 0, 'the name of the server must be given');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Runs the program with `--check` and nothing but these variables. */
function check(command, variables) {
  const env = { PATH: process.env.PATH, ...variables };
  const { status, stdout, stderr } = spawnSync(process.env.PUNTO_BIN, [...command, '--check'], { env, encoding: 'utf8' });
  return { status, text: stdout + stderr };
}

/** The variables of all settings, by the sample that the program writes to a new folder. */
function settings(folder) {
  execFileSync(process.env.PUNTO_BIN, ['init', folder]);
  let section = '';
  return readFileSync(join(folder, 'punto.toml'), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, heading] = /^\[([a-z_]+)\]$/.exec(line) ?? [];
      section = heading === undefined ? section : `${heading}_`;
      const [, name] = /^#?([a-z_]+) = /.exec(line) ?? [];
      return name === undefined ? [] : [`PUNTO_${section}${name}`.toUpperCase()];
    });
}

/** The only instruction of this name. */
function only(among, name) {
  const found = among.filter((instruction) => instruction.name === name);
  assert.equal(found.length, 1, name);
  return found[0];
}

/** The instructions of a Dockerfile with their flags. */
function readInstructions(text) {
  const lines = text
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .replace(/\\\n/g, ' ');
  return lines.split('\n').flatMap((line) => {
    const [name, ...words] = line.trim().split(/\s+/);
    const flags = words.filter((word) => word.startsWith('--') && name !== 'RUN');
    const rest = words.filter((word) => !flags.includes(word));
    const pairs = flags.map((flag) => flag.slice(2).split('='));
    return name === '' ? [] : [{ name, words: rest, flags: Object.fromEntries(pairs) }];
  });
}
