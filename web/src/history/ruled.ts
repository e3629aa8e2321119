// What two people ruled instead of what the device of a live table read. Pure.
import { cardName } from '$lib/state/announce';

export interface RuledText extends Record<string, string> {
  /** The cards that the device read, where others were ruled. */
  readonly read: string;
  /** The cards that were ruled in their places. */
  readonly ruled: string;
}

/**
 * The cards that differ, by name; where one side has more cards, all of both sides. Null when nothing was ruled: then
 * `read` is empty.
 */
export function ruledText(read: readonly string[], cards: readonly string[]): RuledText | null {
  if (read.length === 0) {
    return null;
  }
  const differs = (at: number): boolean => read.length !== cards.length || read[at] !== cards[at];
  const named = (from: readonly string[]): string =>
    from
      .filter((_, at) => differs(at))
      .map(cardName)
      .join(', ');
  return { read: named(read), ruled: named(cards) };
}
