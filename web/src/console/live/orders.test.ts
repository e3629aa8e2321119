// The orders at a live table are offered where they make sense, and say what the supervisor saw.
import { describe, expect, it } from 'vitest';
import { finding, live } from '$lib/live/fixtures';
import type { TableView } from '$lib/wire/messages';
import { actionOf, isOffered, isProved, lying, ORDERS, seenFor } from './orders';

const hands = (player: string[], banker: string[]) =>
  ({
    player: { cards: player, total: 0 },
    banker: { cards: banker, total: 0 },
  }) as unknown as TableView['cards'];
const shut = (why: string) => ({ open: false, slot: null, why });
const draft = { label: 'BOX-0118', seal: '', dealer: 7, slot: 'P2' } as const;

describe('the cards on the table', () => {
  it('have the places in which they were dealt', () => {
    const cards = lying(hands(['9h', 'Ks'], ['Kd', '3c', '5s']));
    expect(cards.map(({ slot, card }) => `${slot} ${card}`)).toEqual([
      'P1 9h',
      'B1 Kd',
      'P2 Ks',
      'B2 3c',
      'B3 5s',
    ]);
    expect(lying(null)).toEqual([]);
  });
});

describe('an order', () => {
  it('is offered where it makes sense', () => {
    const offered = (more: Parameters<typeof live>[0], cards = lying(null)) =>
      ORDERS.filter((order) => isOffered(order, live(more), cards));
    expect(offered({ shoe: null, dealer: null, waits_for: 'dealer' })).toEqual(['assign_shoe', 'seat']);
    expect(offered({ waits_for: 'recording' })).toContain('allow_unrecorded');
    expect(offered({ waits_for: 'start' })).not.toContain('allow_unrecorded');
    expect(offered({ waits_for: 'start' })).toContain('open_free_round');
    const cards = lying(hands(['9h'], []));
    expect(offered({ waits_for: 'card' }, cards)).toContain('misread');
    expect(offered({ waits_for: 'finding', finding: finding() }, cards)).not.toContain('misread');
  });

  it.each<[string, Parameters<typeof live>[0], boolean]>([
    ['the dealer may begin', { waits_for: 'start' }, true],
    ['the clock may begin', { waits_for: null }, true],
    ['bets are taken', { waits_for: null, gate: shut('betting') }, false],
    ['betting is over, and no card is asked for', { waits_for: null, gate: shut('deal') }, false],
    ['the dealer holds', { waits_for: 'hold', held: true }, false],
    ['the shoe is over', { waits_for: 'shoe' }, false],
    ['it is halted', { gate: shut('halted') }, false],
    ['it is halted, and the clock begins its rounds', { waits_for: null, gate: shut('halted') }, false],
  ])('of a free hand is offered at a table where %s', (_, table, offered) => {
    expect(isOffered('open_free_round', live(table), [])).toBe(offered);
  });

  it('that ends a shoe or does without a recording is proved', () => {
    expect(ORDERS.filter(isProved)).toEqual(['allow_unrecorded', 'end_shoe']);
  });

  it('says what the server needs of it, and what the supervisor saw', () => {
    const table = live({ seq: 41, dealer: 7 });
    expect(actionOf('misread', table, draft)).toEqual({ type: 'misread', slot: 'P2' });
    expect(actionOf('unseat', table, draft)).toEqual({ type: 'unseat', dealer: 7 });
    expect(actionOf('assign_shoe', table, draft)).toEqual({ type: 'assign_shoe', label: 'BOX-0118' });
    const sealed = { ...draft, seal: 'S-4711' };
    expect(actionOf('assign_shoe', table, sealed)).toMatchObject({ label: 'BOX-0118', seal: 'S-4711' });
    expect([seenFor('misread', table), seenFor('seat', table)]).toEqual([41, undefined]);
    expect(seenFor('assign_shoe', table)).toBe(41);
  });
});
