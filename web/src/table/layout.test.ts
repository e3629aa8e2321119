// The rows of a layout.
import { describe, expect, it } from 'vitest';
import type { SpotView } from '$lib/wire/messages';
import { layoutRows } from './layout';

const spot = (id: string): SpotView => ({
  spot: id,
  title: id,
  push: [],
  pays: [],
  shown: ['1'],
  minimum: 100,
  maximum: 100_000,
  closed_from_round: null,
});
const ids = (spots: readonly SpotView[]) => spots.map((view) => view.spot);

describe('a layout', () => {
  it('has Player left, Banker right and the tie between them', () => {
    const spots = ['player', 'banker', 'tie', 'player_pair', 'banker_pair', 'big', 'small'].map(spot);
    const { main, side } = layoutRows(spots);
    expect(ids(main)).toEqual(['player', 'tie', 'banker']);
    expect(ids(side)).toEqual(['player_pair', 'big', 'small', 'banker_pair']);
  });

  it('leaves out what the house rules do not have', () => {
    const { main, side } = layoutRows(['player', 'banker', 'tie'].map(spot));
    expect(ids(main)).toEqual(['player', 'tie', 'banker']);
    expect(side).toEqual([]);
  });
});
