// Says why the server refused something that staff asked for.
import { app } from '$lib/state/app.svelte';
import { isKey } from '$lib/i18n/t';
import { formatShort } from '$lib/money/money';
import type { ErrorBody } from '$lib/wire/messages';
import { isText, t, textOf } from './text';

/** What staff read of a refusal; a code that the console has no words for is explained by the server. */
export function explain(error: ErrorBody): string {
  const { code, limit, fields } = error;
  if (code === 'above_limit' && limit !== undefined) {
    return t('refused.above_limit.left', { limit: formatShort(limit, 2) });
  }
  if (fields !== undefined && Object.keys(fields).length > 0) {
    return Object.entries(fields)
      .map(([field, why]) => t('refused.field', { field, why }))
      .join(' ');
  }
  if (isText(`refused.${code}`)) {
    return textOf('refused', code);
  }
  return isKey(`refusal.${code}`) ? app.explain(error) : error.message;
}
