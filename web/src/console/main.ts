// The entry of the console: builds the shared state, connects it, and draws the console.
import { mount } from 'svelte';
import '../app.css';
import './console.css';
import Console from './Console.svelte';
import { app } from '$lib/state/app.svelte';
import { keys } from './state/keys.svelte';
import { place } from './state/place.svelte';
import { rest } from './state/rest.svelte';

const target = document.getElementById('app');
if (target !== null) {
  place.start();
  keys.start();
  rest.start();
  app.start();
  mount(Console, { target });
}
