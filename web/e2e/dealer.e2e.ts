// A dealer at the real server with a simulated shoe, by keyboard alone: sits down, opens the shoe, burns, deals rounds, has
// a card scanned again, types a misread card with a supervisor, calls, holds, hands over, and stands up.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, SMALL_PHONE, visit, type Visitor } from './browser';
import { look } from './look';
import { logIn, type Member } from './staff';
import { Studio } from './studio';

const studio = new Studio();
const SIZES = { small: SMALL_PHONE, tablet: { width: 768, height: 1024 }, desktop: DESKTOP };
let dealer: Member;
let dan: Visitor;
let page: Page;

beforeAll(async () => {
  dealer = await studio.start();
  dan = await visit(`${studio.server.url}/dealer.html`, DESKTOP);
  page = dan.page;
}, 120_000);

afterAll(async () => {
  await dan.close();
  await studio.end();
  expect(dan.problems.filter((problem) => !problem.includes('Failed to load resource'))).toEqual([]);
});

/** Waits for the big line, and until steps are taken again. */
async function says(line: string): Promise<void> {
  await page.getByTestId('line').getByText(line, { exact: true }).waitFor({ timeout: 20_000 });
  await page.locator('[data-testid="dealer"][data-ready="true"]').waitFor();
}

const press = (key: string) => page.keyboard.press(key);

/** Looks at the screen in both sizes; on a desktop nothing is below the fold. */
async function inspect(what: string): Promise<void> {
  await look(page, `dealer-${what}`, SIZES);
  const below = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  expect(below, `${what} is higher than the screen`).toBeLessThanOrEqual(0);
}

