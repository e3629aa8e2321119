// Starts the page: connects the app's state and draws it, also when the reader changes the language.
import { mount, unmount } from 'svelte';
import App from './App.svelte';
import { onSpeak } from '$lib/i18n/load';
import { loadRoads } from '$lib/roads/loaded.svelte';
import { app } from '$lib/state/app.svelte';

/** Draws the page once its texts are loaded. The state outlives a change of the language: seat, bets and chips stay. */
export async function start(): Promise<void> {
  const target = document.getElementById('app');
  if (target === null) {
    return;
  }
  app.start();
  let drawn = mount(App, { target });
  onSpeak(() => {
    void unmount(drawn);
    drawn = mount(App, { target });
    focusPicker();
  });
  await loadRoads();
}

/** Gives the focus back to the choice of the language, which was drawn again. */
function focusPicker(): void {
  const pickers = [...document.querySelectorAll<HTMLElement>('[data-testid="language"]')];
  pickers.find((picker) => picker.checkVisibility())?.focus();
}
