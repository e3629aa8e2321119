// What a dealer's screen says and offers, as data: the big line, and at most four steps with their keys. Knows no table.
import type { DealerAction } from '$lib/wire/messages';

/** Which screen it is. */
export type Screen =
  'seat' | 'shoe' | 'burn' | 'betting' | 'deal' | 'finding' | 'settled' | 'halted' | 'wait';

/** What the big line is about: something to do, something to wait for, or something that stops everything. */
export type Tone = 'do' | 'wait' | 'stop';

/** What a step does: gives an order, or asks for what the order needs. */
export type Deed =
  | { readonly kind: 'order'; readonly order: DealerAction }
  | { readonly kind: 'card'; readonly findingNo: number }
  | { readonly kind: 'slot' };

/** A step that the dealer may take. */
export interface Choice {
  /** Its own key, in small letters; empty when only Enter takes it. */
  readonly key: string;
  readonly label: string;
  readonly deed: Deed;
  /** Whether it is the expected step, which Enter takes. */
  readonly isStep: boolean;
  /** What cannot be undone is said here, and asks for a second key; empty for all other steps. */
  readonly sure: string;
}

/** What the screen says and offers now. */
export interface Next {
  readonly screen: Screen;
  readonly tone: Tone;
  /** The big line. */
  readonly line: string;
  /** A sentence below it. */
  readonly detail: string;
  /** At most four. */
  readonly choices: readonly Choice[];
}

/** Orders that hold however the table has gone on since: a call, or a hold after the round. */
const ALWAYS: readonly DealerAction['type'][] = ['call', 'end_call', 'hold', 'end_hold'];

/** Whether an order is only for what the dealer saw of the table. */
export function isAboutWhatIsSeen({ type }: DealerAction): boolean {
  return !ALWAYS.includes(type);
}

/** A step that gives an order. */
export function order(
  key: string,
  label: string,
  action: DealerAction,
  more: { readonly isStep?: boolean; readonly sure?: string } = {},
): Choice {
  const { isStep = false, sure = '' } = more;
  return { key, label, deed: { kind: 'order', order: action }, isStep, sure };
}

/** The expected step; null when there is none. */
export function stepOf({ choices }: Next): Choice | null {
  return choices.find(({ isStep }) => isStep) ?? null;
}
