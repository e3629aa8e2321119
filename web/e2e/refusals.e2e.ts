// Refusals of the real server at the spot that they are about: the exposure of the table, and two sides at once.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, visit, type Visitor } from './browser';
import { look } from './look';
import { joinAsGuest, openTable, placeChip, waitForBetting, waitForStake } from './patron';
import { QUICK, Server } from './server';

const TABLES = `
[[table]]
id = 1
name = "Narrow"
rules = "live-commission"
exposure = 40

[[table]]
id = 2
name = "One Side"
rules = "sixty-round"
ante = 0
`;
/** Long enough to read a refusal. */
const BETTING = [...QUICK.slice(2), '--betting-ms', '8000'];

const server = new Server();
let folder = '';
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'punto-tables-'));
  await writeFile(join(folder, 'tables.toml'), TABLES);
  await server.start(['--tables', join(folder, 'tables.toml')], BETTING);
});

afterEach(async () => {
  expect(visitor.problems).toEqual([]);
  await visitor.close();
});

afterAll(async () => {
  await server.throwAway();
  await rm(folder, { recursive: true, force: true });
});

async function sitAt(name: string): Promise<void> {
  visitor = await visit(server.url, DESKTOP);
  ({ page } = visitor);
  await joinAsGuest(page, 'Eager');
  await openTable(page, name);
  await waitForBetting(page, 6);
}

describe('a refused bet', () => {
  it('beyond the exposure of the table says at its spot what the table still takes, and offers it', async () => {
    await sitAt('Narrow');
    await placeChip(page, 100, 'player');
    await page.getByTestId('confirm').click();
    const refusal = page.getByTestId('refusal');
    await refusal.getByText('40').first().waitFor();
    expect(await refusal.getAttribute('data-at')).toBe('player');
    await look(page, 'table-exposure');
    await refusal.getByRole('button', { name: 'Bet 40', exact: true }).click();
    await waitForStake(page, 'player', 4_000);
    expect(await refusal.count()).toBe(0);
  });

  it('on two sides at once stands at one of them and marks both', async () => {
    await sitAt('One Side');
    await placeChip(page, 100, 'player');
    await placeChip(page, 100, 'banker');
    await page.getByTestId('confirm').click();
    const refusal = page.getByTestId('refusal');
    await refusal.getByText('This table does not accept bets on both Player and Banker').waitFor();
    expect(['player', 'banker']).toContain(await refusal.getAttribute('data-at'));
    await expect.poll(() => page.locator('.spot.refused').count()).toBe(2);
    await look(page, 'table-two-sides');
  });
});
