// Finds text that a screen cuts off: beyond the screen, its button, or a box that hides what overflows.
import type { Page } from 'playwright-core';

/** The texts that are cut off on the screen as it is, each with what cuts it. */
export async function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const SLACK = 1.5;
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);

    /** What an element does with text beyond it. */
    function cuts(box: Element, style: CSSStyleDeclaration, text: DOMRect): string | null {
      const { left, right, top, bottom } = box.getBoundingClientRect();
      const wide = text.right > right + SLACK || text.left < left - SLACK;
      // The box of a font is higher than its letters, and differs by font.
      const spare = SLACK + text.height * 0.2;
      const high = text.bottom > bottom + spare || text.top < top - spare;
      const isControl = box.matches('button, a.button, .button');
      if (wide && (isControl || /hidden|clip/.test(style.overflowX))) {
        return `${box.tagName.toLowerCase()}.${box.getAttribute('class') ?? ''} in width`;
      }
      if (high && (isControl || /hidden|clip/.test(style.overflowY))) {
        return `${box.tagName.toLowerCase()}.${box.getAttribute('class') ?? ''} in height`;
      }
      return null;
    }

    function cutBy(element: Element, text: DOMRect): string | null {
      for (
        let box: Element | null = element;
        box !== null && box !== document.body;
        box = box.parentElement
      ) {
        const style = getComputedStyle(box);
        if (style.clipPath !== 'none') {
          return null;
        }
        const cut = cuts(box, style, text);
        if (cut !== null) {
          return cut;
        }
        if (/auto|scroll/.test(style.overflowX + style.overflowY) && box.tagName !== 'DIALOG') {
          return null;
        }
      }
      return text.right > innerWidth + SLACK || text.left < -SLACK ? 'the screen' : null;
    }

    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = node.textContent?.trim() ?? '';
      if (
        element === null ||
        text === '' ||
        element.closest('.visually-hidden, select, style, script') !== null
      ) {
        continue;
      }
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) {
        continue;
      }
      const range = document.createRange();
      range.selectNodeContents(node);
      const box = range.getBoundingClientRect();
      const cut = box.width === 0 ? null : cutBy(element, box);
      if (cut !== null) {
        found.push(`"${text}" by ${cut}`);
      }
    }
    return found;
  });
}
