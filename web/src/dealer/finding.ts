// What a dealer does in a finding: the big line, and the ways that they may choose. Pure. Which ways are open, the server
// says; cards that somebody typed are not known here.
import { factTexts } from '$lib/live/facts';
import { findingText, slotName, wayEffect, wayName } from '$lib/live/words';
import type { FindingResolution, FindingWay, LiveFinding } from '$lib/wire/messages';
import { order, type Choice, type Next } from './choice';
import { t } from './text';

/** The key of each way that a dealer may choose. */
const KEYS: Readonly<Partial<Record<FindingResolution, string>>> = {
  rescan: 'r',
  key_in: 'k',
  void: 'v',
  drop: '1',
  take: '2',
  burn: 'b',
  load_right: 'l',
  seen: 'u',
};
/** Ways that can be tried again or taken back; all others ask for a second key. */
const HARMLESS: readonly FindingResolution[] = ['rescan', 'key_in', 'load_right'];
/** The way that is expected, the first that is open; at `read_twice` none is, because the dealer has to look. */
const EXPECTED: readonly FindingResolution[] = ['rescan', 'burn', 'load_right', 'seen', 'key_in'];

/** Who looks at a finding, and the names of those who answered it. */
export interface Looker {
  readonly self: number;
  readonly names: Readonly<Record<number, string>>;
}

/** What the screen of a finding says and offers. */
export function findingNext(finding: LiveFinding, looker: Looker): Next {
  const open = finding.ways.filter((way) => isOpen(way, finding, looker));
  // Who has typed a card waits for the other one.
  const isTyped = finding.typed_by.includes(looker.self);
  const expected = EXPECTED.find((how) => !isTyped && open.some((way) => way.how === how)) ?? null;
  return {
    screen: 'finding',
    tone: 'stop',
    line: lineOf(finding, expected, looker),
    detail: detailOf(finding, expected, looker),
    choices: open.map((way) => choiceOf(way, finding, way.how === expected)).slice(0, 4),
  };
}

/** Whether the dealer may choose a way now: it is theirs, and they have not chosen it already. */
function isOpen({ how, needs }: FindingWay, finding: LiveFinding, { self }: Looker): boolean {
  const isTheirs = (needs === 'dealer' || needs === 'dealer_and_supervisor') && KEYS[how] !== undefined;
  const isDone =
    how === 'key_in'
      ? finding.typed_by.includes(self)
      : finding.proposed?.how === how && finding.proposed.staff_id === self;
  return isTheirs && !isDone;
}

function choiceOf({ how }: FindingWay, finding: LiveFinding, isStep: boolean): Choice {
  const { finding_no: findingNo, proposed } = finding;
  const key = KEYS[how] ?? '';
  if (how === 'key_in') {
    return { key, label: wayName(how), deed: { kind: 'card', findingNo }, isStep, sure: '' };
  }
  const label = proposed?.how === how ? t('do.agree', { way: wayName(how) }) : wayName(how);
  const sure = HARMLESS.includes(how) ? '' : wayEffect(how);
  return order(key, label, { type: 'resolve', finding_no: findingNo, how }, { isStep, sure });
}

/** The step with the card that it is about. */
function stepText({ slot }: LiveFinding, how: 'rescan' | 'key_in'): string {
  if (slot === null || slot === 'burn') {
    const isBurn = slot === 'burn' && how === 'rescan';
    return t(
      isBurn ? 'finding.rescan.burn' : how === 'rescan' ? 'finding.rescan.card' : 'finding.key_in.card',
    );
  }
  return t(how === 'rescan' ? 'finding.rescan' : 'finding.key_in', { slot: slotName(slot).toUpperCase() });
}

/** What the dealer does about a card that has to be read again; a call when nothing is theirs. */
function againText(finding: LiveFinding, expected: FindingResolution | null, { self }: Looker): string {
  if (expected === 'rescan' || expected === 'key_in') {
    return stepText(finding, expected);
  }
  return t(finding.typed_by.includes(self) ? 'finding.typed' : 'finding.call');
}

function lineOf(finding: LiveFinding, expected: FindingResolution | null, looker: Looker): string {
  const step = againText(finding, expected, looker);
  switch (finding.code) {
    case 'unreadable':
    case 'misread':
      return step;
    case 'too_many_copies':
    case 'missed_card':
      return t(`finding.${finding.code}`, { step });
    case 'read_twice': {
      const isSame = !finding.ways.some(({ how }) => how === 'take');
      return t(isSame ? 'finding.read_twice.same' : 'finding.read_twice');
    }
    case 'out_of_turn':
    case 'burn_forgotten':
    case 'foreign_card':
    case 'late_reading':
    case 'composition':
    case 'device_disagrees':
      return t(`finding.${finding.code}`);
    case 'spare_card':
    case 'early_card':
      return t(expected === 'burn' ? `finding.${finding.code}` : 'finding.call');
    case 'wrong_shoe':
      return t(expected === 'load_right' ? 'finding.wrong_shoe' : 'finding.call');
    case 'cut_card_early':
    case 'cut_card_late':
      return t(expected === 'seen' ? 'finding.cut_card' : 'finding.call');
    default:
      return t('finding.call');
  }
}

/** What is wrong, and what others have answered. */
function detailOf(
  { code, facts, tries, proposed, typed_by: typedBy }: LiveFinding,
  expected: FindingResolution | null,
  { self, names }: Looker,
): string {
  const nameOf = (id: number) => names[id] ?? String(id);
  const parts = [findingText(code), ...factTexts(facts)];
  if (tries > 0) {
    parts.push(t('finding.tries', { next: Math.min(tries + 1, 3) }));
  }
  const other = typedBy.find((id) => id !== self);
  if (other !== undefined) {
    parts.push(t('finding.typed.other', { name: nameOf(other) }));
  }
  if (proposed !== null) {
    const way = wayName(proposed.how);
    const isOwn = proposed.staff_id === self;
    parts.push(
      isOwn
        ? t('finding.proposed.self', { way })
        : t('finding.proposed', { name: nameOf(proposed.staff_id), way }),
    );
  }
  if (expected === 'rescan') {
    parts.push(t('finding.rescan.how'));
  }
  return parts.filter((part) => part !== '').join(' ');
}
