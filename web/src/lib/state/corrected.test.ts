// What patrons read of a round that is corrected.
import { expect, it } from 'vitest';
import type { ResultView } from '../wire/messages';
import { ownText, roundText } from './corrected';
import { tableView } from './fixtures';

const ROUND = { shoe_no: 2, round_no: 12 };

it('says how the own result changes', () => {
  const own = (difference: number) => {
    const end = { round: ROUND, revision: 2, wagers: [], staked: 0, paid: 0, voided: null };
    return ownText({ type: 'you_corrected', table_id: 1, seq: 1, end, difference }, 2);
  };
  expect([own(0), own(500), own(-1_250)]).toEqual([
    'Round 12 was corrected. Your result is unchanged.',
    'Round 12 was corrected. Your result is 5.00 better.',
    'Round 12 was corrected. Your result is 12.50 worse.',
  ]);
});

it('says how the round ends now, and why it does not count', () => {
  const round = (end: ResultView) => {
    const { cards } = tableView();
    const event = { round: ROUND, revision: 2, end, end_cards: [], result: null, cards, rounds: [] };
    return roundText({ type: 'round_corrected', ...event }, 'Salon');
  };
  const won = { name: 'settled', outcome: 'banker', player_total: 5, banker_total: 7 } as const;
  expect(round({ ...won, winning_spots: [], bead: 'B' })).toBe(
    'Salon, round 12 was corrected: Banker wins 7 to 5',
  );
  expect(round({ name: 'voided', reason: 'supervisor' })).toBe(
    'Salon, round 12 was corrected: Round void - Voided by the pit boss. All bets returned.',
  );
});
