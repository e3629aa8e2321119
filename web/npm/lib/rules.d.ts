// House rules, and what every answer under them may be instead.

export type BuiltinRules =
  'live-commission' | 'live-no-commission' | 'live-pairs' | 'gold-card' | 'sixty-round' | 'three-bet';

/** The name of built-in house rules, or the text of a house-rules document in TOML. */
export type HouseRules = BuiltinRules | (string & Record<never, never>);

/** The id that the caller gave, or null. */
export interface Named {
  id: unknown;
}

/** What was asked cannot be answered. */
export interface Unanswered<Code extends string> extends Named {
  error: {
    code: Code | 'malformed_line' | 'bad_rules';
    /** The reason, in English. */
    message: string;
  };
}
