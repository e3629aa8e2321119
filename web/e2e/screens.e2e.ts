// Takes a picture of every screen in each of its states, in `test-results/`, and checks each for accessibility
// with axe.
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seriousViolations } from './accessibility';
import { DESKTOP, PHONE, SMALL_PHONE, visit, type Size, type Visitor } from './browser';
import { MockHouse } from './mock-house';
import { joinAsGuest, placeChip, waitForPhase, waitForStake } from './patron';
import { settle } from './settle';

const RESULTS = fileURLToPath(new URL('../test-results/', import.meta.url));
const SIZES: [string, Size][] = [
  ['desktop', DESKTOP],
  ['phone', PHONE],
  ['small', SMALL_PHONE],
];

describe.each(SIZES)('screens on %s', (name, size) => {
  const house = new MockHouse();
  const [emerald, gold] = house.tables;
  let visitor: Visitor;

  async function picture(what: string, full = false): Promise<void> {
    await visitor.page.evaluate(() => {
      scrollTo(0, 0);
    });
    await settle(visitor.page);
    await visitor.page.screenshot({ path: `${RESULTS}${name}-${what}.png`, fullPage: full });
    if (size !== SMALL_PHONE) {
      expect(await seriousViolations(visitor.page), what).toEqual([]);
    }
    const overflow = await visitor.page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `${what} is wider than the screen`).toBeLessThanOrEqual(0);
  }

  beforeAll(async () => {
    await mkdir(RESULTS, { recursive: true });
    const url = await house.start();
    emerald.open(60_000);
    gold.open(45_000);
    visitor = await visit(url, size, { touch: size !== DESKTOP });
  });

  afterAll(async () => {
    await visitor.close();
  });

  it('looks well', async () => {
    const { page } = visitor;
    await page.getByRole('link', { name: 'Open table Salon One' }).waitFor();
    await page.getByRole('button', { name: 'Play as guest' }).click();
    await picture('1-guest');
    await page.keyboard.press('Escape');
    await joinAsGuest(page, 'Guest');
    await picture('2-lobby', true);

    await page.getByRole('link', { name: 'Open table Salon One' }).click();
    await waitForPhase(page, 'betting');
    await picture('3-betting');

    await page.getByRole('radio', { name: '100 chip', exact: true }).click();
    await page.locator('[data-spot="player"]').click();
    await page.locator('[data-spot="player_pair"]').click();
    await page.getByTestId('confirm').click();
    await page.locator('[data-spot="player"][data-stake="10000"]').waitFor();
    await page.getByRole('radio', { name: '50 chip', exact: true }).click();
    await page.locator('[data-spot="player"]').click();
    await page.locator('[data-spot="tie"]').click();
    await page.locator('[data-spot="tie"]').click();
    await page.getByTestId('ask-banker').click();
    await picture('4-chips', true);

    await page.locator('[data-spot="tie"]').click();
    await page.getByTestId('confirm').click();
    await page.locator('[data-spot="tie"][data-stake="15000"]').waitFor();
    await page.getByRole('radio', { name: '500 chip', exact: true }).click();
    await page.locator('[data-spot="tie"]').click();
    await page.getByTestId('confirm').click();
    await page.getByText('Maximum on Tie is 500. You have 150 on it and can add 350.').first().waitFor();
    await picture('5-refused');
    await page.getByTestId('refusal').getByRole('button', { name: 'Dismiss' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();

    emerald.close();
    emerald.deal(3);
    await page.locator('[data-testid="hand-player"][data-cards="5c 3h"]').waitFor();
    await picture('6-dealing');
    emerald.deal();
    emerald.settle(60_000);
    await page.getByTestId('own-result').waitFor();
    await picture('7-result', true);

    emerald.open(60_000);
    await waitForPhase(page, 'betting');
    await placeChip(page, 500, 'player');
    await placeChip(page, 50, 'player_pair');
    await placeChip(page, 100, 'tie');
    await page.getByTestId('confirm').click();
    await waitForStake(page, 'player', 50_000);
    emerald.close();
    emerald.deal();
    emerald.settle(60_000);
    await page.getByText('You won 350.00').first().waitFor();
    await picture('8-six-cards');

    await page.getByRole('button', { name: 'Rules' }).click();
    await page.getByText('Full house rules').click();
    await page.getByText('[decks]').waitFor();
    const own = await page.getByTestId('own-limit').allInnerTexts();
    expect(own).toEqual(['you: 5 to 5,000', 'you: 1 to 200', 'you: none']);
    await picture('9-rules');
    await page.getByRole('button', { name: 'Close', exact: true }).click();

    emerald.shuffle();
    await waitForPhase(page, 'shuffling');
    expect(await page.getByTestId('shoe-round').innerText(), 'no round has begun').toMatch(/^Shoe\s\d+$/);
    await picture('10-shuffling');

    await page.getByRole('link', { name: 'Bet history' }).click();
    await page.getByText('Salon One · Shoe 12').first().waitFor();
    await picture('11-history');
    await page.getByRole('link', { name: 'Statement' }).click();
    await page.getByText('Result corrected').waitFor();
    house.owe(30_000);
    await page.getByTestId('owed').waitFor();
    await picture('11-statement');
    await page.getByRole('button', { name: /Balance \d/ }).click();
    await page.getByText('You owe 300.00').waitFor();
    await picture('11-owed');
    await page.keyboard.press('Escape');
    house.owe(0);
    await page.getByTestId('owed').waitFor({ state: 'detached' });

    await page.goto(page.url().replace(/#.*$/, '#/table/2'));
    await waitForPhase(page, 'betting');
    await picture('12-gold', true);
    await page.getByRole('button', { name: /Balance \d/ }).click();
    await page.getByRole('button', { name: 'Top up play money' }).waitFor();
    await picture('13-account');
    expect(visitor.problems).toEqual([]);

    await page.keyboard.press('Escape');
    await house.stop();
    await page.getByTestId('connection').getByText('Connection lost').waitFor();
    const line = await page.getByTestId('connection').boundingBox();
    const balance = await page.getByTestId('balance').boundingBox();
    expect((line?.x ?? 0) + (line?.width ?? 0), 'the balance stays in sight').toBeLessThan(balance?.x ?? 0);
    await picture('14-lost');
  });
});
