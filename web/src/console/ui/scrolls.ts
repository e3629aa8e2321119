// Lets the keyboard into something that scrolls by itself: it takes the focus while it has more than it shows.
import type { Attachment } from 'svelte/attachments';

/** Makes an element focusable as long as its content is larger than itself. */
export function scrolls(element: HTMLElement): ReturnType<Attachment<HTMLElement>> {
  function look(): void {
    const isLarger = element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight;
    if (isLarger) {
      element.tabIndex = 0;
    } else {
      element.removeAttribute('tabindex');
    }
  }
  const sizes = new ResizeObserver(look);
  sizes.observe(element);
  for (const child of element.children) {
    sizes.observe(child);
  }
  const changes = new MutationObserver(look);
  changes.observe(element, { childList: true, subtree: true });
  return () => {
    sizes.disconnect();
    changes.disconnect();
  };
}
