// Says why the server refused something that staff asked for.
import { app } from '$lib/state/app.svelte';
import { isKey } from '$lib/i18n/t';
import { formatShort } from '$lib/money/money';
import type { CurrencyName, ErrorBody } from '$lib/wire/messages';
import { settingName } from './floor/setting-name';
import { isText, t, textOf } from './text';

/**
 * What staff read of a refusal; the server explains a code that the console has no words for. `currency` is that of the
 * request, and so of the amounts in the refusal; the text leaves them out when the caller does not know it.
 */
export function explain(error: ErrorBody, currency?: CurrencyName): string {
  const { code, limit, fields } = error;
  if (limit !== undefined && currency !== undefined && isText(`refused.${code}.left`)) {
    const amount = `${formatShort(limit, currency.decimals)} ${currency.code}`;
    return textOf('refused', `${code}.left`).replace('{limit}', amount);
  }
  if (fields !== undefined && Object.keys(fields).length > 0) {
    return Object.entries(fields)
      .map(([field, why]) => t('refused.field', { field: settingName(field), why }))
      .join(' ');
  }
  if (isText(`refused.${code}`)) {
    return textOf('refused', code);
  }
  return isKey(`refusal.${code}`) ? app.explain(error) : error.message;
}
