// The phase of a table in the words of who watches it: nobody at the console is asked to place bets, and nobody shuffles
// at a table whose cards a dealer draws.
import { t as shared } from '$lib/i18n/t';
import type { LobbyTable } from '$lib/wire/messages';
import { t } from '../text';

export function phaseText({ phase: { name }, live }: Pick<LobbyTable, 'phase' | 'live'>): string {
  if (name === 'shuffling' && live !== undefined) {
    return t('floor.no_shoe');
  }
  return name === 'betting' ? t('floor.betting') : shared(`phase.${name}`);
}
