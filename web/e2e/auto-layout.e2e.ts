// Phones while Auto runs, at the real server: every spot, both totals and what was staked are in view, and nothing
// lies over them.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PHONE, SMALL_PHONE, visit, type Size, type Visitor } from './browser';
import { hidden } from './in-view';
import { joinAsGuest, openTable, placeChip, waitForAmount, waitForBetting } from './patron';
import { Server } from './server';

const ON_ITS_SIDE: Size = { width: 844, height: 390 };
const server = new Server();
let visitor: Visitor;

beforeAll(async () => {
  await server.start([], ['--betting-ms', '15000', '--card-ms', '50', '--result-ms', '1000']);
});

afterEach(async () => {
  await visitor.close();
});

afterAll(async () => {
  await server.throwAway();
});

describe('a phone', () => {
  it.each([
    ['360x740', SMALL_PHONE],
    ['390x844', PHONE],
    ['844x390', ON_ITS_SIDE],
  ])('of %s shows every spot and the sums while Auto runs', async (size, viewport) => {
    visitor = await visit(server.url, viewport, { touch: true });
    const { page } = visitor;
    await joinAsGuest(page, `Steady ${size}`);
    await openTable(page, 'Salon One');
    await page.getByRole('button', { name: 'Got it' }).click();
    await waitForBetting(page, 8);
    expect(await hidden(page), 'before').toEqual([]);
    await placeChip(page, 10, 'player');
    await page.getByRole('button', { name: 'Auto', exact: true }).click();
    await page.getByLabel('Stop at a loss of').fill('5000');
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByTestId('auto').waitFor();
    await waitForAmount(page, 'staked', 1_000);
    expect(await hidden(page), 'with Auto').toEqual([]);
  });
});
