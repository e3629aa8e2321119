// Which sentence says how the checks of a shoe stand, and which says what failed. Knows no words.
import type { Finding } from '$lib/ui/finding';
import type { Report } from './module';

/** What an alarm is about. Checks about one thing share its sentence. */
export type Matter = 'record' | 'key' | 'promise' | 'order' | 'cards' | 'rounds' | 'wagers';

const MATTERS: Readonly<Record<string, Matter>> = {
  committed: 'promise',
  commitment: 'promise',
  nonces: 'promise',
  root: 'order',
  order: 'order',
  cards: 'cards',
  burn: 'cards',
  rounds: 'rounds',
  wagers: 'wagers',
};

/** What the check that failed first is about: another key alone is less than a record that does not hold. */
export function matterOf(check: string, findings: readonly Finding[]): Matter {
  if (check === 'key') {
    const isAlone = !findings.some((one) => one.verdict === 'failed' && one.check !== 'key');
    return isAlone ? 'key' : 'record';
  }
  return MATTERS[check] ?? 'record';
}

/** How a shoe stands in which nothing failed. */
export type Standing =
  | { readonly is: 'waiting' }
  | { readonly is: 'cards'; readonly cards: number }
  /** Own bets were fixed, too, in so many rounds. */
  | { readonly is: 'bets'; readonly cards: number; readonly rounds: number };

export function standingOf(report: Report, ownRounds: number): Standing {
  if (report.state !== 'checked') {
    return { is: 'waiting' };
  }
  const cards = report.cards ?? 0;
  const areFixed = report.findings.some(({ check, verdict }) => check === 'wagers' && verdict === 'ok');
  return areFixed && ownRounds > 0 ? { is: 'bets', cards, rounds: ownRounds } : { is: 'cards', cards };
}
