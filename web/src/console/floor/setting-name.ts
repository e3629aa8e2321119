// The names and values of settings, as staff read them.
import { named } from '$lib/i18n/t';
import { isText, t, textOf } from '../text';
import { CHOICES } from './settings';

/** The name of a setting, such as `timings.betting_ms` or `limits.tie.maximum`. */
export function settingName(name: string): string {
  const [group, spot = '', end] = name.split('.');
  if (group !== 'limits') {
    return isText(`setting.${name}`) ? textOf('setting', name) : name;
  }
  const values = { spot: named('spot', spot, spot) };
  return end === undefined
    ? t('log.limits', values)
    : t(end === 'minimum' ? 'setup.limit.minimum' : 'setup.limit.maximum', values);
}

/** The value of a setting in words, where it is one of some; otherwise as it is written. */
export function valueText(name: string, value: string): string {
  return name in CHOICES ? textOf(`setting.${name}`, value) : value;
}
