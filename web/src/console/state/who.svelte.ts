// Who works at the console: their number, and what they may do.
import { app } from '$lib/state/app.svelte';
import { may, type Act } from './may';

class Who {
  readonly info = $derived(app.session.isStaff ? app.session.info : null);
  /** Whether they may use the console now: with a second factor, and a role that it is for. */
  readonly isIn = $derived(
    this.info !== null && !this.info.needs_second_factor && may(this.info.roles, 'read'),
  );

  may(act: Act): boolean {
    return this.info !== null && may(this.info.roles, act);
  }

  /** Whether it is they themselves. */
  isSelf(staffId: number): boolean {
    return this.info?.staff_id === staffId;
  }
}

export const who = new Who();
