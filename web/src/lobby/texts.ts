// Loads the texts of the lobby's later parts together with the part that imports this file.
import { lobby } from '$lib/i18n/en-lobby';
import { addTexts } from '$lib/i18n/t';

addTexts(lobby);
