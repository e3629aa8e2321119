// Sums of rounds, and how their results changed. Adds whole minor units that the server sent; knows no payout.
import { sum } from '$lib/money/money';
import type { HistoryRound, StatementLine } from '$lib/wire/messages';

/** What rounds came to. */
export interface RoundTotals {
  readonly rounds: number;
  readonly staked: number;
  readonly paid: number;
  readonly net: number;
}

/** The totals of some rounds. */
export function totalsOf(rounds: readonly Pick<HistoryRound, 'staked' | 'paid'>[]): RoundTotals {
  const staked = sum(rounds.map((round) => round.staked));
  const paid = sum(rounds.map((round) => round.paid));
  return { rounds: rounds.length, staked, paid, net: paid - staked };
}

/** One correction of a round: the patron's net result before and after it. */
export interface Change {
  readonly revision: number;
  readonly at: number;
  readonly before: number;
  readonly after: number;
}

/** How a round's result changed, from the lines of the statement about it: the first result, then each correction. */
export function changesOf(lines: readonly StatementLine[]): { first: number; changes: Change[] } {
  const ordered = lines.toSorted((one, other) => one.revision - other.revision);
  const net = ({ paid, staked }: StatementLine) => paid - staked;
  const [opening, ...corrections] = ordered;
  // A void first result has no line for a patron who lost nothing by it.
  const hasFirst = opening?.revision === 1;
  const first = hasFirst ? net(opening) : 0;
  let before = first;
  const changes = (hasFirst ? corrections : ordered).map((line) => {
    const after = before + net(line);
    const change = { revision: line.revision, at: line.at, before, after };
    before = after;
    return change;
  });
  return { first, changes };
}
