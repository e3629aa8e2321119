// The lobby's choice is kept by the browser, and what it does not understand is dropped.
import { beforeEach, describe, expect, it } from 'vitest';
import { LobbyChoice } from './lobby-choice.svelte';
import { storage } from './storage';

beforeEach(() => {
  for (const key of ['lobby.view', 'lobby.order', 'lobby.filter', 'lobby.rules', 'favourites']) {
    storage.remove(`punto.${key}`);
  }
});

describe('the choice in the lobby', () => {
  it('is kept, but for the search', () => {
    const first = new LobbyChoice();
    first.view = 'list';
    first.order = 'closing';
    first.rules = 'gold-card';
    first.toggle('favourites');
    first.toggle('betting');
    first.search = 'Salon';
    const again = new LobbyChoice();
    expect([again.view, again.order, again.rules]).toEqual(['list', 'closing', 'gold-card']);
    expect(again.flags).toEqual(['betting', 'favourites']);
    expect(again.search).toBe('');
  });

  it('is cleared at once; view, order and favourites stay', () => {
    const choice = new LobbyChoice();
    choice.view = 'list';
    choice.order = 'name';
    choice.toggle('seats');
    choice.rules = 'gold-card';
    choice.search = 'x';
    choice.star(4);
    choice.clear();
    const again = new LobbyChoice();
    expect([again.flags, again.rules, choice.search]).toEqual([[], '', '']);
    expect([again.view, again.order, [...again.favourites]]).toEqual(['list', 'name', [4]]);
  });

  it('has favourites, which are given up the same way', () => {
    const choice = new LobbyChoice();
    choice.star(4);
    choice.star(2);
    choice.star(4);
    expect([...new LobbyChoice().favourites]).toEqual([2]);
  });

  it('takes nothing from a store that it does not understand', () => {
    storage.set('punto.lobby.order', 'by_luck');
    storage.set('punto.lobby.filter', 'betting nonsense');
    storage.set('punto.favourites', '3 x 5');
    const choice = new LobbyChoice();
    expect([choice.order, choice.flags, [...choice.favourites]]).toEqual(['house', ['betting'], [3, 5]]);
  });
});
