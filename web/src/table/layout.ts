// Arranges the spots in two rows: Player, tie and Banker large, as on a real layout; all others in a row above,
// Player's first and Banker's last.
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
