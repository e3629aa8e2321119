// The links to the parts of an account stay where they are, while any part is open and loads.
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { DESKTOP, SMALL_PHONE, visit, type Size, type Visitor } from './browser';
import { MockHouse } from './mock-house';
import { joinAsGuest } from './patron';

const PARTS = ['balance', 'history', 'statement', 'limits', 'account', 'preferences'];

const house = new MockHouse();
let visitor: Visitor;

afterEach(async () => {
  await visitor.close();
  await house.stop();
});

/** Where the links are, once those of that part are there. */
async function place(page: Page, part: string): Promise<unknown> {
  await page.locator(`nav a[aria-current="page"][href="#/${part}"]`).last().waitFor();
  return page.locator('nav[data-parts]').boundingBox();
}

describe('the links of an account', () => {
  it.each<[string, Size]>([
    ['desktop', DESKTOP],
    ['phone', SMALL_PHONE],
  ])('stay in their place on a %s', async (_, size) => {
    const url = await house.start();
    visitor = await visit(url, size);
    const { page } = visitor;
    await joinAsGuest(page, 'Guest');
    const release: (() => void)[] = [];
    await page.route('**/api/v1/me/**', async (route) => {
      await new Promise<void>((done) => {
        release.push(done);
      });
      await route.continue();
    });
    const places = new Set<string>();
    for (const part of PARTS) {
      await page.evaluate((hash) => {
        location.hash = hash;
      }, `#/${part}`);
      places.add(JSON.stringify(await place(page, part)));
      await expect.poll(() => part === 'preferences' || part === 'account' || release.length > 0).toBe(true);
      release.splice(0).forEach((done) => {
        done();
      });
      await page.waitForLoadState('networkidle');
      places.add(JSON.stringify(await place(page, part)));
    }
    expect([...places]).toHaveLength(1);
  });
});
