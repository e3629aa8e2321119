// The phase of a table in the words of who watches it: nobody at the console is asked to place bets.
import { t as shared } from '$lib/i18n/t';
import type { PhaseView } from '$lib/wire/messages';
import { t } from '../text';

export function phaseText({ name }: PhaseView): string {
  return name === 'betting' ? t('floor.betting') : shared(`phase.${name}`);
}
