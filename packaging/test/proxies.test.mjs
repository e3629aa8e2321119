// What the files of proxies promise, tried with the proxies themselves: PUNTO_BIN, NGINX and CADDY are the programs, and
// PUNTO_CLIENT is the built page. Each proxy runs as a plain process on free ports with a certificate of its own.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http2 from 'node:http2';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Patron, request } from './patron.mjs';

const GUESTS = 3;
/** Addresses of this machine from which clients come; the proxy itself connects from 127.0.0.1. */
const [STRANGER, OTHER] = ['127.0.0.2', '127.0.0.3'];
const QUICK = ['--betting-ms', '4000', '--card-ms', '20', '--result-ms', '500', '--shuffle-ms', '20'];
const SECONDS_TO_START = 60;

const folder = mkdtempSync(join(tmpdir(), 'punto-proxies-'));
const [certificate, key] = ['certificate.pem', 'key.pem'].map((name) => join(folder, name));
const processes = [];

before(() => {
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject];
  execFileSync('openssl', [...request, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
});

after(async () => {
  // A proxy ends its own workers when it is asked to end.
  await Promise.all(processes.map(({ child, ended }) => child.kill('SIGTERM') && ended));
  rmSync(folder, { recursive: true, force: true });
});

for (const [name, start] of [
  ['nginx', startNginx],
  ['Caddy', startCaddy],
]) {
  describe(name, () => {
    let at = { plain: '', secure: '' };
    let tls = {};

    before(async () => {
      tls = { ca: readFileSync(certificate) };
      at = await start(await serve(name));
    });

    test('the page comes over TLS, and plain HTTP leads there', async () => {
      const page = await request(at.secure, 'GET', tls);
      assert.equal(page.status, 200, page.text);
      assert.match(page.headers['content-type'], /^text\/html/);
      assert.match(page.headers['strict-transport-security'], /^max-age=\d+$/);
      assert.match(page.headers['content-security-policy'], /default-src 'self'/);
      const moved = await request(`${at.plain}/lobby?a=b`);
      assert.equal(moved.status, 308);
      assert.match(moved.headers.location, /^https:\/\/localhost(:\d+)?\/lobby\?a=b$/);
    });

    test('files of the page are compressed as the client can read them, and answers of the API are not', async () => {
      const page = await request(at.secure, 'GET', tls);
      const assets = [...page.text.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path]) => path);
      const files = assets.map(async (path) => [(await request(at.secure + path, 'GET', tls)).text.length, path]);
      // Proxies leave files alone that are too short to gain from it.
      const [[, asset]] = (await Promise.all(files)).sort(([one], [other]) => other - one);
      for (const [accepted, expected] of [
        ['br, gzip', 'br'],
        ['gzip', 'gzip'],
        ['identity', undefined],
      ]) {
        const headers = { 'accept-encoding': accepted };
        const { status, headers: got } = await request(at.secure + asset, 'GET', { headers, ...tls });
        assert.deepEqual([status, got['content-encoding']], [200, expected], accepted);
        const api = await request(`${at.secure}/api/v1/tables`, 'GET', { headers, ...tls });
        assert.deepEqual([api.status, api.headers['content-encoding']], [200, undefined], accepted);
      }
    });

    test('the page comes over HTTP/2 too', async () => {
      assert.equal(await statusOverHttp2(at.secure, tls), 200);
    });

    test('a patron plays a round over a socket through TLS', async () => {
      const patron = new Patron(at.secure, tls);
      await patron.signUp(`Mira ${name}`);
      await patron.wager(1, 'player', 5_000);
      const { value } = await patron.call('/api/v1/me/statement');
      assert.ok(value.lines.some(({ staked }) => staked === 5_000));
      const foreign = new Patron(at.secure, tls, patron.token);
      await assert.rejects(foreign.open('https://foreign.example'), /403/, 'the origin is compared with the host');
    });

    test('a client counts by its own address, whatever it says about itself', async () => {
      const signUp = (number, localAddress, headers) =>
        request(`${at.secure}/api/v1/guests`, 'POST', {
          body: { nickname: `Guest ${name} ${String(number)}` },
          headers,
          localAddress,
          ...tls,
        });
      for (let number = 0; number < GUESTS; number += 1) {
        const { status, text } = await signUp(number, STRANGER, {});
        assert.equal(status, 201, text);
      }
      for (const made of [
        {},
        { 'x-forwarded-for': '198.51.100.7' },
        { 'x-forwarded-for': '198.51.100.7, 127.0.0.1' },
        { forwarded: 'for=198.51.100.7' },
        { forwarded: 'for=198.51.100.7', 'x-forwarded-for': '198.51.100.7' },
        { 'x-real-ip': '198.51.100.7' },
      ]) {
        const { status, text } = await signUp(9, STRANGER, made);
        assert.equal(status, 429, `${JSON.stringify(made)}: ${text}`);
      }
      const { status, text } = await signUp(10, OTHER, {});
      assert.equal(status, 201, text);
    });

    test('figures of the operator are not for strangers', async () => {
      assert.equal((await request(`${at.secure}/metrics`, 'GET', tls)).status, 404);
    });

    test('a body that Punto would not read is refused', async () => {
      const body = { nickname: 'x'.repeat(200_000) };
      const { status } = await request(`${at.secure}/api/v1/guests`, 'POST', { body, ...tls });
      // Caddy finds the limit while it hands the body on, which it reports as a failure of Punto.
      assert.ok([413, 502].includes(status), String(status));
    });

    test('a body as large as the picture of a card comes to Punto', async () => {
      const url = `${at.secure}/api/v1/devices/pictures/${'0'.repeat(64)}?session=${'0'.repeat(32)}&signature=${'0'.repeat(128)}`;
      const { status, value } = await request(url, 'PUT', { body: { padding: 'x'.repeat(250_000) }, ...tls });
      assert.deepEqual([status, value.error.code], [401, 'bad_session']);
    });
  });
}

