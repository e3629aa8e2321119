// What a supervisor is offered in a finding: nothing that the dealer decides, and no second yes to their own wish.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { finding, live } from '$lib/live/fixtures';
import type { FindingResolution } from '$lib/wire/messages';
import { keyOf, refusalText, sayOf, staffName } from './ways';

const [BEN, CEM] = [2, 3];
const both = { how: 'void_and_end_shoe', needs: 'two_supervisors' } as const;

describe('a way to resolve a finding', () => {
  it('is the dealer’s, or a supervisor’s to propose', () => {
    expect(sayOf({ how: 'rescan', needs: 'dealer' }, finding(), BEN)).toBe('dealer');
    expect(sayOf(both, finding(), BEN)).toBe('first');
  });

  it('that one supervisor proposed needs another one', () => {
    const proposed = finding({ proposed: { how: 'void_and_end_shoe', staff_id: BEN, why: null } });
    expect([sayOf(both, proposed, BEN), sayOf(both, proposed, CEM)]).toEqual(['own', 'second']);
    expect(sayOf({ how: 'key_in', needs: 'dealer_and_supervisor' }, proposed, BEN)).toBe('first');
  });

  it('has a key that no other way of the same finding has', () => {
    const path = fileURLToPath(new URL('../../../../docs/LIVE.md', import.meta.url));
    const rows = readFileSync(path, 'utf8').match(/^\| `\w+`.*\| `\w+` (?:D|S|DS|SS)[,; |].*$/gm) ?? [];
    expect(rows.length).toBeGreaterThan(12);
    for (const row of rows) {
      const ways = [...row.matchAll(/`(\w+)` (S|DS|SS)\b/g)].map(([, how]) => how as FindingResolution);
      expect(new Set(ways.map(keyOf)).size, row).toBe(ways.length);
    }
  });
});

describe('the words at a live table', () => {
  it('name staff by name, or by number', () => {
    expect([staffName(live(), 7), staffName(live(), 8)]).toEqual(['Dan', 'Staff 8']);
  });

  it('say in plain words why an order is refused', () => {
    expect(refusalText({ code: 'same_person', message: '' })).toBe('A second person has to agree.');
    expect(refusalText({ code: 'not_allowed', message: '' })).toBe('Your roles do not allow this.');
  });
});
