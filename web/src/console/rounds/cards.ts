// The cards that somebody types or picks for a correction. Pure. Which hand a card goes to, and whether the cards are
// a coup, the server says.

export const RANKS = ['A', '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K'] as const;
export const SUITS = ['s', 'h', 'd', 'c'] as const;
/** A coup has six cards at most. */
export const MOST_CARDS = 6;

export interface ReadCards {
  /** The cards that could be read. */
  readonly cards: readonly string[];
  /** What could not be read as a card. */
  readonly wrong: readonly string[];
}

/** Reads cards such as `9h Kd 4S`; `10h` is a ten. Cards may follow each other without a space. */
export function readCards(text: string): ReadCards {
  const cards: string[] = [];
  const wrong: string[] = [];
  for (const word of text.trim().split(/[\s,]+/)) {
    const known = word.match(/(?:10|[a2-9tjqk])[shdc]/gi) ?? [];
    if (known.join('') === word) {
      cards.push(...known.map(plain));
    } else if (word !== '') {
      wrong.push(word);
    }
  }
  return { cards, wrong };
}

function plain(card: string): string {
  return `${card.slice(0, -1).replace('10', 'T').toUpperCase()}${card.slice(-1).toLowerCase()}`;
}

/** Where an arrow key leads in the grid of cards, from rank and suit; null for another key. */
export function step(key: string, rank: number, suit: number): readonly [number, number] | null {
  switch (key) {
    case 'ArrowRight':
      return [Math.min(RANKS.length - 1, rank + 1), suit];
    case 'ArrowLeft':
      return [Math.max(0, rank - 1), suit];
    case 'ArrowDown':
      return [rank, Math.min(SUITS.length - 1, suit + 1)];
    case 'ArrowUp':
      return [rank, Math.max(0, suit - 1)];
    default:
      return null;
  }
}
