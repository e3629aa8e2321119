// The phase of a table in the words of who watches it: nobody at the console is asked to place bets, and nobody shuffles
// at a table whose cards a dealer draws.
import { t as shared } from '$lib/i18n/t';
import type { LobbyTable } from '$lib/wire/messages';
import { t } from '../text';

type Played = Pick<LobbyTable, 'phase' | 'live'>;

/** Whether a dealer deals the table, and has no shoe to deal from. */
export function hasNoShoe({ phase, live }: Played): boolean {
  return live !== undefined && phase.name === 'shuffling';
}

export function phaseText(table: Played): string {
  const { name } = table.phase;
  if (hasNoShoe(table)) {
    return t('floor.no_shoe');
  }
  return name === 'betting' ? t('floor.betting') : shared(`phase.${name}`);
}
