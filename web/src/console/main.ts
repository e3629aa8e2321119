// The entry of the console: builds the shared state, connects it, and draws the console. The console speaks English
// only, so the texts that it shares with the page of patrons are English, too.
import { mount } from 'svelte';
import '../app.css';
import './console.css';
import { speak, withTexts } from '$lib/i18n/load';
import { app } from '$lib/state/app.svelte';
import { keys } from './state/keys.svelte';
import { place } from './state/place.svelte';
import { presence } from './state/presence.svelte';

await speak('en');
const { default: Console } = await withTexts(['account', 'history', 'limits'], import('./Console.svelte'));
const target = document.getElementById('app');
if (target !== null) {
  place.start();
  keys.start();
  presence.start();
  app.start();
  mount(Console, { target });
}
