// A member of staff at the real server, from the first code to the last day: added by a manager, enrolled at the
// console, given other roles, reset and disabled.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { House } from './console-house';
import { inspect } from './console-look';
import { jump } from './staff';
import { totp } from './totp';

const PASSWORD = 'quiet river lantern';
const NAME = 'Cleo Park';

const house = new House();
let max: Page;
let cleo: Page;
let code = '';

/** Sends the dialog that is open with the name that it asks for. */
async function confirm(): Promise<void> {
  await max.getByLabel(`Type ${NAME} to confirm`).fill(NAME);
  await max.keyboard.press('Enter');
}

async function enrol(page: Page): Promise<void> {
  await page.getByLabel('Your name').fill(NAME);
  await page.getByLabel('One-time code').fill(code);
  await page.getByLabel('New password').fill(PASSWORD);
  await page.keyboard.press('Enter');
}

beforeAll(async () => {
  await house.start([['Max Roe', 'manager']]);
  max = await house.at('Max Roe');
}, 120_000);

afterAll(() => house.end());

describe('a member of staff', () => {
  it('is added by a manager, and enrols with the code at the console', async () => {
    await jump(max, 'staff');
    await max.keyboard.press('n');
    await max.getByLabel('Name', { exact: true }).fill(NAME);
    await max.keyboard.press('Enter');
    code = await max.getByTestId('enrolment').locator('code').innerText();

    cleo = await house.open('/console.html');
    await cleo.getByRole('link', { name: 'Enrol as staff' }).click();
    await enrol(cleo);
    await cleo.getByRole('button', { name: 'Set up', exact: true }).waitFor();
    await cleo.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await cleo.keyboard.press('Enter');
    const secret = await cleo.getByTestId('secret').innerText();
    await cleo.getByLabel('Code of the app').fill(totp(secret.replace(/\s/g, '')));
    await cleo.keyboard.press('Enter');
    await inspect(cleo, 'recovery-codes');
    await cleo.getByRole('button', { name: 'I have stored the codes: go to the console' }).click();
    await cleo.getByTestId('tables').waitFor();
    expect(await cleo.getByRole('navigation').getByRole('link', { name: 'Staff' }).count()).toBe(0);
  });

  it('is seen by patrons under a display name, once they deal', async () => {
    await max.getByTestId('staff').getByText('Max Roe').click();
    await max.getByText('Another manager changes you.').waitFor();
    expect(await max.getByLabel('Patrons see').count(), 'a manager deals nowhere').toBe(0);
    await max.keyboard.press('n');
    await max.getByLabel('Name', { exact: true }).fill('Dan Fox');
    expect(await max.getByLabel('Patrons see').count()).toBe(0);
    await max.getByRole('checkbox', { name: /^Supervisor/ }).uncheck();
    await max.getByRole('checkbox', { name: /^Dealer/ }).check();
    await max.getByLabel('Patrons see').fill('D@n');
    await inspect(max, 'new-dealer');
    await max.keyboard.press('Enter');
    await max.getByText('This display name is not accepted: 1 to 40 letters and digits.').waitFor();
    expect(await max.getByLabel('Name', { exact: true }).getAttribute('aria-invalid')).toBe('false');
    await max.getByLabel('Patrons see').fill('Dan');
    await max.keyboard.press('Enter');
    await max.getByTestId('enrolment').waitFor();

    await max.getByTestId('staff').getByText('Dan Fox').click();
    const seen = max.getByLabel('Patrons see');
    expect(await seen.inputValue()).toBe('Dan');
    await seen.fill('Rosa');
    await inspect(max, 'dealer');
    await max.keyboard.press('Enter');
    await max.locator('[data-field="display_name"]').getByText('Dan → Rosa').first().waitFor();
    await seen.fill('');
    await max.getByRole('button', { name: 'Save what patrons see' }).click();
    await max.locator('[data-field="display_name"]').getByText('Rosa → none').first().waitFor();
    await max.getByTestId('staff').getByText(NAME).click();
  });

  it('loses the session with a change of roles', async () => {
    await max.getByTestId('staff').getByText(NAME).click();
    await max.getByRole('checkbox', { name: /^Auditor/ }).check();
    await max.keyboard.press('e');
    await max.getByTestId('effect').getByText('All their sessions end at once.').waitFor();
    await inspect(max, 'roles');
    await confirm();
    await max.locator('[data-field="roles"]').getByText('Supervisor → Supervisor, Auditor').first().waitFor();
    // Her page asks the server all the time, so it learns at once.
    await cleo.getByLabel('Name', { exact: true }).waitFor();
  });

  it('enrols again after a reset, with a new code only', async () => {
    const first = code;
    await max.keyboard.press('r');
    await max.getByTestId('effect').getByText('Password, second factor, passkeys and sessions').waitFor();
    await confirm();
    code = await max.getByTestId('enrolment').locator('code').innerText();
    expect(code).not.toBe(first);
    await cleo.getByRole('link', { name: 'Enrol as staff' }).click();
    await cleo.getByLabel('Your name').fill(NAME);
    await cleo.getByLabel('One-time code').fill(first);
    await cleo.getByLabel('New password').fill(PASSWORD);
    await cleo.keyboard.press('Enter');
    await cleo.getByLabel('One-time code').and(cleo.locator('[aria-invalid="true"]')).waitFor();
    await cleo.getByLabel('One-time code').fill(code);
    await cleo.keyboard.press('Enter');
    await cleo.getByRole('button', { name: 'Set up', exact: true }).waitFor();
  });

  it('is disabled and stays on record', async () => {
    await max.keyboard.press('d');
    await max.getByLabel(`Type ${NAME} to confirm`).fill('Max Roe');
    await max.keyboard.press('Enter');
    await max.getByText(`Type exactly ${NAME}.`).waitFor();
    await confirm();
    await max.getByTestId('member').getByText('Disabled', { exact: true }).waitFor();
    await max
      .getByTestId('staff')
      .getByRole('link')
      .filter({ hasText: NAME })
      .getByText('Disabled')
      .waitFor();
    await max.locator('[data-field="disabled"]').getByText('no → yes').first().waitFor();
    expect(await max.getByRole('button', { name: /^Disable/ }).count()).toBe(0);
    await inspect(max, 'disabled');
    await cleo.reload();
    await cleo.getByLabel('Name', { exact: true }).waitFor();
  });

  it('cannot be changed by themselves', async () => {
    await max.getByTestId('staff').getByText('Max Roe').click();
    await max.getByTestId('member').getByText('Another manager changes you.').waitFor();
    expect(await max.getByTestId('member').getByRole('button').count()).toBe(0);
  });
});
