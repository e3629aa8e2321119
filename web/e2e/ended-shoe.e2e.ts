// The shoe before in the roads panel, for who saw it end and for who comes later.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, visit, type Visitor } from './browser';
import { openTable } from './patron';
import { Server } from './server';

let visitor: Visitor | undefined;

afterEach(async () => {
  await visitor?.close();
  visitor = undefined;
});

describe('the shoe before', () => {
  const server = new Server();

  // Short rounds, and a shuffle so long that no second shoe ends meanwhile.
  const timings = ['--betting-ms', '300', '--card-ms', '10', '--result-ms', '50', '--shuffle-ms', '15000'];

  beforeAll(async () => {
    await server.start([], timings);
  });

  afterAll(async () => {
    await server.throwAway();
  });

  it('can be seen once it has ended, also when the page is loaded again', async () => {
    visitor = await visit(server.url, DESKTOP);
    const { page } = visitor;
    await openTable(page, 'Gold Room');
    await page.locator('[data-road="big_road"]').waitFor();
    expect(await page.getByTestId('shoes').count()).toBe(0);
    await page.getByTestId('shoes').waitFor({ timeout: 80_000 });
    await page.getByRole('button', { name: 'Shoe 1', exact: true }).click();
    const drawn = page.locator('[data-shoe="ended"]');
    const rounds = Number(await drawn.getByTestId('rounds').innerText());
    expect(rounds).toBeGreaterThan(40);
    const shares = await Promise.all(
      ['banker', 'player', 'tie'].map(async (id) =>
        parseInt(await drawn.getByTestId(`share-${id}`).innerText()),
      ),
    );
    expect(Math.abs(shares.reduce((sum, share) => sum + share, 0) - 100)).toBeLessThanOrEqual(1);
    await page.reload();
    await page.getByRole('button', { name: 'Shoe 1', exact: true }).click();
    expect(Number(await page.locator('[data-shoe="ended"]').getByTestId('rounds').innerText())).toBe(rounds);
    await page.getByTestId('ask-banker').click();
    await page.locator('[data-shoe="open"]').waitFor();
    // Another browser never saw it.
    await visitor.close();
    visitor = await visit(server.url, DESKTOP);
    await openTable(visitor.page, 'Gold Room');
    await visitor.page.getByRole('button', { name: 'Shoe 1', exact: true }).click();
    const again = visitor.page.locator('[data-shoe="ended"]').getByTestId('rounds');
    expect(Number(await again.innerText())).toBe(rounds);
    expect(visitor.problems).toEqual([]);
  });
});
