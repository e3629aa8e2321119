// Waits until nothing on a page moves that ends soon.
import type { Page } from 'playwright-core';

/** What takes longer, such as the ring of the countdown, is not waited for. */
const SOON_MS = 2_000;

/** Waits for the animations of a page that end soon. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async (soonMs) => {
    const left = (one: Animation) =>
      Number(one.effect?.getComputedTiming().endTime) - Number(one.currentTime);
    const ending = document.getAnimations().filter((one) => left(one) <= soonMs);
    await Promise.allSettled(ending.map((one) => one.finished));
  }, SOON_MS);
}
