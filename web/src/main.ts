// The entry of the patrons' page: builds the app's state, connects it, and draws it.
import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { loadRoads } from '$lib/roads/loaded.svelte';
import { app } from '$lib/state/app.svelte';

const target = document.getElementById('app');
if (target !== null) {
  app.start();
  mount(App, { target });
  await loadRoads();
}
