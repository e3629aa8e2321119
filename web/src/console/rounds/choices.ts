// Which rulings a round allows, and what of a form makes one. Pure. What is a coup, and which cards came out, the
// server says.
import type { Evidence, RoundRecord, Ruling } from '$lib/wire/messages';

/** A way to rule: void, typed cards, or the cards that a shuffled shoe dealt. */
export type Choice = 'void' | 'cards' | 'order';

/** The ways that are open, the likeliest first. */
export function choicesOf({ outcome, rulable }: Pick<RoundRecord, 'outcome' | 'rulable'>): readonly Choice[] {
  const cards: readonly Choice[] =
    rulable.kind !== 'order' ? ['cards'] : rulable.cards.length > 0 ? ['order'] : [];
  return outcome === 'voided' ? cards : ['void', ...cards];
}

/** The ruling of a choice, with the cards that were typed. */
export function rulingOf(
  choice: Choice,
  { rulable }: Pick<RoundRecord, 'rulable'>,
  typed: { readonly cards: readonly string[]; readonly surplus: readonly string[] },
): Ruling {
  if (choice === 'void') {
    return { kind: 'void' };
  }
  const isOrder = choice === 'order' && rulable.kind === 'order';
  const cards = isOrder ? rulable.cards : [...typed.cards];
  return { kind: 'cards', cards, surplus: rulable.kind === 'readings' ? [...typed.surplus] : [] };
}

/** The part of a recording, from two local times and a digest; null when all three are empty. */
export function evidenceOf(from: string, to: string, digest: string): Evidence | null {
  if ([from, to, digest].every((text) => text.trim() === '')) {
    return null;
  }
  const time = (text: string): number => {
    const ms = new Date(text).getTime();
    return Number.isNaN(ms) ? 0 : ms;
  };
  return { from: time(from), to: time(to), digest: digest.trim().toLowerCase() };
}
