// Describes a road in words, for screen readers.
import { sideName } from '../state/announce';
import { listText, t } from '../i18n/t';
import type { RoadMap } from '../wire/messages';

const SIDES: Readonly<Record<string, string>> = { B: 'banker', P: 'player', T: 'tie' };
const LATEST = 6;

/** States the counts of a shoe and its latest rounds; nothing while the counts are not known. */
export function roadSummary(roads: RoadMap | null, rounds: readonly string[]): string {
  if (roads === null) {
    return '';
  }
  const { banker, player, tie } = roads.totals;
  const latest = rounds.slice(-LATEST).map((round) => sideName(SIDES[round.charAt(0)] ?? 'tie'));
  const counts = t('roads.summary', { banker, player, tie });
  return latest.length === 0 ? counts : `${counts} ${t('roads.last', { rounds: listText(latest) })}`;
}
