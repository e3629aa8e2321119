// The page of a seated patron gives a number for the next shoe by itself, and finds it in the shoe.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, visit, type Visitor } from './browser';
import { look } from './look';
import { joinAsGuest, openTable } from './patron';
import { Server } from './server';
import { enrolSupervisor, haltTable } from './supervisors';

const server = new Server();
let visitor: Visitor | undefined;
let folder = '';
let supervisor = '';

/** A table whose shoes are over within half a minute, where nobody loses a seat for making no bet. */
const TABLES =
  '[[table]]\nid = 1\nname = "Numbers"\nrules = "gold-card"\nseating = { idle_limit = 0, idle_warning = 0 }\n';
const TIMINGS = ['--betting-ms', '300', '--card-ms', '5', '--result-ms', '20', '--shuffle-ms', '4000'];
const WINDOWS = ['--pledge-ms', '2500', '--reveal-ms', '2500'];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'punto-tables-'));
  const file = join(folder, 'tables.toml');
  await writeFile(file, TABLES);
  const code = await server.addStaff('Ann Lee', 'supervisor');
  await server.start(['--tables', file], [...TIMINGS, ...WINDOWS]);
  supervisor = await enrolSupervisor(server.url, 'Ann Lee', code);
});

afterEach(async () => {
  await visitor?.close();
  visitor = undefined;
});

afterAll(async () => {
  await server.throwAway();
  await rm(folder, { recursive: true, force: true });
});

/** A message that gives a number into a shoe. */
interface Given {
  readonly type: 'pledge_nonce' | 'reveal_nonce';
  readonly shoe_no: number;
  readonly nonce?: string;
}

/** Notes what the page sends from its first socket on. */
function listen(page: Page): () => Given[] {
  const sent: string[] = [];
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => sent.push(String(payload)));
  });
  return () =>
    sent.filter((text) => /pledge_nonce|reveal_nonce/.test(text)).map((text) => JSON.parse(text) as Given);
}

/** Takes a seat as another device of the patron does: this page places no bet in such short rounds. */
async function sit(page: Page): Promise<void> {
  await page.evaluate(() => {
    const socket = new WebSocket('/api/v1/socket', 'punto.v1');
    Reflect.set(window, 'another', socket);
    socket.onopen = () => {
      socket.send(JSON.stringify({ type: 'hello', token: localStorage.getItem('punto.token') }));
      socket.send('{"type":"take_seat","table_id":1}');
    };
  });
}

describe('the number of a patron', () => {
  it('is pledged, seen in the list, revealed, and part of the shoe', async () => {
    visitor = await visit('about:blank', DESKTOP);
    const { page, problems } = visitor;
    const allGiven = listen(page);
    await page.goto(server.url);
    await joinAsGuest(page, 'Nora');
    await openTable(page, 'Numbers');
    await sit(page);
    await page.getByTestId('watch-mark').click();
    const nonces = page.locator('li[data-check="nonces"][data-verdict="ok"]');
    await nonces
      .getByText('1 pledged, 0 missing: at most 1 choice; yours is in')
      .waitFor({ timeout: 90_000 });
    // The shoe stays while its list is read, and no other one takes its place.
    await haltTable(server.url, supervisor, 1);
    expect(await page.locator('li[data-verdict="failed"]').count()).toBe(0);
    // On a machine that is too slow for the first of two shoes, the number is in the second.
    const shoe = allGiven().at(-1)?.shoe_no;
    const given = allGiven().filter(({ shoe_no }) => shoe_no === shoe);
    expect(given.map(({ type }) => type)).toEqual(['pledge_nonce', 'reveal_nonce']);
    const number = given.at(-1)?.nonce;
    const shown = page.getByTestId('watch-number').locator(`[title="${number ?? ''}"]`);
    await shown.waitFor();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByTestId('watch-copy').click();
    await page.getByTestId('watch-copy').getByText('Copied').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(number);
    await look(page, 'numbers');

    // Kept by this browser, it is filled in where the shoe is checked.
    const known = await page.evaluate(() => localStorage.getItem('punto.numbers.1'));
    expect(known?.split('\n')).toContain(`${String(shoe)} ${number ?? ''} taken`);
    const proof = await page.request.get(`${server.url}/api/v1/proofs/tables/1/shoes/${String(shoe)}`);
    await page.goto(`${server.url}/#/verify`);
    await page
      .locator('input[type="file"]')
      .first()
      .setInputFiles({ name: 'own.json', mimeType: 'application/json', buffer: await proof.body() });
    await nonces.getByText('yours is in').waitFor();
    await page.getByText('Add what only you know', { exact: true }).click();
    expect(await page.getByTestId('own-nonce').inputValue()).toBe(number);
    await page.getByText('The number that this browser sent for this shoe, and keeps.').waitFor();
    expect(problems).toEqual([]);
  }, 150_000);
});
