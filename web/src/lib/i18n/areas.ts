// The areas of the texts. English is their source: it names the keys, and the compiler reads its placeholders.
import type { texts as account } from './en/account';
import type { texts as app } from './en/app';
import type { texts as auto } from './en/auto';
import type { texts as bets } from './en/bets';
import type { texts as corrected } from './en/corrected';
import type { texts as history } from './en/history';
import type { texts as limits } from './en/limits';
import type { texts as lobby } from './en/lobby';
import type { texts as patron } from './en/patron';
import type { texts as picture } from './en/picture';
import type { texts as refusals } from './en/refusals';
import type { texts as roads } from './en/roads';
import type { texts as rules } from './en/rules';
import type { texts as squeeze } from './en/squeeze';
import type { texts as stage } from './en/stage';
import type { texts as verify } from './en/verify';
import type { texts as watch } from './en/watch';

/** The English texts of every area. */
export interface English {
  account: typeof account;
  app: typeof app;
  auto: typeof auto;
  bets: typeof bets;
  corrected: typeof corrected;
  history: typeof history;
  limits: typeof limits;
  lobby: typeof lobby;
  patron: typeof patron;
  picture: typeof picture;
  refusals: typeof refusals;
  roads: typeof roads;
  rules: typeof rules;
  squeeze: typeof squeeze;
  stage: typeof stage;
  verify: typeof verify;
  watch: typeof watch;
}

export type Area = keyof English;

/** The texts of an area in another language. A test compares their placeholders with the English ones. */
export type Translation<A extends Area> = Readonly<Record<keyof English[A], string>>;

/** The areas without which no table can be played. They come in one file; the others come with their screens. */
export const FIRST = ['app', 'auto', 'bets', 'refusals', 'stage'] as const satisfies readonly Area[];
