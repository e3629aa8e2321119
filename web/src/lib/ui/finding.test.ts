// Findings are shown with those that failed first, and keys and digests in their reasons apart from the words.
import { describe, expect, it } from 'vitest';
import { grouped, partsOf, type Finding } from './finding';

describe('findings', () => {
  it('begin with what failed, and keep what was not checked apart', () => {
    const verdicts = ['ok', 'not_checked', 'failed', 'ok', 'failed', 'not_checked'] as const;
    const findings = verdicts.map((verdict, at): Finding => {
      return { check: String(at), verdict, place: null, reason: '' };
    });
    const { said, open } = grouped(findings);
    expect(said.map(({ check }) => check)).toEqual(['2', '4', '0', '3']);
    expect(open.map(({ check }) => check)).toEqual(['1', '5']);
  });

  it('have keys apart from the words of their reason', () => {
    const [one, other] = ['3d'.repeat(32), 'ab'.repeat(32)] as const;
    const reason = `it signs with ${one}; you kept ${other}`;
    const parts = partsOf(reason);
    expect(parts.filter(({ isDigest }) => isDigest).map(({ text }) => text)).toEqual([one, other]);
    expect(parts.map(({ text }) => text).join('')).toBe(reason);
    expect(partsOf('31 shown, each the next')).toEqual([
      { text: '31 shown, each the next', isDigest: false },
    ]);
    expect(partsOf('ab'.repeat(40))).toHaveLength(1);
  });
});
