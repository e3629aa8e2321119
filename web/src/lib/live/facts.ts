// What the device or the count says of an open finding, in sentences for staff. Pure; pages of staff speak English only.
import { cardName, sideName } from '../state/announce';
import type { CardCopy, CardsOfKind, FindingFact } from '../wire/messages';
import { slotName } from './words';

/** How many kinds of cards are named before the rest is counted. */
const NAMED = 6;

/** A sentence for a fact; null for one that is newer than the page. */
export function factText(fact: FindingFact): string | null {
  switch (fact.type) {
    case 'card':
      return `The device read: ${cardName(fact.card)}.`;
    case 'sure':
      return `The device is ${share(fact.conf)} sure, and has to be ${share(fact.at_least)} sure.`;
    case 'slot':
      return `The device expects it at ${slotName(fact.slot)}.`;
    case 'shoe':
      return `Loaded: ${fact.label}, ${counted(fact.decks, 'deck')}${fact.seal === null ? '' : `, seal ${fact.seal}`}.`;
    case 'missed':
      return `${counted(fact.count, 'thing')} passed unread.`;
    case 'late':
      return fact.count === 1
        ? 'Check the card that came late.'
        : `Check ${fact.count} cards that came late.`;
    case 'outcome':
      return `The device says: ${sideName(fact.outcome)}.`;
    case 'differs':
      return differsText(fact);
    default:
      return null;
  }
}

/** The sentences of all facts that the page knows. */
export function factTexts(facts: readonly FindingFact[]): readonly string[] {
  return facts.map((fact) => factText(fact) ?? '').filter((text) => text !== '');
}

/** Where a copy of a card lay, and who read it. */
export function copyText({ round, slot, record }: CardCopy): string {
  const at = round.round_no === 0 ? 'Before the first round' : `Round ${round.round_no}`;
  const by = record === null ? 'by people' : `record no. ${record.n} of device ${record.device_id}`;
  return `${at}, ${slot === 'burn' ? 'burned' : slotName(slot)}: ${by}`;
}

/** What a picture shows, for who does not see it. */
export function pictureText(device: number, n: number): string {
  return `What device ${device} saw of the card of record no. ${n}`;
}

/** What stands in the place of a picture that did not load. */
export function lostPictureText(n: number): string {
  return `The picture of record no. ${n} could not be loaded.`;
}

function share(permille: number): string {
  return `${permille / 10} %`;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

function differsText({ missing, extra, unseen }: Extract<FindingFact, { type: 'differs' }>): string {
  const parts = [
    missing.length > 0 ? `Missing: ${kindsText(missing)}.` : '',
    extra.length > 0 ? `Too many: ${kindsText(extra)}.` : '',
    unseen > 0 ? `Not seen by anybody: ${counted(unseen, 'card')}.` : '',
  ];
  return parts.filter((part) => part !== '').join(' ');
}

function kindsText(kinds: readonly CardsOfKind[]): string {
  const named = kinds.slice(0, NAMED).map(({ card, count }) => `${count} × ${cardName(card)}`);
  const rest = kinds.slice(NAMED).reduce((sum, { count }) => sum + count, 0);
  return rest === 0 ? named.join(', ') : `${named.join(', ')} and ${counted(rest, 'other card')}`;
}
