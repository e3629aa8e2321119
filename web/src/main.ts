// The entry of the patrons' page: loads the page and the texts in the reader's language at the same time.
import './app.css';
import { preferred } from '$lib/i18n/language';
import { speak } from '$lib/i18n/load';

const texts = speak(preferred());
const { start } = await import('./start');
await texts;
await start();
