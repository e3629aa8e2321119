// The kinds of entries that the log can be searched for, as the server names them, and how authors and entities are
// called.
import { floor } from '../floor/floor.svelte';
import { isText, t, textOf } from '../text';

/** What happened. */
export const EVENTS = [
  'changed',
  'money_adjusted',
  'patron_read',
  'patron_created',
  'money_posted',
  'house_rules_used',
  'recording_closed',
  'recording_held',
  'recording_released',
] as const;

/** What was changed. */
export const ENTITIES = [
  'table',
  'staff',
  'adjustment',
  'adjuster',
  'house_settings',
  'range',
  'protection',
  'account',
  'play_time',
  'device',
  'dealer_pin',
  'shoe_review',
  'dealer_console',
] as const;

/** Who caused an entry, such as `staff:3`. */
export function authorText(by: string): string {
  const [kind = '', number = ''] = by.split(':');
  return isText(`log.by.${kind}`) ? textOf('log.by', kind).replace('{number}', number) : by;
}

/** What an entry is about, such as `table:1`; a table by its name, where it is known. */
export function entityText(entity: string): string {
  const [kind = '', number = ''] = entity.split(':');
  const row = kind === 'table' ? floor.row(Number(number)) : null;
  if (row !== null) {
    return t('command.table', { name: row.name, number });
  }
  return isText(`log.entity.${kind}`) ? textOf('log.entity', kind).replace('{number}', number) : entity;
}
