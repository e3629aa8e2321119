// The sections that somebody is offered now: by their roles, and by whether the house has live tables.
import { floor } from '../floor/floor.svelte';
import { offered } from './address';
import { who } from './who.svelte';

class Sees {
  readonly sections = $derived(
    offered({ mayReadStaff: who.may('readStaff'), hasLive: floor.liveTables.length > 0 }),
  );
}

export const sees = new Sees();