/** Starts a server behind a proxy of this machine and returns its address and port. */
async function serve(name) {
  const data = join(folder, `data of ${name}`);
  const limits = ['--guests-per-minute', String(GUESTS), '--trusted-proxy', '127.0.0.1/32'];
  const client = ['--client', process.env.PUNTO_CLIENT];
  const args = ['serve', '--listen', '127.0.0.1:0', '--data', data, '--json', ...client, ...limits, ...QUICK];
  const child = begin(process.env.PUNTO_BIN, args, { RUST_LOG: 'warn' });
  const [, address] = await printed(child, /"url":"http:\/\/([^"]+)"/);
  return address;
}

async function startNginx(upstream) {
  const [plain, secure] = [await freePort(), await freePort()];
  const site = replaced(readFileSync('packaging/nginx/punto.conf', 'utf8'), [
    ['server 127.0.0.1:7777;', `server ${upstream};`],
    ['listen 80;', `listen 127.0.0.1:${plain};`],
    ['listen [::]:80;', ''],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${secure} ssl http2;`],
    ['listen [::]:443 ssl http2;', ''],
    ['https://punto.example$request_uri', `https://localhost:${secure}$request_uri`],
    ['/etc/letsencrypt/live/punto.example/fullchain.pem', certificate],
    ['/etc/letsencrypt/live/punto.example/privkey.pem', key],
  ]);
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const temporary = kinds.map((kind) => `${kind}_temp_path ${join(folder, kind)};`).join('\n');
  const file = join(folder, 'nginx.conf');
  const http = `http {\naccess_log off;\n${temporary}\n${site}\n}\n`;
  writeFileSync(file, `daemon off;\npid ${join(folder, 'nginx.pid')};\nevents {}\n${http}`);
  begin(process.env.NGINX, ['-e', 'stderr', '-p', folder, '-c', file]);
  return listening(plain, secure);
}

async function startCaddy(upstream) {
  const [plain, secure] = [await freePort(), await freePort()];
  const ports = `http_port ${plain}\n\thttps_port ${secure}\n\tdefault_bind 127.0.0.1`;
  const text = replaced(readFileSync('packaging/caddy/Caddyfile', 'utf8'), [
    ['\n{\n', `\n{\n\tadmin off\n\t${ports}\n`],
    ['\theader Strict', `\ttls ${certificate} ${key}\n\theader Strict`],
  ]);
  const file = join(folder, 'Caddyfile');
  writeFileSync(file, text);
  const homes = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const variables = { PUNTO_HOST: 'localhost', PUNTO_UPSTREAM: upstream, ...homes };
  begin(process.env.CADDY, ['run', '--adapter', 'caddyfile', '--config', file], variables);
  return listening(plain, secure);
}

/** The text with each of these replaced, which it must have exactly once. */
function replaced(text, changes) {
  return changes.reduce((changed, [from, to]) => {
    assert.equal(changed.split(from).length, 2, `once: ${from}`);
    return changed.replace(from, () => to);
  }, text);
}

function begin(program, args, variables = {}) {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...variables } });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const started = { child, ended, log: '' };
  for (const output of [child.stdout, child.stderr]) {
    output.on('data', (text) => {
      started.log += text;
    });
  }
  processes.push(started);
  return started;
}

/** Waits until a process prints this. */
async function printed(started, pattern) {
  return new Promise((resolve, reject) => {
    const look = () => {
      const found = pattern.exec(started.log);
      if (found !== null) {
        resolve(found);
      }
    };
    started.child.stdout.on('data', look);
    started.ended.then(() => reject(new Error(`it ended: ${started.log}`)));
    look();
  });
}

/** The addresses of a proxy, once it accepts connections on both ports. */
async function listening(plain, secure) {
  const end = Date.now() + SECONDS_TO_START * 1_000;
  for (const port of [plain, secure]) {
    while (!(await accepts(port))) {
      assert.ok(Date.now() < end, processes.at(-1).log);
    }
  }
  return { plain: `http://localhost:${plain}`, secure: `https://localhost:${secure}` };
}

function accepts(port) {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => setTimeout(resolve, 50, false));
  });
}

function freePort() {
  return new Promise((resolve) => {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

function statusOverHttp2(url, tls) {
  return new Promise((resolve, reject) => {
    const session = http2.connect(url, tls);
    session.once('error', reject);
    const stream = session.request({ ':path': '/' });
    stream.once('response', (headers) => {
      resolve(headers[':status']);
      session.close();
    });
    stream.once('error', reject);
    stream.resume();
    stream.end();
  });
}
