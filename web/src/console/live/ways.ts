// What a supervisor may do about a finding, and what the first of two people decided. Pure.
import type { ErrorBody, FindingResolution, FindingWay, LiveFinding, LiveTable } from '$lib/wire/messages';
import { isRefusedText, refusedText } from '$lib/live/words';
import { explain } from '../explain';
import { t } from '../text';

/** Where a supervisor stands with a way: `dealer` when they have no say, `own` when they proposed it themselves. */
export type Say = 'first' | 'second' | 'own' | 'dealer';

/** Whether a supervisor may take a way now. */
export function sayOf({ how, needs }: FindingWay, { proposed }: LiveFinding, staffId: number | null): Say {
  if (needs === 'dealer') {
    return 'dealer';
  }
  if (proposed?.how !== how) {
    return 'first';
  }
  return proposed.staff_id === staffId ? 'own' : 'second';
}

/** The ways that take back what happened; they ask to type something. */
const GRAVE: readonly FindingResolution[] = ['void', 'void_and_end_shoe', 'end_shoe'];

export function isGrave(how: FindingResolution): boolean {
  return GRAVE.includes(how);
}

/** The key of a way: T types a card, X takes back, A accepts. No finding has two ways with the same one. */
export function keyOf(how: FindingResolution): string {
  return how === 'key_in' ? 't' : isGrave(how) ? 'x' : 'a';
}

/** The name of a member of staff at the table; their number when the server did not say it. */
export function staffName({ names }: LiveTable, staffId: number): string {
  return names[staffId] ?? t('people.number', { number: staffId });
}

/** Why the table refused an order, in plain words. */
export function refusalText(refusal: ErrorBody): string {
  return isRefusedText(refusal.code) ? refusedText(refusal) : explain(refusal);
}
