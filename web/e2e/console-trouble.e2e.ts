// What is wrong at the console: a fault and an open lid of a device, a recording that stands, and a disk with too little
// room. When all is well, a quiet sentence says so.
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecordingStates } from '../src/lib/wire/messages';
import { DESKTOP, SMALL_PHONE, visit, type Visitor } from './browser';
import { inspect } from './console-look';
import type { HandShoe } from './hand-shoe';
import { logIn } from './staff';
import { Studio } from './studio';

const SIZES = { small: SMALL_PHONE, desktop: DESKTOP };
const GIB = 2 ** 30;
const STATES = '**/api/v1/recordings';
const studio = new Studio();
let shoe: HandShoe;
let visitor: Visitor;
let una: Page;

beforeAll(async () => {
  await studio.start({ recorded: true, atConsoles: ['Una'] });
  shoe = await studio.handShoe();
  await shoe.connect();
  visitor = await visit(`${studio.server.url}/console.html`, DESKTOP);
  una = visitor.page;
  await logIn(una, await studio.atConsole('Una'));
}, 180_000);

afterAll(async () => {
  await visitor.close();
  await shoe.disconnect();
  await studio.end();
  expect(visitor.problems.filter((problem) => !problem.includes('Failed to load resource'))).toEqual([]);
});

const count = (section: string) => una.getByTestId(`count-${section}`);
const recordings = () => una.getByTestId('recordings').innerText();

/** The page reads these states from now on, in place of those of the server: no test fills a disk. */
async function instead(change: (states: RecordingStates) => RecordingStates): Promise<void> {
  await una.unroute(STATES);
  await una.route(STATES, async (route: Route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: change((await answer.json()) as RecordingStates) });
  });
}

describe('the recordings', () => {
  it('are summed up quietly when all is well', async () => {
    await expect.poll(recordings, { timeout: 60_000 }).toContain('The recording runs.');
    expect(await recordings()).toMatch(/The disk of the recordings has \d+% free/);
  }, 90_000);

  it('that stand, and their disk with too little room, are alarms', async () => {
    const since = Date.now() - 42_000;
    const why = 'no frame came for 3001 ms; it says: rtsp://camera.example: Connection timed out';
    await instead(({ tables }) => ({
      tables: tables.map((table) => ({ ...table, state: 'stalled', since, why })),
      disk: { free: 4 * GIB, total: 100 * GIB, room: 'low', shares_store: true },
    }));
    const alarms = una.getByTestId('alarms');
    await alarms
      .getByText(/^The recording has stood still since .+ The server says: no frame came/)
      .waitFor();
    await alarms.getByText(/^The disk of the recordings has 4% free, which is less than a tenth/).waitFor();
    expect(await count('tables').innerText()).toMatch(/^2/);
    expect(await recordings()).toContain('0 of 1 recordings run.');
    expect(await recordings()).toContain('The store is on the same disk');
    await inspect(una, 'trouble-recordings', SIZES);
    await alarms.getByRole('link', { name: 'Salon Live' }).click();
    await una.getByTestId('desk').waitFor();
    const beside = una.getByTestId('table').getByTestId('alarms');
    expect(await beside.innerText()).toContain('The recording has stood still');
    expect(await beside.innerText(), 'the disk is of no table').not.toContain('The disk');
    await inspect(una, 'trouble-recording-of-table', SIZES);
  }, 60_000);

  it('stop being alarms by themselves', async () => {
    await una.unroute(STATES);
    await instead((states) => ({
      tables: states.tables,
      disk: { free: 41 * GIB, total: 100 * GIB, room: 'plenty', shares_store: false },
    }));
    await una.goto(`${studio.server.url}/console.html#/tables`);
    await expect.poll(recordings, { timeout: 20_000 }).toContain('41% free');
    await expect.poll(() => count('tables').count(), { timeout: 20_000 }).toBe(0);
    await inspect(una, 'trouble-none', SIZES);
  }, 60_000);
});

describe('a device', () => {
  it('is marked with its fault and its open lid, which are counted', async () => {
    await shoe.load('BOX-0001');
    await una.goto(`${studio.server.url}/console.html#/devices/1`);
    await una.getByTestId('device').waitFor();
    expect(await count('devices').count()).toBe(0);
    await shoe.fault('motor', 'belt <b>slips</b>, torque 0.4 N·m');
    await shoe.openLid('BOX-0001');
    await una.getByText(/its motor does not work as it should/).waitFor({ timeout: 20_000 });
    const said = (await una.getByTestId('device-alarm').allInnerTexts()).join('\n');
    expect(said).toContain('The device says: “belt <b>slips</b>, torque 0.4 N·m”');
    expect(said).toContain('Its lid has been open since');
    await expect.poll(() => count('devices').count(), { timeout: 20_000 }).toBe(1);
    expect(await count('devices').innerText()).toMatch(/^1/);
    await inspect(una, 'trouble-device', SIZES);
    const row = una.locator('[data-device="1"]');
    expect(await row.innerText()).toMatch(/Fault[\s\S]*Lid open/);
    await shoe.load('BOX-0001');
    await expect.poll(() => una.getByTestId('device-alarm').count(), { timeout: 20_000 }).toBe(1);
    expect(await row.innerText()).not.toContain('Lid open');
  }, 90_000);
});
