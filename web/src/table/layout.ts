// Arranges the spots in two rows: Player, tie and Banker large, as on a real layout; all others in a row above,
// Player's first and Banker's last; and says what lies on a spot.
import { t } from '$lib/i18n/t';
import { formatMinor } from '$lib/money/money';
import type { SideId, SpotView } from '$lib/wire/messages';

/** How a spot ended. */
export type SpotEnd = 'won' | 'lost' | 'pushed';

const MAIN = ['player', 'tie', 'banker'];

export interface LayoutRows {
  readonly main: readonly SpotView[];
  readonly side: readonly SpotView[];
}

/** Arranges the spots of any house rules in rows. */
export function layoutRows(spots: readonly SpotView[]): LayoutRows {
  const main = MAIN.flatMap((id) => spots.filter(({ spot }) => spot === id));
  const others = spots.filter(({ spot }) => !MAIN.includes(spot));
  const edge = ({ spot }: SpotView) => (spot.startsWith('player') ? -1 : spot.startsWith('banker') ? 1 : 0);
  return { main, side: [...others].sort((one, other) => edge(one) - edge(other)) };
}

/** The side whose colours a spot has. */
export function toneOf({ spot }: SpotView): SideId | 'tie' | 'other' {
  const side = (['banker', 'player'] as const).find((one) => spot.includes(one));
  return side ?? (spot === 'tie' ? 'tie' : 'other');
}

/** What lies on a spot and how it ended, for the patron. */
export interface SpotState {
  readonly stake: number;
  readonly pending: number;
  readonly end: SpotEnd | null;
  readonly profit: number;
  readonly corrected: boolean;
}

const END_LABELS = {
  won: 'spot.label.won.plain',
  lost: 'spot.label.lost',
  pushed: 'spot.label.pushed',
} as const;

/** The chips and the result in words, for screen readers. */
export function stateText(state: SpotState, decimals: number): string {
  const { stake, pending, end, profit, corrected } = state;
  const amount = (minor: number) => ({ amount: formatMinor(minor, decimals) });
  const won = end === 'won' && profit > 0;
  return [
    stake > 0 ? t('spot.label.stake', amount(stake)) : '',
    pending > 0 ? t('spot.label.pending', amount(pending)) : '',
    end === null ? '' : won ? t('spot.label.won', amount(profit)) : t(END_LABELS[end]),
    corrected ? t('spot.label.corrected') : '',
  ].join(' ');
}
