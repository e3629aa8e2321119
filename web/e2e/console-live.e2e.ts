// A live table at the supervisors' console, by keyboard: two supervisors put a device on record, a card that cannot be
// read is typed blind by the dealer and a supervisor, and the device is stopped and speaks again.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, SMALL_PHONE } from './browser';
import { asked as askedFor, House } from './console-house';
import { inspect } from './console-look';
import { cutTexts } from './fits';
import { LiveDealer } from './live-dealer';
import { Scanner } from './scanner';
import { enrolSupervisor } from './supervisors';
import { unrecorded } from './unrecorded';
import { logIn, prove, type Member } from './staff';

const TABLE = 9;
const TABLES = `
[[table]]
id = ${String(TABLE)}
name = "Salon Live"
rules = "live-commission"
dealer = "scanner"
timings = { betting_ms = 2000, result_ms = 1000 }
`;
const SIZES = { small: SMALL_PHONE, desktop: DESKTOP };

const house = new House();
let folder = '';
let scanner: Scanner;
let dealer: LiveDealer;
let ann: Member;
let ben: Member;
let annsPage: Page;
let bensPage: Page;
/** When Ann's console asked the server something. */
const asked: number[] = [];

async function at(member: Member): Promise<Page> {
  const page = await house.open('/console.html');
  await logIn(page, member);
  return page;
}

async function lookAt(page: Page, what: string): Promise<void> {
  await inspect(page, `live-${what}`, SIZES);
  expect(await cutTexts(page), what).toEqual([]);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'punto-tables-'));
  await writeFile(join(folder, 'tables.toml'), TABLES);
  const dansCode = await house.server.addStaff('Dan Roe', 'dealer');
  await house.server.addStaff('Eve Orr', 'dealer');
  await house.start(
    [
      ['Ann Lee', 'supervisor'],
      ['Ben Cole', 'supervisor'],
    ],
    ['--tables', join(folder, 'tables.toml'), ...(await unrecorded(folder, TABLE))],
  );
  [ann, ben] = [await house.enrol('Ann Lee'), await house.enrol('Ben Cole')];
  const dan = await enrolSupervisor(house.server.url, 'Dan Roe', dansCode);
  dealer = new LiveDealer(house.server.url, TABLE, dan);
  scanner = await Scanner.make(house.server.url);
  [annsPage, bensPage] = [await at(ann), await at(ben)];
  annsPage.on('request', (request) => {
    if (request.url().includes('/api/')) asked.push(Date.now());
  });
}, 120_000);

afterAll(async () => {
  await scanner.throwAway();
  await house.end();
  await rm(folder, { recursive: true, force: true });
});

describe('a device', () => {
  it('is put on record by two supervisors, one of whom reads its fingerprint from it', async () => {
    await annsPage.keyboard.press('9');
    await annsPage.getByRole('heading', { level: 1, name: 'Devices' }).waitFor();
    await annsPage.keyboard.press('n');
    await annsPage.getByLabel('Live table').and(annsPage.locator(':focus')).waitFor();
    await annsPage.keyboard.press('Tab');
    await annsPage.keyboard.press('Space');
    await lookAt(annsPage, 'new-code');
    await prove(annsPage, ann);
    const code = await annsPage.getByTestId('device-code').locator('code').innerText();
    await lookAt(annsPage, 'code');
    scanner.enrol(TABLE, code);

    const row = annsPage.locator('[data-device="1"][data-standing="waiting"]');
    await row.waitFor();
    await annsPage.keyboard.press('l');
    await annsPage.keyboard.press('Enter');
    await annsPage.getByText('It came with your code').waitFor();
    expect(await annsPage.getByRole('button', { name: /^Approve/ }).count()).toBe(0);

    await bensPage.goto(`${house.server.url}/console.html#/devices/1`);
    await bensPage.getByTestId('device').waitFor();
    expect(await bensPage.locator('main').innerText()).not.toContain(scanner.fingerprint);
    await lookAt(bensPage, 'waiting');
    await bensPage.keyboard.press('a');
    await bensPage.keyboard.type('0000 0000 0000 0000');
    await prove(bensPage, ben);
    await bensPage.getByRole('alert').getByText('fingerprint of another key').waitFor();
    await lookAt(bensPage, 'approve');
    await bensPage.getByLabel('Fingerprint on the device').fill(scanner.fingerprint);
    await prove(bensPage, ben);
    await bensPage.locator('[data-testid="device"][data-standing="enrolled"]').waitFor();
    await bensPage.getByTestId('device-fingerprint').getByText(scanner.fingerprint).waitFor();
  });
});

