// When the last call for bets is made. Pure.
import type { PhaseView } from '../wire/messages';
import { secondsLeft } from './clock.svelte';

export const LAST_CALL_S = 5;

/**
 * Whether the last seconds of betting have begun. A phase that is not longer than these seconds has no last call, and
 * neither has one that the page first saw during them.
 */
export function isLastCall(phase: PhaseView, countdownMs: number, now: number): boolean {
  return (
    phase.name === 'betting' &&
    countdownMs > LAST_CALL_S * 1_000 &&
    secondsLeft(phase.closes_at, now) <= LAST_CALL_S
  );
}
