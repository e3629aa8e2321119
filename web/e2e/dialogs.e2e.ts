// Dialogs that are opened again before the browser says that they were closed, as on a slow machine.
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Visitor } from './browser';
import { visitMock, type MockVisit } from './mock-visit';
import { joinAsGuest, openTable, waitForPhase } from './patron';

let mock: MockVisit;
let visitor: Visitor;
let page: Page;

beforeEach(async () => {
  mock = await visitMock();
  ({ visitor } = mock);
  ({ page } = visitor);
  await joinAsGuest(page, 'Guest');
  await openTable(page, 'Salon One');
  await waitForPhase(page, 'betting');
  await page.getByRole('button', { name: 'Auto', exact: true }).click();
  await page.getByRole('dialog').getByText('Place chips first.').waitFor();
});

afterEach(async () => {
  await mock.end();
  expect(visitor.problems).toEqual([]);
});

/** Closes the dialog and opens it again in one task; returns whether it is open after the late `close` event. */
async function closeAndOpen(how: 'cross' | 'Escape'): Promise<boolean> {
  return page.evaluate(async (by) => {
    const dialog = document.querySelector('dialog[open]');
    const opener = [...document.querySelectorAll('button')].find((one) => one.textContent.trim() === 'Auto');
    if (!(dialog instanceof HTMLDialogElement) || opener === undefined) {
      throw new Error('no dialog, or nothing to open it');
    }
    const said = new Promise((resolve) => {
      dialog.addEventListener('close', resolve, { once: true });
    });
    if (by === 'cross') {
      dialog.querySelector<HTMLElement>('[aria-label="Close"]')?.click();
    } else {
      // The browser asks the page first, as for the key itself.
      if (dialog.dispatchEvent(new Event('cancel', { cancelable: true }))) {
        dialog.close();
      }
    }
    // Microtasks run before the event, which is a task of its own.
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    opener.click();
    await said;
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    return dialog.open;
  }, how);
}

describe('a dialog', () => {
  it('that is opened again at once stays open', async () => {
    expect(await closeAndOpen('cross')).toBe(true);
    await page.getByRole('dialog').getByText('Place chips first.').waitFor();
    expect(await closeAndOpen('Escape')).toBe(true);
    await page.getByRole('dialog').getByText('Place chips first.').waitFor();
  });

  it('is closed by Escape, by its cross and by a click beside it', async () => {
    const dialog = page.getByRole('dialog');
    const open = async (): Promise<void> => {
      await dialog.waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: 'Auto', exact: true }).click();
      await dialog.waitFor();
    };
    await page.keyboard.press('Escape');
    await open();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await open();
    await page.mouse.click(10, 300);
    await open();
    // Without a click or a key in between, a browser does not ask the page before a second Escape.
    await page.keyboard.press('Escape');
    await page.evaluate(() => {
      [...document.querySelectorAll('button')].find((one) => one.textContent.trim() === 'Auto')?.click();
    });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  });
});
