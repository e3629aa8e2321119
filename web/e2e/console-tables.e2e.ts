// A manager's tables at the real server: added, closed and opened, with a password and by invitation; and what the log
// says of it.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accepted, because, House } from './console-house';
import { inspect } from './console-look';
import { openTable, placeChip, waitForBetting } from './patron';
import { jump } from './staff';

const house = new House();
let max: Page;
let eve: Page;
let patron: Page;

const card = (name: string) => patron.getByRole('link', { name: `Open table ${name}` });
const door = (page: Page) => page.getByTestId('door');

beforeAll(async () => {
  await house.start([
    ['Max Roe', 'manager'],
    ['Eve Hart', 'auditor'],
  ]);
  [max, eve] = [await house.at('Max Roe'), await house.at('Eve Hart')];
  patron = await house.guest('Kestrel');
}, 120_000);

afterAll(() => house.end());

describe('a table', () => {
  it('that a manager adds is in the lobby, leaves it when it is closed, and returns', async () => {
    await max.keyboard.press('n');
    await max.getByLabel('Name', { exact: true }).fill('Another');
    await max.getByRole('link', { name: 'Cancel' }).click();
    await max.getByRole('heading', { level: 1, name: 'Tables' }).waitFor();
    await max.keyboard.press('n');
    await max.getByLabel('Name', { exact: true }).fill('Annex');
    await max.getByLabel('House rules').fill('no-such-rules');
    await max.getByLabel('Reason').fill('Weekend.');
    await max.keyboard.press('Enter');
    await max.getByText('House rules: no-such-rules is not built in').waitFor();
    await max.getByLabel('House rules').fill('gold-card');
    await max.keyboard.press('Enter');
    await max.getByRole('heading', { level: 1, name: 'Annex' }).waitFor();
    await card('Annex').waitFor();

    await max.keyboard.press('c');
    await max.getByTestId('effect').getByText('leaves the lobby').waitFor();
    await inspect(max, 'close');
    await accepted(max, 'The weekend is over.');
    await max.locator('[data-testid="table"][data-status="closed"]').waitFor();
    await card('Annex').waitFor({ state: 'detached' });
    expect(await max.getByRole('button', { name: /^Close/ }).count()).toBe(0);

    await max.keyboard.press('o');
    await accepted(max, 'The next weekend.');
    await max.locator('[data-testid="table"][data-status="open"]').waitFor();
    await card('Annex').waitFor();
    await max.getByTestId('changes').getByText('The next weekend.').waitFor();
  });

  it('asks for the password that a manager set, until it is removed', async () => {
    await door(max).getByText('Everybody with an account or a nickname.').waitFor();
    await max.keyboard.press('p');
    await max.getByLabel('New password').and(max.locator(':focus')).waitFor();
    await max.keyboard.type('12345678');
    await max.keyboard.press('Enter');
    await because(max, 'A private party.');
    await max.getByRole('alert').getByText('Password: ').waitFor();
    await max.keyboard.press('Escape');
    await max.getByLabel('New password').fill('green kettle unrolled');
    await max.keyboard.press('Enter');
    await max.getByTestId('effect').getByText('“green kettle unrolled”').waitFor();
    await inspect(max, 'password');
    await accepted(max, 'A private party.');
    await max.getByTestId('door-password').getByText('Asked for').waitFor();
    await max.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(await max.getByTestId('table').innerText()).not.toContain('kettle');
    await openTable(patron, 'Annex');
    await waitForBetting(patron, 5);
    await placeChip(patron, 10, 'player');
    await patron.getByTestId('confirm').click();
    await patron.getByText('Annex has a password').waitFor();
    await patron.keyboard.press('Escape');
    await max.getByRole('button', { name: 'Remove the password' }).click();
    await accepted(max, 'The party is over.');
    await max.getByTestId('door-password').getByText('None').waitFor();
  });

  it('is by invitation: by name, and by a code that is shown once', async () => {
    await max.keyboard.press('i');
    await max.getByLabel('Nicknames or numbers').fill('Nobody');
    await max.keyboard.press('Enter');
    await because(max, 'Friends of the house.');
    await max.getByRole('alert').getByText('There is no such patron.').waitFor();
    await max.keyboard.press('Escape');
    await max.getByLabel('Nicknames or numbers').fill('Kestrel');
    await max.keyboard.press('Enter');
    await max.getByTestId('effect').getByText('the table asks everybody else for an invitation').waitFor();
    await accepted(max, 'Friends of the house.');
    await max.getByTestId('door-invited').getByText('1', { exact: true }).waitFor();
    await max.getByRole('button', { name: 'Show who is invited' }).click();
    await max.getByTestId('invited').getByRole('link').waitFor();

    await max.keyboard.press('m');
    await accepted(max, 'For a guest of theirs.');
    await max.getByRole('dialog').waitFor({ state: 'hidden' });
    const code = await max.getByTestId('invitation-code').locator('code').innerText();
    expect(code).toMatch(/^\w+(-\w+)+$/);
    await max.getByTestId('door-codes').getByText('1', { exact: true }).waitFor();
    await inspect(max, 'door');
    await max.reload();
    await door(max).waitFor();
    expect(await max.getByTestId('table').innerText()).not.toContain(code);
    await max.getByRole('button', { name: 'Withdraw all codes' }).click();
    await accepted(max, 'It went round.');
    await max.getByTestId('door-codes').getByText('0', { exact: true }).waitFor();

    await max.getByRole('button', { name: 'Show who is invited' }).click();
    await max.getByTestId('invited').getByRole('button', { name: 'Take back' }).click();
    await accepted(max, 'They moved.');
    await max.getByTestId('invited').getByText('Nobody is invited by name.').waitFor();
    await max.getByRole('button', { name: 'Ask for no invitation' }).click();
    await max.getByLabel('Type Annex to confirm').fill('Annex');
    await accepted(max, 'Open to all.');
    await max.getByTestId('door-invitation').getByText('Not asked for').waitFor();
  });
});

describe('an auditor', () => {
  it('reads each change in the log with before and after, and is offered none', async () => {
    await jump(eve, 'annex');
    await door(eve).getByText('Managers set passwords and invite.').waitFor();
    await door(eve).getByTestId('door-invitation').getByText('Not asked for').waitFor();
    expect(await door(eve).getByRole('button').count()).toBe(0);
    await jump(eve, 'log');
    await eve.getByLabel('About').fill('table:');
    await eve.getByLabel('Kind').selectOption({ label: 'Tables' });
    await eve.getByRole('alert').getByText('This could not be loaded').waitFor();
    await eve.getByLabel('About').fill('');
    await eve.keyboard.press('Enter');
    const entry = (why: string) => eve.getByTestId('log').getByRole('listitem').filter({ hasText: why });
    const set = entry('A private party.');
    await set.locator('[data-field="needs_password"]').getByText('no → yes').waitFor();
    await entry('They moved.').locator('[data-field="invited"]').getByText('1 → 0').waitFor();
    await entry('The weekend is over.').locator('[data-field="status"]').getByText('Open → Closed').waitFor();
    expect(await set.locator('[data-field="name"]').isVisible()).toBe(false);
    await set.getByText(/^Other fields/).click();
    expect(await set.locator('[data-field="name"]').innerText()).toContain('Annex');
    expect(await eve.getByTestId('log').innerText()).not.toMatch(/[{}[\]]/);
    await inspect(eve, 'log-tables');
  });
});
