// Says whether what scrolls has more below, by an element at its end.
import type { Attachment } from 'svelte/attachments';

/** Tells whether the element, the last one of what scrolls, is out of sight. */
export function ends(tell: (isMore: boolean) => void): Attachment {
  return (element) => {
    const observer = new IntersectionObserver(([entry]) => {
      tell(entry?.isIntersecting === false);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  };
}
