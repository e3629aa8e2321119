// The words of an alarm: what is wrong at a table.
import { named } from '$lib/i18n/t';
import { findingName, findingText } from '$lib/live/words';
import { edgeText } from '../amounts';
import { t, textOf } from '../text';
import type { Alarm } from './floor';
import { recordingText } from './recordings';

/** What is wrong, in a sentence. */
export function alarmText(alarm: Alarm, now: number): string {
  const { kind, about, edge } = alarm;
  if (kind.startsWith('recording_')) {
    return recordingText(alarm, now);
  }
  switch (kind) {
    case 'edge':
      return t('alarm.edge', { spot: named('spot', about, about), edge: edgeText(edge) });
    case 'finding':
      return t('alarm.finding', { name: findingName(about), sentence: findingText(about) });
    case 'supervisor':
      return t('alarm.supervisor', { count: about });
    case 'call':
      return t('alarm.call', { name: about });
    default:
      return textOf('alarm', kind);
  }
}

/** What is wrong, in a few words for a list. */
export function alarmName({ kind, about }: Alarm): string {
  return kind === 'finding' ? findingName(about) : textOf('alarm.short', kind);
}
