// The sentence about a shoe follows from its findings.
import { describe, expect, it } from 'vitest';
import type { Finding } from '$lib/ui/finding';
import type { Report } from './module';
import { matterOf, standingOf } from './verdict';

const finding = (check: string, verdict: Finding['verdict']): Finding => ({
  check,
  verdict,
  place: null,
  reason: '',
});

function report(state: Report['state'], cards: number | null, findings: readonly Finding[]): Report {
  const keep = { house: null, no: null, digest: null };
  const none = { check: null, commitment: null, root: null, sealed_seen: null, head: null };
  return { state, cards, findings, keep, shoe: 1, wanted: null, give: null, ...none };
}

describe('what failed', () => {
  it('is the key where nothing else failed, and the record where more did', () => {
    const key = finding('key', 'failed');
    expect(matterOf('key', [key, finding('fork', 'not_checked')])).toBe('key');
    expect(matterOf('key', [key, finding('fork', 'failed')])).toBe('record');
    expect(matterOf('fork', [finding('fork', 'failed')])).toBe('record');
    expect(matterOf('burn', [finding('burn', 'failed')])).toBe('cards');
  });
});

describe('how a shoe stands', () => {
  it('names cards, and own bets only where they were found fixed', () => {
    expect(standingOf(report('waiting', null, []), 2)).toEqual({ is: 'waiting' });
    const fixed = [finding('wagers', 'ok')];
    expect(standingOf(report('checked', 45, fixed), 3)).toEqual({ is: 'bets', cards: 45, rounds: 3 });
    expect(standingOf(report('checked', 45, fixed), 0)).toEqual({ is: 'cards', cards: 45 });
    const open = [finding('wagers', 'not_checked')];
    expect(standingOf(report('checked', 45, open), 3)).toEqual({ is: 'cards', cards: 45 });
  });
});
