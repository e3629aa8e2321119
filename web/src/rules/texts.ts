// Looks up the texts of the rules. They are loaded with the rules, not with the table.
import { rules } from '$lib/i18n/en-rules';
import { textsOf } from '$lib/i18n/area';

export const { t, chosen } = textsOf(rules);
