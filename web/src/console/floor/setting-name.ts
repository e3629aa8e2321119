// The names of settings and of what holds when, as staff read them.
import { named } from '$lib/i18n/t';
import { t, textOf } from '../text';

/** The name of a setting, such as `timings.betting_ms` or `limits.tie.maximum`. */
export function settingName(name: string): string {
  const [group, spot = '', end] = name.split('.');
  return group === 'limits'
    ? t(end === 'minimum' ? 'setup.limit.minimum' : 'setup.limit.maximum', {
        spot: named('spot', spot, spot),
      })
    : textOf('setting', name);
}
