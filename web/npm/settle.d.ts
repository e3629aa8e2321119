// Settles rounds under house rules. Amounts are whole minor units of a currency with two decimals.
import type { ModuleSource } from './lib/instance.js';
import type { HouseRules, Named, Unanswered } from './lib/rules.js';

export type { ModuleSource } from './lib/instance.js';
export type { BuiltinRules, HouseRules, Unanswered } from './lib/rules.js';

export interface Wager {
  /** The id of a spot, such as `player` or `lucky_6`. */
  spot: string;
  /** Above 0. */
  stake: number;
}

export interface Round {
  /** Comes back with the answer. */
  id?: unknown;
  /** The number of the round in its shoe, from 1. */
  round_no: number;
  /** In deal order, such as `['9h', 'Kd', '4s', '7c', '5h']`. */
  cards: readonly string[];
  wagers: readonly Wager[];
}

export interface Hand {
  cards: string[];
  total: number;
}

export interface SettledWager {
  spot: string;
  stake: number;
  resolution: 'win' | 'push' | 'lose';
  /** With the stake. */
  payout: number;
}

export interface Settled extends Named {
  outcome: 'player' | 'banker' | 'tie';
  player: Hand;
  banker: Hand;
  wagers: SettledWager[];
  staked: number;
  paid: number;
  /** The stakes of all wagers that won or lost. */
  effective_turnover: number;
  refusal?: never;
  error?: never;
}

export type RefusalCode =
  | 'illegal_coup'
  | 'unknown_spot'
  | 'duplicate_spot'
  | 'bad_stake'
  | 'spot_closed'
  | 'opposing_sides'
  | 'below_minimum'
  | 'above_maximum';

/** The house rules refuse the round or one of its wagers. */
export interface Refused extends Named {
  refusal: {
    code: RefusalCode;
    /** The reason, in English. */
    message: string;
    spot?: string;
    /** The limit that was missed, or the round from which the spot is closed. */
    limit?: number;
    /** Everything that is wrong with the coup. */
    reasons?: string[];
  };
  error?: never;
}

export interface Settlement {
  /** Settles a round. Throws only if JSON cannot hold the round. */
  settle(
    rules: HouseRules,
    round: Round,
  ): Settled | Refused | (Unanswered<'amount_too_large'> & { refusal?: never });
}

/** Loads the module, which is the file beside this one unless another source is given. */
export declare function load(source?: ModuleSource | Promise<ModuleSource>): Promise<Settlement>;
