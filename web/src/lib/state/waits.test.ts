// What patrons read of a table with a dealer.
import { describe, expect, it } from 'vitest';
import type { LiveView, TableView } from '../wire/messages';
import { outlastsResult, standsStill, waitText } from './waits';

const betting: TableView['phase'] = { name: 'betting', closes_at: 5_000 };
const dealing: TableView['phase'] = { name: 'dealing' };
const settled: TableView['phase'] = { name: 'settled', next_at: 5_000 };

function live(waits_for: string | null, finding: string | null = null, free_round = false): LiveView {
  return { waits_for, finding, free_round };
}

describe('a table with a dealer', () => {
  it('says whom it waits for', () => {
    expect(waitText(live('device'), dealing, 0)).toBe('The table waits for its card reader');
    expect(waitText(live('dealer'), settled, 0)).toBe('The table waits for its dealer');
    expect(waitText(live('card'), dealing, 0)).toBeNull();
    expect(waitText(live(null), betting, 0)).toBeNull();
    expect(waitText(undefined, dealing, 0)).toBeNull();
  });

  it('shows a result for its time before the dealer is said to begin a round', () => {
    expect(waitText(live('start'), settled, 4_999)).toBeNull();
    expect(waitText(live('start'), settled, 5_000)).toBe('The dealer begins the next round');
    expect(waitText(live('start'), dealing, 0)).toBeNull();
    expect(waitText(live('hold'), settled, 4_999)).toBeNull();
    expect(waitText(live('hold'), settled, 5_000)).toBe('The table takes a short break');
    expect(waitText(live('recording'), settled, 4_999)).toBeNull();
    expect(waitText(live('recording'), settled, 5_000)).toBe('The table waits for its recording');
    expect(waitText(live('shoe'), settled, 0)).toBe('The dealer changes the shoe');
  });

  it('takes the place of a result once that was shown for its time, where somebody is needed', () => {
    expect(outlastsResult(live('device'), settled, 4_999)).toBe(false);
    expect(outlastsResult(live('device'), settled, 5_000)).toBe(true);
    expect(outlastsResult(live('finding', 'spare_card'), settled, 5_000)).toBe(true);
    expect(outlastsResult(live('start'), settled, 5_000)).toBe(false);
    expect(outlastsResult(undefined, settled, 5_000)).toBe(false);
  });

  it('has a sentence for what is wrong, also for a finding of a later server', () => {
    expect(waitText(live('finding', 'unreadable'), dealing, 0)).toBe(
      'A card could not be read and is scanned again',
    );
    expect(waitText(live('finding', 'early_card'), betting, 0)).toContain('too early');
    expect(waitText(live('finding', 'of_tomorrow'), dealing, 0)).toBe('The pit boss looks at the table');
  });

  it('says that a hand is dealt without bets', () => {
    expect(waitText(live('card', null, true), dealing, 0)).toBe('This hand is dealt without bets');
    expect(waitText(live('finding', 'misread', true), dealing, 0)).toContain('read wrongly');
  });

  it('stands still while people are needed, and not while bets are taken or cards fall', () => {
    expect(standsStill(live('finding', 'unreadable'), dealing)).toBe(true);
    expect(standsStill(live('dealer'), settled)).toBe(true);
    expect(standsStill(live('device'), betting)).toBe(false);
    expect(standsStill(live('card'), dealing)).toBe(false);
    expect(standsStill(live('start'), settled)).toBe(false);
    expect(standsStill(undefined, settled)).toBe(false);
  });
});
