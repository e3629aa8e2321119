// Looks at a screen of the console in the sizes of a desktop and a phone: a picture, accessibility, and whether it fits.
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { seriousViolations } from './accessibility';
import { DESKTOP, PHONE, type Size } from './browser';
import { settle } from './settle';

const RESULTS = fileURLToPath(new URL('../test-results/', import.meta.url));

const SIZES = { phone: PHONE, desktop: DESKTOP };

/** Looks at the screen that the page shows, and leaves it in the last of the sizes, with its focus. */
export async function inspect(
  page: Page,
  what: string,
  sizes: Readonly<Record<string, Size>> = SIZES,
): Promise<void> {
  await mkdir(RESULTS, { recursive: true });
  for (const [name, size] of Object.entries(sizes)) {
    await page.setViewportSize(size);
    await settle(page);
    await page.screenshot({ path: `${RESULTS}console-${name}-${what}.png` });
    expect(await seriousViolations(page), `${what}, ${name}`).toEqual([]);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `${what}, ${name}, is wider than the screen`).toBeLessThanOrEqual(0);
  }
}
