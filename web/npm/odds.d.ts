// The exact odds of every spot of house rules, for any shoe. Counts are decimal strings.
import type { ModuleSource } from './lib/instance.js';
import type { HouseRules, Named, Unanswered } from './lib/rules.js';

export type { ModuleSource } from './lib/instance.js';
export type { BuiltinRules, HouseRules, Unanswered } from './lib/rules.js';

/** A shoe of so many decks, without the cards that have left it. */
export interface NamedShoe {
  /** Comes back with the answer. */
  id?: unknown;
  /** 1 to 32, instead of the number in the house rules. */
  decks?: number;
  /** Cards that were seen before this coup, such as `['As', 'Kd']`. */
  seen?: readonly string[];
  /** The cards of the coup in progress, in deal order. */
  dealt?: readonly string[];
  composition?: undefined;
}

/** A shoe of counted cards. */
export interface CountedShoe {
  /** Comes back with the answer. */
  id?: unknown;
  /** How many of each card are left: 52 counts, suit by suit `s h d c`, each `A` to `K`. */
  composition: readonly number[];
  /** The cards of the coup in progress, in deal order. They have left the shoe. */
  dealt?: readonly string[];
}

export interface SpotOdds {
  /** For each odds that the spot pays, to one, in how many orders it pays them. */
  win: { odds: string; count: string }[];
  push: string;
  lose: string;
  /** Of the stake, rounded to ten decimals. */
  house_edge: string;
}

/** The figures that follow from the counts. */
export interface SpotFigures extends SpotOdds {
  /** A fraction. */
  house_edge_exact: string;
  return_to_patron: string;
  variance: string;
  standard_deviation: string;
}

export interface Odds<Spot = SpotOdds> extends Named {
  /** How many cards are left. */
  cards: number;
  /** How many orders the cards to come have: of six cards, between coups. */
  draws: string;
  /** By the ids of the spots. */
  spots: Record<string, Spot>;
  error?: never;
}

/** What `punto odds --json` answers. */
export interface FullOdds extends Odds<SpotFigures> {
  /** The id of the house rules. */
  rules: string;
  decks: number;
}

export type OddsErrorCode = 'bad_composition' | 'illegal_coup' | 'too_few_cards';

export interface OddsOfShoes {
  /** The odds of a shoe of counted cards. Throws only if JSON cannot hold the shoe. */
  odds(rules: HouseRules, shoe: CountedShoe): Odds | Unanswered<OddsErrorCode>;
  /** The odds of a shoe that lacks some cards; a full one if nothing is said. */
  odds(rules: HouseRules, shoe?: NamedShoe): FullOdds | Unanswered<OddsErrorCode>;
}

/** Loads the module, which is the file beside this one unless another source is given. */
export declare function load(source?: ModuleSource | Promise<ModuleSource>): Promise<OddsOfShoes>;
