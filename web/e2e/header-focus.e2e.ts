// Where the keyboard focus goes from the header.
import { afterEach, describe, expect, it } from 'vitest';
import { DESKTOP, visit, type Visitor } from './browser';
import { focused } from './focused';
import { MockHouse } from './mock-house';
import { openTable, waitForPhase } from './patron';

let visitor: Visitor | undefined;

afterEach(async () => {
  await visitor?.close();
  visitor = undefined;
});

describe('the focus', () => {
  it('goes to the account in the header after joining from there, never to the body', async () => {
    const house = new MockHouse();
    const [table] = house.tables;
    try {
      const url = await house.start();
      table.open(60_000);
      for (const atTable of [false, true]) {
        await visitor?.close();
        visitor = await visit(url, DESKTOP);
        const { page } = visitor;
        if (atTable) {
          await openTable(page, 'Salon One');
          await waitForPhase(page, 'betting');
        }
        await page.getByRole('banner').getByRole('button', { name: 'Play as guest' }).focus();
        await page.keyboard.press('Enter');
        await page.getByLabel('Nickname').fill('Guest');
        await page.keyboard.press('Enter');
        await page.getByTestId('balance').waitFor();
        await expect
          .poll(() => focused(page), { message: atTable ? 'at a table' : 'in the lobby' })
          .toMatch(/^button: Guest/);
        await page.keyboard.press('Enter');
        await page.getByRole('link', { name: 'Limits and breaks' }).waitFor();
      }
    } finally {
      await house.stop();
    }
  });
});
