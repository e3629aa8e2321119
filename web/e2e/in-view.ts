// What a patron does not see at the top of the table's page, because it is out of view or covered.
import type { Page } from 'playwright-core';

/** What must be seen, and what lies around it. */
const SEEN = '[data-spot], [data-testid^="total-"], [data-testid="staked"], [data-testid="unconfirmed"]';
const AROUND =
  '[data-testid="auto"], [data-testid="road-strip"], [data-testid="confirm"], [role="radiogroup"]';

/** The things that are out of view at the top of the page, or covered by what stands around them. */
export async function hidden(page: Page): Promise<string[]> {
  return page.evaluate(
    ([seen, around]) => {
      scrollTo(0, 0);
      const nameOf = ({ dataset }: HTMLElement) => dataset['spot'] ?? dataset['testid'] ?? 'the chips';
      const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
      return all(seen).flatMap((one) => {
        const box = one.getBoundingClientRect();
        const isOut = box.top < 0 || box.bottom > innerHeight || box.left < 0 || box.right > innerWidth;
        const over = all(around).filter((other) => {
          const it = other.getBoundingClientRect();
          const meets =
            it.top < box.bottom - 1 &&
            it.bottom > box.top + 1 &&
            it.left < box.right - 1 &&
            it.right > box.left + 1;
          return meets && other.checkVisibility({ visibilityProperty: true });
        });
        return [
          ...(isOut ? [`${nameOf(one)} is out of view`] : []),
          ...over.map((other) => `${nameOf(other)} lies over ${nameOf(one)}`),
        ];
      });
    },
    [SEEN, AROUND] as const,
  );
}
