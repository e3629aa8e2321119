// Arrow keys in a list: they move the focus from row to row. A row is a link or a button with `data-row`.
import type { Attachment } from 'svelte/attachments';

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 };

/** The row that a key leads to; null where it leads to none. Pure. */
export function nextRow(key: string, at: number, count: number): number | null {
  if (count === 0) {
    return null;
  }
  if (key === 'Home' || key === 'End') {
    return key === 'Home' ? 0 : count - 1;
  }
  const step = STEPS[key];
  return step === undefined ? null : Math.min(count - 1, Math.max(0, at + step));
}

/** Moves the focus between the rows of a list. */
export function arrows(list: HTMLElement): ReturnType<Attachment<HTMLElement>> {
  function move(event: KeyboardEvent): void {
    const rows = [...list.querySelectorAll<HTMLElement>('[data-row]')];
    const at = rows.findIndex((row) => row === document.activeElement);
    const next =
      at < 0 || event.ctrlKey || event.metaKey || event.altKey ? null : nextRow(event.key, at, rows.length);
    if (next !== null) {
      event.preventDefault();
      rows[next]?.focus();
    }
  }
  list.addEventListener('keydown', move);
  return () => {
    list.removeEventListener('keydown', move);
  };
}

/** Moves the focus to the row that is open, or else to the first. */
export function focusList(): void {
  const rows = document.querySelectorAll<HTMLElement>('[data-list] [data-row]');
  const open = [...rows].find((row) => row.getAttribute('aria-current') === 'true');
  (open ?? rows[0])?.focus();
}
