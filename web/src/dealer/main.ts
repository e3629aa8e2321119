// The entry of the dealer's page: builds the shared state, connects it, and draws the page. It speaks English only, so the
// texts that it shares with the page of patrons are English, too.
import { mount } from 'svelte';
import '../app.css';
import { speak, withTexts } from '$lib/i18n/load';
import { app } from '$lib/state/app.svelte';

await speak('en');
const { default: Dealer } = await withTexts(['account'], import('./Dealer.svelte'));
const target = document.getElementById('app');
if (target !== null) {
  app.start();
  mount(Dealer, { target });
}
