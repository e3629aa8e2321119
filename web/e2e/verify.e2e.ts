// The screen that checks proof files, without a connection, with the files of the corpus.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, PHONE, visit, type Visitor } from './browser';
import { cutTexts } from './fits';
import { look } from './look';
import { Server } from './server';

const server = new Server();
const file = (name: string) => fileURLToPath(new URL(`../../corpora/fair/${name}`, import.meta.url));
/** The public key of the test house, which signed the files. */
const KEY = '8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c';
let visitor: Visitor | undefined;

beforeAll(async () => {
  await server.start();
});

afterEach(async () => {
  await visitor?.close();
  visitor = undefined;
});

afterAll(async () => {
  await server.throwAway();
});

/** Opens the screen from the lobby, and takes the connection away once the checks are loaded. */
async function openOffline(size = DESKTOP) {
  visitor = await visit(server.url, size);
  const { page } = visitor;
  const loaded = ['verify', 'beacon'].map((name) =>
    page.waitForResponse((response) => response.url().includes(`punto_${name}_wasm`)),
  );
  await page.getByRole('link', { name: 'Check a shoe' }).click();
  await Promise.all((await Promise.all(loaded)).map((response) => response.finished()));
  await page.context().setOffline(true);
  return page;
}

describe('the check of a shoe', () => {
  it('says the lines of the program about a played shoe, and more with the key and the bets', async () => {
    const page = await openOffline();
    const files = page.locator('input[type="file"]').first();
    await files.setInputFiles([file('shoe-41.json')]);
    const report = page.getByTestId('report');
    await report.getByText('No check failed').waitFor();
    await report.getByText('Nobody could choose this shoe').waitFor();
    const line = (check: string) => report.locator('li').filter({ hasText: new RegExp(`^\\W*${check}:`) });
    expect(await line('order').textContent()).toContain('order: ok: the inputs give the sealed order');
    expect(await line('key').textContent()).toContain('not checked');
    expect(await line('wagers').textContent()).toContain('not checked');
    await files.setInputFiles([file('shoe-41-round-3-bets.json')]);
    await line('payouts').getByText('ok', { exact: true }).waitFor();
    await page.getByText('Add what only you know', { exact: true }).click();
    await page.getByTestId('house-key').fill('12');
    await page.getByTestId('house-key').press('Enter');
    await page.getByText('64 hex digits are expected').waitFor();
    await page.getByTestId('house-key').fill(KEY);
    await page.getByTestId('house-key').press('Enter');
    await line('key').getByText('ok', { exact: true }).waitFor();
    await look(page, 'verify');
    expect(await cutTexts(page)).toEqual([]);
  });

  it('uses the key that the browser keeps, and says so, until the reader removes it', async () => {
    visitor = await visit(server.url, PHONE);
    const { page } = visitor;
    const number =
      (await readFile(file('shoe-41.json'), 'utf8')).match(/"nonces":\["([0-9a-f]{64})"/)?.[1] ?? '';
    await page.evaluate(
      ([key, nonce]) => {
        localStorage.setItem('punto.house', key);
        localStorage.setItem('punto.numbers.7', `41 ${nonce}`);
      },
      [KEY, number] as const,
    );
    await page.getByRole('link', { name: 'Check a shoe' }).click();
    const files = page.locator('input[type="file"]').first();
    await files.setInputFiles([file('shoe-41.json')]);
    const line = (check: string) => page.locator(`li[data-check="${check}"]`);
    await line('key').getByText('ok', { exact: true }).waitFor();
    await page.getByTestId('kept-key').getByText('that this browser keeps').waitFor();
    await line('nonces').getByText('yours is in').waitFor();
    expect(await page.getByRole('link', { name: 'Check a shoe' }).count()).toBe(0);
    await page.getByText('Add what only you know', { exact: true }).click();
    expect(await page.getByTestId('own-nonce').inputValue()).toBe(number);
    await look(page, 'verify-kept');
    await page.getByTestId('house-key').fill('');
    await page.getByTestId('house-key').press('Enter');
    await page.getByText('No key of the house was given.').waitFor();
    await line('key').getByText('not checked').waitFor();
    // A number belongs to its shoe: it is not looked for in another one.
    await files.setInputFiles([file('shoe-41-crooked.json')]);
    await page.getByTestId('summary').getByText('2 files checked').waitFor();
    expect(await page.getByTestId('own-nonce').inputValue()).toBe('');
  });

  it('names the card that is another one, of several dropped files', async () => {
    const page = await openOffline(PHONE);
    const names = ['shoe-41-crooked.json', 'shoe-1-in-play.json'];
    await page.locator('input[type="file"]').first().setInputFiles(names.map(file));
    await page.getByTestId('summary').getByText('2 files checked').waitFor();
    const crooked = page.getByTestId('report').filter({ hasText: 'shoe-41-crooked.json' });
    await crooked.getByText('round 2, card 1').waitFor();
    const verdicts = await crooked
      .locator('li')
      .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset['verdict']));
    expect(verdicts.slice(0, 2)).toEqual(['failed', 'failed']);
    expect(verdicts.slice(verdicts.indexOf('not_checked'))).not.toContain('ok');
    await look(page, 'verify-failed');
    await page.getByRole('button', { name: 'Remove all' }).click();
    await page.getByTestId('report').first().waitFor({ state: 'detached' });
  });

  it('takes what is dropped anywhere on the page, and says what it did not read', async () => {
    const page = await openOffline();
    const dropped = await page.evaluateHandle(() => {
      const data = new DataTransfer();
      data.items.add(new File(['no proof'], 'notes.txt'));
      data.items.add(new File([new Uint8Array([255, 254])], 'picture.png'));
      return data;
    });
    await page.dispatchEvent('body', 'drop', { dataTransfer: dropped });
    await page.getByText('picture.png is no text file and was not read.').waitFor();
    await page.getByTestId('report').getByText('Not a proof file').waitFor();
  });
});
