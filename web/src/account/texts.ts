// Looks up the texts of the account's parts. They are loaded with these parts.
import { textsOf } from '$lib/i18n/area';
import { patron } from '$lib/i18n/en-patron';

export const { t, chosen } = textsOf(patron);
