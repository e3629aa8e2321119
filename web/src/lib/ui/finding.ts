// What a check of a shoe found, as `punto verify` and the watching client give it, and how it is shown.

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

/** The lines that say something, those that failed first, and apart from them those that were not checked. */
export function grouped(findings: readonly Finding[]): { said: Finding[]; open: Finding[] } {
  const of = (verdict: Finding['verdict']) => findings.filter((one) => one.verdict === verdict);
  return { said: [...of('failed'), ...of('ok')], open: of('not_checked') };
}

/** A part of a reason: words, or a key or digest that is shown short. */
export interface Part {
  readonly text: string;
  readonly isDigest: boolean;
}

/** The parts of a reason. Joined, they are the reason. */
export function partsOf(reason: string): Part[] {
  return reason
    .split(/\b([0-9a-f]{64})\b/)
    .map((text, at) => ({ text, isDigest: at % 2 === 1 }))
    .filter(({ text }) => text !== '');
}
