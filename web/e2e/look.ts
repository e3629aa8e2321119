// Looks at a screen in the sizes of a small phone and a desktop: a picture in `test-results/`, accessibility, and whether
// it fits the screen.
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { seriousViolations } from './accessibility';
import { DESKTOP, SMALL_PHONE, type Size } from './browser';
import { settle } from './settle';

const RESULTS = fileURLToPath(new URL('../test-results/', import.meta.url));

const SIZES = { small: SMALL_PHONE, desktop: DESKTOP };

/** Looks at the screen that the page shows, and leaves it in the last of the sizes: that of a desktop, unless told. */
export async function look(
  page: Page,
  what: string,
  sizes: Readonly<Record<string, Size>> = SIZES,
): Promise<void> {
  await mkdir(RESULTS, { recursive: true });
  for (const [name, size] of Object.entries(sizes)) {
    await page.setViewportSize(size);
    await page.evaluate(() => {
      scrollTo(0, 0);
    });
    await settle(page);
    const isDialog = (await page.locator('dialog[open]').count()) > 0;
    await page.screenshot({ path: `${RESULTS}${name}-${what}.png`, fullPage: !isDialog });
    expect(await seriousViolations(page), `${what}, ${name}`).toEqual([]);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `${what}, ${name}, is wider than the screen`).toBeLessThanOrEqual(0);
  }
}
