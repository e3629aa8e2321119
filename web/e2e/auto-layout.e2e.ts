// Phones while Auto runs, at the real server: every spot, both totals and what was staked are in view, and nothing
// lies over them.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PHONE, SMALL_PHONE, visit, type Size, type Visitor } from './browser';
import { joinAsGuest, openTable, placeChip, waitForAmount, waitForBetting } from './patron';
import { Server } from './server';

const ON_ITS_SIDE: Size = { width: 844, height: 390 };
/** What must be seen, and what lies around it. */
const SEEN = '[data-spot], [data-testid^="total-"], [data-testid="staked"], [data-testid="unconfirmed"]';
const AROUND =
  '[data-testid="auto"], [data-testid="road-strip"], [data-testid="confirm"], [role="radiogroup"]';

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

/** The things that are out of view at the top of the page, or covered by what stands around them. */
async function hidden(page: Page): Promise<string[]> {
  return page.evaluate(
    ([seen, around]) => {
      scrollTo(0, 0);
      const nameOf = ({ dataset }: HTMLElement) => dataset['spot'] ?? dataset['testid'] ?? 'the chips';
      const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
      return all(seen).flatMap((one) => {
        const box = one.getBoundingClientRect();
        const isOut = box.top < 0 || box.bottom > innerHeight || box.left < 0 || box.right > innerWidth;
        const over = all(around).filter((other) => {
          const it = other.getBoundingClientRect();
          const meets =
            it.top < box.bottom - 1 &&
            it.bottom > box.top + 1 &&
            it.left < box.right - 1 &&
            it.right > box.left + 1;
          return meets && other.checkVisibility({ visibilityProperty: true });
        });
        return [
          ...(isOut ? [`${nameOf(one)} is out of view`] : []),
          ...over.map((other) => `${nameOf(other)} lies over ${nameOf(one)}`),
        ];
      });
    },
    [SEEN, AROUND] as const,
  );
}

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
