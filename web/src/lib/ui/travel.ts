// Lets things travel on the page: a card from the shoe, chips from and to the tray. Only a picture: a patron who looks
// away or wants no motion sees the thing where it ends.
import type { Attachment } from 'svelte/attachments';
import { isStill } from '$lib/state/reveal.svelte';

/** Where things come from and go to. */
export const PLACES = {
  /** The shoe on the stage. */
  shoe: '[data-place="shoe"]',
  /** The house's tray on the stage. */
  tray: '[data-place="tray"]',
  /** The chip that the patron has selected. */
  chip: '[data-chip][aria-checked="true"]',
} as const;

export interface Travel {
  readonly place: keyof typeof PLACES;
  readonly ms: number;
  readonly delayMs?: number;
  /** Turned by so many degrees at the other place. */
  readonly turned?: number;
}

/** Lets an element arrive from a place when it is added. */
export function arrives(travel: Travel | null): Attachment<HTMLElement> {
  return (node) => {
    const there = travel === null || isStill() ? null : offset(node, travel.place);
    if (travel !== null && there !== null) {
      const from = { ...there, opacity: 0, rotate: `${String(travel.turned ?? 0)}deg` };
      const seen = { opacity: 1, offset: 0.3 };
      node.animate([from, seen, { translate: '0 0', rotate: '0deg', opacity: 1 }], {
        duration: travel.ms,
        delay: travel.delayMs ?? 0,
        easing: 'cubic-bezier(0.22, 0.8, 0.24, 1)',
        fill: 'backwards',
      });
    }
  };
}

/** Lets an element leave for a place, and stay away; `gone` is called when it is there. */
export function leaves(travel: Travel | null, gone?: () => void): Attachment<HTMLElement> {
  return (node) => {
    const there = travel === null || isStill() ? null : offset(node, travel.place);
    if (travel === null || there === null) {
      gone?.();
      return;
    }
    const away = node.animate(
      [
        { translate: '0 0', opacity: 1 },
        { opacity: 1, offset: 0.7 },
        { ...there, opacity: 0 },
      ],
      {
        duration: travel.ms,
        delay: travel.delayMs ?? 0,
        easing: 'cubic-bezier(0.5, 0, 0.8, 0.4)',
        fill: 'forwards',
      },
    );
    if (gone !== undefined) {
      away.onfinish = gone;
    }
    return () => {
      away.cancel();
    };
  };
}

/** How far the middle of the place is from that of the element; null where the place is not shown. */
function offset(node: HTMLElement, place: keyof typeof PLACES): { translate: string } | null {
  const there = document.querySelector(PLACES[place])?.getBoundingClientRect();
  if (there === undefined || there.width === 0) {
    return null;
  }
  const here = node.getBoundingClientRect();
  const x = there.left + there.width / 2 - here.left - here.width / 2;
  const y = there.top + there.height / 2 - here.top - here.height / 2;
  return { translate: `${String(Math.round(x))}px ${String(Math.round(y))}px` };
}
