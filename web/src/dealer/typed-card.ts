// A card that the dealer types: its rank, then its suit. Pure. It is sent only after they have seen it.

export const RANKS = ['A', '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K'] as const;
export const SUITS = ['s', 'h', 'd', 'c'] as const;

/** What was typed so far. */
export interface Typed {
  readonly rank: string;
  readonly suit: string;
}

export const NOTHING: Typed = { rank: '', suit: '' };

/** What is typed after a key; the same for a key that names neither rank nor suit. `0` is a ten. */
export function typed(before: Typed, key: string): Typed {
  if (key === 'Backspace') {
    return before.suit === '' ? NOTHING : { ...before, suit: '' };
  }
  const rank = RANKS.find((one) => one === key.toUpperCase() || (one === 'T' && key === '0'));
  if (rank !== undefined) {
    return { rank, suit: '' };
  }
  const suit = SUITS.find((one) => one === key.toLowerCase());
  return suit === undefined || before.rank === '' ? before : { ...before, suit };
}

/** The card; null while it is not whole. */
export function cardOf({ rank, suit }: Typed): string | null {
  return rank === '' || suit === '' ? null : `${rank}${suit}`;
}
