// The names of settings and of what holds when, as staff read them.
import { named } from '$lib/i18n/t';
import { isText, t, textOf } from '../text';

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