describe('a card that cannot be read', () => {
  it('calls a supervisor, and counts when two people typed it without seeing each other’s card', async () => {
    scanner.play(['unreadable@1.B1', 'unreadable:3@2.P2']);
    await dealer.deal({ type: 'sit_down' });
    await dealer.until((live) => live.waits_for === 'shoe' && live.shoe !== null);
    await dealer.deal({ type: 'open_shoe' });
    await dealer.begin();
    await annsPage.keyboard.press('1');
    await annsPage.getByTestId('call').getByText('Card not read').waitFor({ timeout: 30_000 });
    await annsPage.getByTestId('alarms').getByText('A card passed that the device did not read').waitFor();
    await annsPage.keyboard.press('l');
    await annsPage.keyboard.press('Enter');
    const finding = annsPage.getByTestId('finding');
    await finding.locator('[data-way="rescan"]').getByText('The dealer').waitFor();
    expect(await finding.getByRole('button').allInnerTexts()).toEqual([expect.stringContaining('Key in')]);
    await annsPage.getByTestId('desk-dealer').getByText('Dan Roe').waitFor();
    await lookAt(annsPage, 'finding');

    await dealer.types('4d');
    await finding.getByText('Dan Roe has typed a card').waitFor();
    expect(await annsPage.content(), 'what the dealer typed is hidden').not.toContain('4 of diamonds');
    await annsPage.keyboard.press('t');
    await annsPage.keyboard.type('9x');
    await annsPage.keyboard.press('Enter');
    await annsPage.getByText('This is no card.').waitFor();
    await annsPage.getByLabel('Rank and suit').fill('4h');
    await annsPage.getByRole('dialog').getByText('4 of hearts').waitFor();
    await lookAt(annsPage, 'key-in');
    await annsPage.keyboard.press('Enter');
    await finding.getByText('are not the same').waitFor();

    await annsPage.keyboard.press('t');
    await annsPage.keyboard.type('4d');
    await annsPage.keyboard.press('Enter');
    await finding.getByText('You have typed a card').waitFor();
    await dealer.types('4d');
    await finding.waitFor({ state: 'detached' });
    await annsPage.getByTestId('alarms').waitFor({ state: 'detached' });
    await annsPage.getByTestId('live').getByRole('img', { name: '4 of diamonds' }).first().waitFor();
  });

  it('that is not read again and again is void, when a supervisor and the dealer want it', async () => {
    await annsPage.getByTestId('live').getByText('Player wins').waitFor();
    await dealer.begin();
    for (const attempt of [1, 2]) {
      const { finding } = await dealer.until((live) => live.finding !== null);
      expect(finding?.slot, `scan ${String(attempt)}`).toBe('P2');
      const finding_no = finding?.finding_no ?? 0;
      await dealer.deal({ type: 'resolve', finding_no, how: 'rescan' });
      await dealer.until((live) => live.finding !== null && live.finding.finding_no !== finding_no);
    }
    const { finding: third } = await dealer.until((live) => live.finding !== null);
    await annsPage.getByRole('heading', { name: `Finding ${String(third?.finding_no)}:` }).waitFor();
    const way = annsPage.locator('[data-way="void"]');
    await way.getByText('The dealer and a supervisor').waitFor();
    await annsPage.keyboard.press('x');
    await annsPage.getByTestId('effect').getByText('when the dealer agrees').waitFor();
    await annsPage.keyboard.type(await askedFor(annsPage));
    await lookAt(annsPage, 'void');
    await annsPage.keyboard.press('Enter');
    await way.getByText('You want this. Another person has to agree.').waitFor();
    expect(await way.getByRole('button').count(), 'nobody agrees with themselves').toBe(0);
    await dealer.deal({ type: 'resolve', finding_no: third?.finding_no ?? 0, how: 'void' });
    await annsPage.getByTestId('finding').waitFor({ state: 'detached' });
    // What was wrong stays to be read, with who decided and how long it took.
    await annsPage.keyboard.press('j');
    const past = annsPage.getByTestId('past-findings');
    await past
      .getByText(/^Key in: .+ of .+ · .*Dan Roe.* · \d+:\d\d/)
      .first()
      .waitFor();
    await lookAt(annsPage, 'past-findings');
    await annsPage.keyboard.press('Escape');
  });

  it('comes with a call of the dealer, whom a supervisor answers with one key', async () => {
    await dealer.deal({ type: 'call' });
    await annsPage.getByTestId('alarms').getByText('Dan Roe calls a supervisor.').waitFor();
    await annsPage.getByTestId('desk').getByTestId('called').getByText('Dan Roe').waitFor();
    await lookAt(annsPage, 'call');
    await annsPage.keyboard.press('z');
    await annsPage.getByTestId('notice').getByText('You answered the call.').waitFor();
    await annsPage.getByTestId('desk').getByTestId('called').waitFor({ state: 'detached' });
    expect((await dealer.until((live) => live.call === null)).waits_for).toBe('start');
  });

  it('leads to another dealer, whom the supervisor chooses by name', async () => {
    await annsPage.keyboard.press('q');
    const names = annsPage.getByRole('dialog').getByLabel('Dealer').locator('option');
    await names.first().waitFor({ state: 'attached' });
    expect(await names.allInnerTexts(), 'Dan Roe deals already').toEqual(['Eve Orr']);
    await lookAt(annsPage, 'seat');
    await annsPage.keyboard.press('Escape');
    await annsPage.getByRole('dialog').waitFor({ state: 'hidden' });
  });

  it('leaves the table in the hands of its dealer, whose shoe a supervisor ends', async () => {
    await annsPage.keyboard.press('w');
    await annsPage.getByLabel('Reason').fill('The sensor is worn out.');
    await annsPage.getByLabel('Type BOX-0001 to confirm').fill('BOX-0001');
    await lookAt(annsPage, 'end-shoe');
    await prove(annsPage, ann);
    await annsPage.getByTestId('notice').getByText('The table has taken the order.').waitFor();
    await annsPage.locator('[data-testid="desk"][data-waits="shoe"]').waitFor();
    await lookAt(annsPage, 'table');
  });
});

