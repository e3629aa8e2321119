// Says which elements are on the screen or near it, so that only they are drawn.
import type { Attachment } from 'svelte/attachments';

/** How far below or above the screen is near. */
const NEAR = '300px';

const tellers = new WeakMap<Element, (isSeen: boolean) => void>();
let observer: IntersectionObserver | undefined;

/** Tells whenever the element comes near the screen or goes away from it. */
export function seen(tell: (isSeen: boolean) => void): Attachment {
  return (element) => {
    observer ??= new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          tellers.get(target)?.(isIntersecting);
        }
      },
      { rootMargin: NEAR },
    );
    tellers.set(element, tell);
    observer.observe(element);
    return () => {
      observer?.unobserve(element);
    };
  };
}
