// Which sounds a change of the stage makes. Pure.

/** A sound of the table; `finding` calls a dealer, and no patron hears it. */
export type Cue = 'chip' | 'card' | 'turn' | 'last_call' | 'close' | 'win' | 'finding';

/** What can be heard of a table. */
export interface Heard {
  /** Shoe and round. */
  readonly round: string;
  readonly phase: string;
  /** How many cards lie on the table. */
  readonly cards: number;
  readonly isTurning: boolean;
  readonly isLastCall: boolean;
  /** The patron's chips, accepted or not, in minor units. */
  readonly chips: number;
  readonly hasWon: boolean;
}

/** The sounds of a change. A round that is new to the page brings none but its chips. */
export function cuesBetween(before: Heard, now: Heard): Cue[] {
  const cues: Cue[] = [];
  const sameRound = before.round === now.round;
  if (now.phase === 'betting' && now.chips > (sameRound ? before.chips : 0)) cues.push('chip');
  if (!sameRound) return cues;
  if (now.isLastCall && !before.isLastCall) cues.push('last_call');
  if (before.phase === 'betting' && now.phase === 'closed') cues.push('close');
  if (now.cards > before.cards) cues.push('card');
  if (now.isTurning && !before.isTurning) cues.push('turn');
  if (now.hasWon && !before.hasWon) cues.push('win');
  return cues;
}