describe('a device that is suspended', () => {
  it('loses its line, and speaks again by another supervisor', async () => {
    await annsPage.keyboard.press('9');
    await annsPage.getByTestId('devices').getByText('Connected').waitFor();
    await lookAt(annsPage, 'devices');
    await annsPage.keyboard.press('l');
    await annsPage.keyboard.press('Enter');
    await annsPage.locator('[data-testid="device"][data-standing="enrolled"]').waitFor();
    await annsPage.keyboard.press('s');
    await annsPage.keyboard.type('A look inside.');
    await prove(annsPage, ann);
    await annsPage.locator('[data-testid="device"][data-standing="suspended"]').waitFor();
    await annsPage.getByText('You suspended it').waitFor();
    await annsPage.getByTestId('device-line').getByText('Not connected').waitFor();
    await annsPage.getByTestId('device-seen').waitFor();
    await bensPage.getByRole('button', { name: /^Let it speak again/ }).waitFor();
    await bensPage.keyboard.press('a');
    await bensPage.keyboard.type(scanner.fingerprint);
    await prove(bensPage, ben);
    await bensPage.locator('[data-testid="device"][data-standing="enrolled"]').waitFor();
    await lookAt(bensPage, 'device');
  });
});

describe('a device whose key somebody copied', () => {
  it('keeps its line, and gives an alarm to supervisors', async () => {
    await bensPage.getByTestId('device-line').getByText('Connected', { exact: true }).waitFor();
    const stopCopy = scanner.copy();
    await bensPage.getByTestId('device-alarm').getByText('a second line showed the key').waitFor();
    await bensPage.getByTestId('device-line').getByText('Connected', { exact: true }).waitFor();
    await bensPage.getByTestId('count-devices').waitFor();
    await lookAt(bensPage, 'device-alarm');
    stopCopy();
  });
});

describe('a console with a live table', () => {
  it('asks the server a few times a second at most', () => {
    const inTenSeconds = asked.map((from) => asked.filter((at) => at >= from && at < from + 10_000).length);
    const most = Math.max(...inTenSeconds);
    expect(most).toBeGreaterThan(0);
    expect(most, 'requests in ten seconds').toBeLessThan(80);
  });
});
