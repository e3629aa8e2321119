// The rules of a table in words: every built-in document, with no word of a rule that it does not have.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { RulesView, SpotView } from '$lib/wire/messages';
import { tableView } from '$lib/state/fixtures';
import { drawRows, matters } from './conduct';
import { readDocument, type RulesDocument } from './document';

function builtIn(id: string): RulesDocument {
  const file = new URL(`../../../crates/kernel/baccarat/rules/${id}.toml`, import.meta.url);
  return readDocument(readFileSync(file, 'utf8'));
}

function spot(id: string, title: string, closed_from_round: number | null): SpotView {
  return { spot: id, title, push: [], pays: [], shown: [], minimum: 1, maximum: 2, closed_from_round };
}

function said(id: string, more: Partial<RulesView> = {}, ante = 0): Record<string, string> {
  const rules: RulesView = {
    id,
    title: '',
    opposing_sides: true,
    bonus_money: null,
    roads_clear: false,
    rounding: 'down',
    odds_shown: 'to_one',
    spots: [],
    ...more,
  };
  const all = matters(builtIn(id), tableView({ rules, ante }));
  return Object.fromEntries(all.map(({ name, sentences }) => [name, sentences.join(' ')]));
}

describe('the rules in words', () => {
  it('say how a shoe begins and ends', () => {
    expect(said('live-commission')).toMatchObject({
      Shoe: '8 decks, 416 cards, shuffled together.',
      'Burned cards':
        'The first card of a new shoe is shown, and as many cards as it counts are burned face down; 10 for a 10, jack, queen or king.',
      'End of the shoe':
        'The cut card lies 14 cards before the end. One more round follows the one in which it comes out.',
    });
    expect(said('gold-card')).toMatchObject({
      'Burned cards': '8 cards are burned face down before the first round.',
      'End of the shoe':
        'The cut card lies 156 cards before the end. The round in which it comes out is the last.',
    });
    expect(said('sixty-round')).toMatchObject({
      'Burned cards': 'No card is burned before the first round.',
      'End of the shoe': 'A shoe ends after round 60.',
    });
  });

  it('say what becomes of the bets of a patron who leaves', () => {
    expect(said('live-commission')['Leaving']).toContain('your bets stand');
    expect(said('gold-card')['Leaving']).toContain('your bets are returned');
  });

  it('say which sides, antes and bonus money they allow', () => {
    expect(said('sixty-round', {}, 50_000)).toMatchObject({
      'Player and Banker': 'You may not bet on both Player and Banker in one round.',
      Ante: 'Your balance, bonus money included, must be at least 500.00 when you sit down. You do not pay it.',
    });
    // The rules leave the amount to the table, and a table may ask for one that its rules do not name.
    expect(said('sixty-round')['Ante']).toBe('No balance is needed to sit down.');
    expect(said('live-commission', {}, 50_000)['Ante']).toContain('at least 500.00');
    expect(said('three-bet')['Bonus money']).toBeUndefined();
    const bonus_money = { stake_share: [1, 2], win_chance: [9, 10] } as const;
    const rule = { stake_share: [...bonus_money.stake_share], win_chance: [...bonus_money.win_chance] };
    expect(said('three-bet', { bonus_money: rule as RulesView['bonus_money'] })['Bonus money']).toContain(
      'in more than 90% of all rounds, bonus money may be at most 50% of your total bet',
    );
  });

  it('say from which round on bets are closed, together for the same round', () => {
    const spots = [spot('big', 'Big', 32), spot('small', 'Small', 32), spot('tie', 'Tie', null)];
    expect(said('live-commission', { spots })['Closing bets']).toBe(
      'Big and Small: closed from round 32 of a shoe.',
    );
    expect(said('gold-card')['Closing bets']).toBeUndefined();
  });

  it.each(['live-commission', 'live-no-commission', 'live-pairs', 'gold-card', 'sixty-round', 'three-bet'])(
    'have words for all that %s says',
    (id) => {
      expect(Object.keys(said(id))).toEqual([
        'Shoe',
        'Burned cards',
        'End of the shoe',
        'Player and Banker',
        'Leaving',
        'Unreadable card',
        'Wrong result',
        'Void round',
        'Interrupted round',
        'Ante',
        'Limits',
        'Rounding',
        'Odds',
        'Road maps',
      ]);
      const tableau = builtIn(id).word('drawing.third_cards');
      expect(drawRows(tableau, 'player')).toHaveLength(2);
      expect(drawRows(tableau, 'banker')).toHaveLength(6);
    },
  );

  it('have no drawing table for a tableau that is newer than the page', () => {
    expect(drawRows('another_tableau', 'banker')).toEqual([]);
  });
});
