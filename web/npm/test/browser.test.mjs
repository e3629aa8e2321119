// The page of the example in a real browser, with the modules fetched from a server.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { chromium } from 'playwright-core';
import { PACKAGE } from './installed.mjs';

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' };
/** What the README says that a policy must allow. */
const POLICY = "script-src 'self' 'wasm-unsafe-eval'";

const server = createServer(async (request, response) => {
  const path = request.url.endsWith('/') ? `${request.url}index.html` : request.url;
  try {
    const body = await readFile(join(PACKAGE, path));
    const headers = { 'content-type': TYPES[extname(path)], 'content-security-policy': POLICY };
    response.writeHead(200, headers).end(body);
  } catch {
    response.writeHead(404).end();
  }
});
let browser;

before(async () => {
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
});

after(async () => {
  await browser?.close();
  server.close();
});

test('the page answers, and answers again when an input changes', async () => {
  const page = await browser.newPage();
  const problems = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  await page.goto(`http://127.0.0.1:${server.address().port}/example/`);
  const holds = (id, text) => page.locator(`#${id}`, { hasText: text }).waitFor({ timeout: 30_000 });
  await holds('settled', '100.00 on player: player wins, 200.00 comes back');
  await holds('odds', /banker +0\.01\d{8}/);
  await holds('road', 'P B P B');
  await page.fill('#cards', '9h Kd 4s');
  await holds('settled', '3 cards are not a whole coup');
  await page.fill('#rounds', 'B X');
  await holds('road', 'rounds[1] is not P, B or T');
  await page.selectOption('#rules', 'gold-card');
  await holds('odds', 'lucky_6');
  assert.deepEqual(problems, []);
});

test('all parts load in a browser', async () => {
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${server.address().port}/example/`);
  const problem = await page.evaluate(async () => {
    const { load } = await import('/verify.js');
    const { verify } = await load('/verify.wasm', fetch('/beacon.wasm'));
    return verify({ files: [], key: 'zz' }).problem;
  });
  assert.equal(problem, 'key');
});
