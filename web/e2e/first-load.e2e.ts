// The first load: what a browser with an empty cache fetches until a table can be played.
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PHONE, visit } from './browser';
import { Server } from './server';

/** The most that a first load may take, compressed by gzip. */
const LIMIT_BYTES = 110_000;

const server = new Server();

beforeAll(async () => {
  await server.start();
});

afterAll(async () => {
  await server.throwAway();
});

/** The files that the page asked for before a bet could be placed, and the module that draws the roads. */
async function needed(page: Page): Promise<string[]> {
  const names = await page.evaluate(() => {
    const usable = performance.getEntriesByName('layout')[0]?.startTime ?? Infinity;
    return [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
      .filter(({ name, startTime }) => startTime <= usable || /\/punto_wasm[^/]*\.wasm$/.test(name))
      .map(({ name }) => name);
  });
  const urls = names.map((name) => new URL(name)).filter(({ pathname }) => !pathname.startsWith('/api/'));
  return [...new Set(urls.map(({ origin, pathname }) => origin + pathname))];
}

async function zippedBytes(url: string): Promise<number> {
  const response = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
  return gzipSync(Buffer.from(await response.arrayBuffer())).length;
}

describe('a first visit to a table', () => {
  it.each(['en-GB', 'th-TH', 'ko-KR'])('fetches at most 110 kB in %s', async (locale) => {
    const { page, problems, close } = await visit(`${server.url}/#/table/1`, PHONE, { touch: true, locale });
    await page.locator('[data-spot="banker"]').waitFor();
    await page.getByTestId('count-banker').first().waitFor();
    const files = await needed(page);
    const sizes = await Promise.all(files.map(zippedBytes));
    await close();
    const total = sizes.reduce((sum, size) => sum + size, 0);
    expect(problems).toEqual([]);
    expect(files.some((file) => file.endsWith('.wasm'))).toBe(true);
    expect(total, files.map((file, at) => `${file} ${String(sizes[at])}`).join('\n')).toBeLessThanOrEqual(
      LIMIT_BYTES,
    );
  });
});
