// Amounts of a patron on the console have the decimals of the patron's currency, not of a table's.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { House } from './console-house';
import { jump } from './staff';

/** Guests have play money, with two decimals. */
const TABLES = `
[[table]]
id = 1
name = "Yen"
rules = "live-commission"
currency = { code = "JPY", decimals = 0 }

[[table]]
id = 2
name = "Play"
rules = "live-commission"
`;

const house = new House();
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'punto-tables-'));
  await writeFile(join(folder, 'tables.toml'), TABLES);
  await house.start([['Ann Lee', 'supervisor']], ['--tables', join(folder, 'tables.toml')]);
});

afterAll(async () => {
  await house.end();
  await rm(folder, { recursive: true, force: true });
});

describe('the limits of a patron', () => {
  it('and their changes are amounts of the patron’s own currency', async () => {
    const patron = await house.guest('Kestrel');
    await patron.goto(`${house.server.url}/#/limits`);
    await patron.getByRole('button', { name: /^Set: Losses a day$/ }).click();
    await patron.getByLabel('Losses a day: amount').fill('9.50');
    await patron.getByRole('button', { name: 'Save' }).click();
    await patron.getByTestId('limit-loss_day').getByText('9.50').waitFor();
    const ann = await house.at('Ann Lee');
    await jump(ann, '1');
    await ann.getByTestId('patron').getByTestId('cash').waitFor();
    await ann.keyboard.press('t');
    await ann.getByTestId('protection').getByText('9.50').waitFor();
    await ann.getByTestId('limit-changes').getByText('Losses a day: 9.50').waitFor();
  });
});
