// Which rulings a round allows, and what of a form makes one. Pure. What is a coup, and which cards came out, the
// server says.
import type { EvidencePart, RecordedSpan, RoundRecord, RoundVideo, Ruling } from '$lib/wire/messages';

/** A way to rule: void, typed cards, or the cards that a shuffled shoe dealt. */
export type Choice = 'void' | 'cards' | 'order';

/** The ways that are open. */
export function choicesOf({ outcome, rulable }: Pick<RoundRecord, 'outcome' | 'rulable'>): readonly Choice[] {
  const cards: readonly Choice[] =
    rulable.kind !== 'order' ? ['cards'] : rulable.cards.length > 0 ? ['order'] : [];
  return outcome === 'voided' ? cards : ['void', ...cards];
}

/** The way that is open when no other one is; else null. */
export function onlyChoiceOf(round: Pick<RoundRecord, 'outcome' | 'rulable'>): Choice | null {
  const [first = null, ...others] = choicesOf(round);
  return others.length === 0 ? first : null;
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

/**
 * The part of the recording that a proposal names: the one that was marked; else, where a device read the cards, all that
 * shows the round. Null where nothing shows it.
 */
export function evidenceOf(
  { rulable }: Pick<RoundRecord, 'rulable'>,
  video: Pick<RoundVideo, 'span' | 'recorded'> | null,
  marked: RecordedSpan | null,
): EvidencePart | null {
  if (video === null || video.recorded === 'none') {
    return null;
  }
  return marked ?? (rulable.kind === 'readings' ? video.span : null);
}
