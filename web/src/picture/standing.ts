// How a live picture stands, from what is seen of it. Pure.

/** `starting` until its first picture, `full` while too many people look. */
export type Standing = 'starting' | 'live' | 'delayed' | 'stalled' | 'none' | 'full';

export interface Signs {
  /** What the server said last: `live`, `stalled`, `none` or `off`; null before it said anything. */
  readonly server: string | null;
  /** Whether the server said that too many people look. */
  readonly isFull: boolean;
  /** Whether the film has shown a picture since it began to play. */
  readonly hasBegun: boolean;
  /** For how long the film has not gone on, in milliseconds. */
  readonly stillMs: number;
  /** How far the picture is behind the scene, in milliseconds; null where nobody knows. */
  readonly lagMs: number | null;
}

/** A film that stands still for longer is stalled; a player needs a moment to load on. */
export const STILL_MS = 3_000;
/** A picture that is further behind is delayed. Nothing keeps in step with it any more. */
export const DELAYED_MS = 8_000;

export function standing({ server, isFull, hasBegun, stillMs, lagMs }: Signs): Standing {
  if (isFull) {
    return 'full';
  }
  if (hasBegun && stillMs <= STILL_MS) {
    return lagMs !== null && lagMs > DELAYED_MS ? 'delayed' : 'live';
  }
  if (server === 'none' || server === 'off') {
    return 'none';
  }
  return hasBegun || server === 'stalled' ? 'stalled' : 'starting';
}
