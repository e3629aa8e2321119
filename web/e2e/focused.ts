// What has the keyboard's focus, for tests.
import type { Page } from 'playwright-core';

/** What names the focused element. */
export async function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    const label = element?.getAttribute('aria-labelledby');
    const named = document.getElementById(label ?? '') ?? element;
    const text = element?.getAttribute('aria-label') ?? named?.textContent ?? '';
    return `${element?.localName ?? 'nothing'}: ${text}`.trim();
  });
}
