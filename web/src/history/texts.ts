// Looks up the texts of history, statement and balance. They are loaded with their screens.
import { textsOf } from '$lib/i18n/area';
import { history } from '$lib/i18n/en-history';

export const { t, chosen } = textsOf(history);
