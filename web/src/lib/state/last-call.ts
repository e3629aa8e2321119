// When the last call for bets is made. Pure.
import type { PhaseView } from '../wire/messages';
import { secondsLeft } from './clock.svelte';

export const LAST_CALL_S = 5;

/** Whether betting is in its last seconds. Betting that is as short as that, or is seen only then, has no last call. */
export function isLastCall(phase: PhaseView, countdownMs: number, now: number): boolean {
  return (
    phase.name === 'betting' &&
    countdownMs > LAST_CALL_S * 1_000 &&
    secondsLeft(phase.closes_at, now) <= LAST_CALL_S
  );
}
