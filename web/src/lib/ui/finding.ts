// What a check of a shoe found, as `punto verify` and the watching client give it.

export interface Finding {
  readonly check: string;
  readonly verdict: 'ok' | 'failed' | 'not_checked';
  /** Where it failed; null when it did not, or when the whole shoe is meant. */
  readonly place: string | null;
  readonly reason: string;
}

/** The verdicts as `punto verify` writes them. They stay English, as the reasons do. */
export const WORDS = { ok: 'ok', failed: 'FAILED', not_checked: 'not checked' } as const;

export const SIGNS = { ok: '✓', failed: '✕', not_checked: '–' } as const;
