// A shoe that waits for its beacon: the table takes no bets, the supervisor sees why, and may give the shoe up in time.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asked, House } from './console-house';
import { inspect } from './console-look';

const house = new House();

beforeAll(async () => {
  // Nobody listens there.
  await house.start(
    [['Ann Lee', 'supervisor']],
    ['--betting-ms', '20000', '--beacon-relay', 'http://127.0.0.1:9'],
  );
}, 120_000);

afterAll(() => house.end());

describe('a shoe without its beacon', () => {
  it('stands, says why, and is not given up before its time', async () => {
    const ann = await house.at('Ann Lee');
    await ann.getByText('A step of this table is late.').first().waitFor();
    await ann
      .getByRole('link', { name: /Salon One/ })
      .first()
      .click();
    await ann.getByRole('button', { name: /^Give up shoe/ }).click();
    await ann.getByRole('dialog').getByText('The next shoe waits for a later round').waitFor();
    expect(await asked(ann)).toBe('1');
    await inspect(ann, 'abandon');
    await ann.getByRole('dialog').getByLabel(/^Type/).fill('1');
    await ann.keyboard.press('Enter');
    await ann.getByText('the value of the beacon may still come').waitFor();
    const patron = await house.guest('Petrel');
    await patron.getByRole('link', { name: 'Open table Salon One' }).click();
    await patron.getByText('Shuffling').first().waitFor();
  });
});
