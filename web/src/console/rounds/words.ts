// Words about rounds and their rulings, from what the server sends.
import { named, t as shared } from '$lib/i18n/t';
import { voidReasonText } from '$lib/state/announce';
import type { CorrectionLine, Evidence, FoundRound, RoundRef } from '$lib/wire/messages';
import { t, textOf } from '../text';
import { clockText } from './footage';

/** How a round ended; `null` is one that is still open. */
export function outcomeText(outcome: string | null): string {
  switch (outcome) {
    case null:
      return t('rounds.open');
    case 'player':
      return shared('side.player');
    case 'banker':
      return shared('side.banker');
    case 'tie':
      return shared('side.tie');
    default:
      return named('history.outcome', outcome, textOf('rounds.outcome', outcome));
  }
}

/** A round by its shoe and its number. */
export function roundText({ shoe_no, round_no }: RoundRef): string {
  return t('rounds.ref', { shoe: shoe_no, round: round_no });
}

/** A round as it stands in an address: `table/shoe/round`. */
export function roundId({ table_id, round }: Pick<FoundRound, 'table_id' | 'round'>): string {
  return [table_id, round.shoe_no, round.round_no].join('/');
}

/** A part of a recording. */
export function evidenceText({ from, to, digest }: Evidence): string {
  const day = new Date(from).toISOString().slice(0, 10);
  const [begins, ends] = [clockText(from), clockText(to)];
  return t('fix.evidence.named', { day, from: begins, to: ends, digest: digest.slice(0, 16) });
}

/** What a correction rules. */
export function rulingText({ voided, cards_before, cards_after }: CorrectionLine): string {
  if (voided !== null) {
    return t('fix.ruling.void');
  }
  return cards_before.join(' ') === cards_after.join(' ')
    ? t('fix.ruling.stands')
    : t('fix.ruling.cards', { cards: cards_after.join(' ') });
}

/** Who did something: their name and number. */
export function personText(
  person: { readonly name: string | null; readonly supervisor_id: number } | null,
): string {
  return person === null
    ? '–'
    : t('people.staff', { name: person.name ?? t('people.unnamed'), number: person.supervisor_id });
}

/** Why a round does not count. */
export function voidedText(reason: string): string {
  return voidReasonText(reason);
}