describe('a dealer', () => {
  it('logs in, finds the live tables only, and sits down', async () => {
    await look(page, 'dealer-entry', SIZES);
    await logIn(page, dealer, 'live-tables');
    await page.getByRole('link', { name: 'Salon Live' }).waitFor();
    expect(await page.getByRole('link', { name: 'Salon One' }).count()).toBe(0);
    await look(page, 'dealer-choose', SIZES);
    await press('1');
    await says('SIT DOWN');
    await inspect('seat');
    await press('Enter');
    await says('DEVICE LOST - WAIT');
    expect((await studio.status()).names).toEqual({ [String((await studio.status()).dealer)]: 'Dan' });
  });

  it('is read by everybody, in the lobby and at the table', async () => {
    const visitor = await visit(studio.server.url, DESKTOP);
    const card = visitor.page.getByTestId('table-9');
    await card.getByText('Live dealer · Rosa').waitFor();
    expect(await card.innerText(), 'what it waits for').toContain('Waits');
    await look(visitor.page, 'lobby-dealer');
    await visitor.page.goto(`${studio.server.url}/#/table/9`);
    const said = visitor.page.getByTestId('live-panel').getByTestId('dealer');
    await said.waitFor();
    expect(await said.innerText()).toMatch(/^Dealer Rosa, since \d\d:\d\d$/);
    expect(await visitor.page.content(), 'nobody reads how the dealer logs in').not.toMatch(/\bDan\b/);
    expect(await visitor.page.getByTestId('picture-switch').count(), 'no camera, no switch').toBe(0);
    await look(visitor.page, 'table-dealer', { ...SIZES, sideways: { width: 844, height: 390 } });
    await visitor.close();
  });

  it('opens the shoe that the device says, and burns its cards', async () => {
    studio.play(['unreadable@2.B2']);
    await says('OPEN SHOE BOX-0001');
    await inspect('shoe');
    await press('Enter');
    await page.getByTestId('line').getByText(/^BURN/).first().waitFor();
    await says('START BETTING');
  });

  it('deals a round with one key, and clears the table', async () => {
    await press('F1');
    await page.getByRole('dialog').getByText('No key names a winner').waitFor();
    await inspect('keys');
    await press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await press('Enter');
    await page
      .getByTestId('line')
      .getByText(/^WAIT \d$/)
      .waitFor();
    await inspect('betting');
    await page.getByTestId('line').getByText('BANKER 1', { exact: true }).waitFor();
    await inspect('deal');
    await says('PLAYER WINS 9 TO 3 - CLEAR THE TABLE');
    expect(await page.getByTestId('total-player').innerText()).toBe('9');
    await inspect('result');
  });

  it('has a card scanned again', async () => {
    await says('START BETTING');
    await press('Enter');
    await says('RESCAN BANKER 2');
    await inspect('finding');
    await press('r');
    await says('BANKER WINS 7 TO 6 - CLEAR THE TABLE');
  });

  it('says that a card was misread, and types it blind with a supervisor', async () => {
    await says('START BETTING');
    await press('Enter');
    await page.getByTestId('line').getByText('BANKER 1', { exact: true }).waitFor();
    await says('PLAYER 2');
    await press('m');
    await page.getByRole('dialog').getByText('Which card was misread?').waitFor();
    await press('1');
    await says('WHAT IS PLAYER 1? - KEY IN');
    await press('Enter');
    for (const [key, shown] of [
      ['9', '9'],
      ['d', '9 of diamonds'],
      ['Backspace', '9'],
      ['c', '9 of clubs'],
    ] as const) {
      await page.getByRole('dialog').getByText('You typed').waitFor();
      await press(key);
      await page.getByTestId('typed').locator('strong').getByText(shown, { exact: true }).waitFor();
    }
    await inspect('key-in');
    await press('Enter');
    await says('TYPED - WAIT FOR THE SUPERVISOR');
    await inspect('typed');
    const { finding } = await studio.status();
    expect(finding?.typed_by).toHaveLength(1);
    await studio.supervise({ type: 'key_in', finding_no: finding?.finding_no ?? 0, card: '9c' });
    await page.locator('[data-slot="P1"]').getByLabel('9 of clubs').waitFor();
    await says('PLAYER WINS 9 TO 6 - CLEAR THE TABLE');
  });

  it('calls a supervisor, and no round begins before the answer', async () => {
    await says('START BETTING');
    await press('c');
    await says('SUPERVISOR CALLED - WAIT');
    await page.getByTestId('called').getByText('Supervisor called').waitFor();
    await inspect('called');
    await studio.supervise({ type: 'answer_call' });
    await says('START BETTING');
    await page.getByTestId('called').waitFor({ state: 'detached' });
  });

  it('holds the table, and takes the hold back', async () => {
    await press('p');
    await says('TABLE HELD');
    await inspect('held');
    await press('p');
    await says('START BETTING');
  });

  it('hands over to the dealer who waits beside, and takes over in turn', async () => {
    const other = await visit(`${studio.server.url}/dealer.html`, DESKTOP);
    const eve = other.page;
    const evesLine = (line: string) => eve.getByTestId('line').getByText(line, { exact: true }).waitFor();
    const isReady = () => eve.locator('[data-testid="dealer"][data-ready="true"]').waitFor();
    await logIn(eve, await studio.next(), 'live-tables');
    await eve.getByRole('link', { name: 'Salon Live' }).waitFor();
    await eve.keyboard.press('1');
    await evesLine('DAN DEALS HERE');
    await look(eve, 'dealer-taken', SIZES);
    await isReady();
    await eve.keyboard.press('Enter');
    await evesLine('WAIT FOR DAN');
    await look(eve, 'dealer-waits', SIZES);
    await page.getByTestId('relief').getByText('Eve waits to take over').waitFor();
    await press('h');
    await page.getByRole('dialog').getByText('Eve deals from now on').waitFor();
    await inspect('hand-over');
    await press('y');
    await says('EVE DEALS HERE');
    await evesLine('START BETTING');
    await press('Enter');
    await says('WAIT FOR EVE');
    await isReady();
    await eve.keyboard.press('h');
    await eve.getByRole('dialog').getByText('Dan deals from now on').waitFor();
    await eve.keyboard.press('y');
    await says('START BETTING');
    expect(other.problems.filter((problem) => !problem.includes('Failed to load resource'))).toEqual([]);
    await other.close();
  });

  it('waits while the table is halted, and while the device is gone', async () => {
    await studio.step('halt');
    await says('HALTED - WAIT FOR A SUPERVISOR');
    await inspect('halted');
    await studio.unplug();
    await says('DEVICE LOST - WAIT');
    await inspect('device');
    await studio.step('resume');
    studio.play([]);
    await says('START BETTING');
  });

  it('stands up with a second key, and Enter is none', async () => {
    await press('h');
    await page.getByRole('dialog').getByText('You deal no more at this table.').waitFor();
    await inspect('sure');
    await page.keyboard.press('Enter', { delay: 40 });
    await page.keyboard.press('Escape', { delay: 40 });
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect((await studio.status()).dealer).not.toBeNull();
    await press('h');
    await page.getByRole('dialog').waitFor();
    await press('y');
    await says('SIT DOWN');
  });
});
