// Auto and the quick seat at the real server: bets are placed for so many rounds, or until they are stopped.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, visit, type Visitor } from './browser';
import { look } from './look';
import { joinAsGuest, openTable, placeChip, waitForAmount, waitForBetting } from './patron';
import { Server } from './server';

/** Betting is long enough to place a chip and open the dialog. */
const TIMINGS = ['--betting-ms', '5000', '--card-ms', '50', '--result-ms', '1000'];

const server = new Server();
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  await server.start([], TIMINGS);
});

afterEach(async () => {
  await visitor.close();
});

afterAll(async () => {
  await server.throwAway();
});

async function openAuto(): Promise<void> {
  await page.getByRole('button', { name: 'Auto', exact: true }).click();
}

async function start(rounds: string): Promise<void> {
  await page.getByLabel('Rounds', { exact: true }).fill(rounds);
  await page.getByRole('button', { name: 'Start' }).click();
}

/** An attribute of the focused element. */
async function focused(attribute: string): Promise<string | null> {
  return page.evaluate((name) => document.activeElement?.getAttribute(name) ?? null, attribute);
}

describe('a patron', () => {
  it('has bets placed for two rounds, then for more until they are stopped', async () => {
    visitor = await visit(server.url, DESKTOP);
    ({ page } = visitor);
    await joinAsGuest(page, 'Steady');
    await openTable(page, 'Salon One');
    await openAuto();
    await page.getByText('Place chips first.').waitFor();
    await page.keyboard.press('Escape');
    await waitForBetting(page, 4);
    await placeChip(page, 10, 'player');
    await openAuto();
    await look(page, 'auto-start');
    await start('2');
    await waitForAmount(page, 'staked', 1_000);
    await waitForAmount(page, 'unconfirmed', 0);
    await page.getByTestId('auto').getByText('Auto: 1 round left').waitFor();
    await page.reload();
    await page.getByTestId('auto').waitFor();
    await page.getByTestId('auto-ended').getByText('Auto has placed its last bets.').waitFor();
    await waitForAmount(page, 'staked', 1_000);

    await openAuto();
    await start('0');
    await page.getByText('Enter a whole number from 1 to').waitFor();
    await start('5');
    await page.getByTestId('auto').waitFor();
    await look(page, 'auto-running');
    const confirm = await page.getByTestId('confirm').boundingBox();
    expect((confirm?.y ?? Infinity) + (confirm?.height ?? 0), 'Confirm is in view').toBeLessThanOrEqual(
      DESKTOP.height,
    );
    await page.getByRole('button', { name: 'Stop', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByTestId('auto-ended').getByText('Auto stopped, with').waitFor();
    await expect.poll(() => focused('aria-label')).toBe('Dismiss');
    await page.keyboard.press('Enter');
    expect(await page.getByTestId('auto-ended').count()).toBe(0);
    await expect.poll(() => focused('data-testid')).toBe('confirm');
    expect(visitor.problems).toEqual([]);
  });

  it('has Auto end at a loss or a win that they set, also while the page is closed', async () => {
    visitor = await visit(server.url, DESKTOP);
    ({ page } = visitor);
    await joinAsGuest(page, 'Careful');
    await openTable(page, 'Salon One');
    await waitForBetting(page, 4);
    await placeChip(page, 10, 'player');
    await openAuto();
    await page.getByLabel('Stop at a loss of').fill('nothing');
    await start('50');
    await page.getByText('Enter an amount, or leave it empty.').waitFor();
    await page.getByLabel('Stop at a loss of').fill('500');
    await page.getByLabel('Stop at a win of').fill('600');
    await start('50');
    await page.getByTestId('auto-bounds').getByText('Stops at -500.00 / +600.00, now').waitFor();
    await look(page, 'auto-bounds');
    // The next round that is no tie reaches one of these.
    await openAuto();
    await page.getByLabel('Stop at a loss of').fill('5');
    await page.getByLabel('Stop at a win of').fill('5');
    await start('50');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    const { url } = server;
    await page.goto('about:blank');
    await page.goto(`${url}/#/table/1`);
    await page.getByTestId('auto-bounds').or(page.getByTestId('auto-ended')).first().waitFor();
    const ended = page.getByTestId('auto-ended');
    await ended
      .getByText(/^Auto stopped: it reached the (loss|win) that you set\.$/)
      .waitFor({ timeout: 60_000 });
    await look(page, 'auto-stopped');
    expect(visitor.problems).toEqual([]);
  });

  it('gets a seat at a table by one click, as a spectator after choosing a nickname', async () => {
    visitor = await visit(server.url, DESKTOP);
    ({ page } = visitor);
    await page.getByRole('button', { name: 'Quick seat' }).click();
    await page.getByLabel('Nickname').fill('Nimble');
    await page.getByRole('button', { name: 'Start playing' }).click();
    await page.getByTestId('balance').waitFor();
    await page.getByRole('button', { name: 'Quick seat' }).click();
    await page.getByTestId('leave').waitFor();
    expect(new URL(page.url()).hash).toMatch(/^#\/table\/\d+$/);
  });
});
