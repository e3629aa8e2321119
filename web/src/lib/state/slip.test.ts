// Chips on their way: laid, taken back, sent, answered.
import { describe, expect, it } from 'vitest';
import {
  accepted,
  bySpot,
  doubling,
  EMPTY_SLIP,
  laid,
  lay,
  onTheWay,
  refused,
  send,
  sweep,
  undo,
  type Slip,
} from './slip';

const ROUND = { shoeNo: 1, roundNo: 4 };
const chip = (spot: string, stake: number) => [{ spot, stake }];
const two: Slip = lay(lay(EMPTY_SLIP, chip('player', 1_000)), chip('tie', 500));

describe('a slip', () => {
  it('adds up the chips of a spot', () => {
    const slip = lay(two, chip('player', 5_000));
    expect(bySpot(slip.moves)).toEqual([
      { spot: 'player', stake: 6_000 },
      { spot: 'tie', stake: 500 },
    ]);
    expect(laid(slip)).toBe(6_500);
  });

  it('is undone one move at a time, a rebet being one', () => {
    const rebet = lay(two, [...chip('banker', 100), ...chip('big', 100)]);
    expect(undo(rebet)).toEqual(two);
    expect(undo(undo(undo(undo(rebet))))).toEqual(EMPTY_SLIP);
    expect(sweep(rebet)).toEqual(EMPTY_SLIP);
  });

  it('does not grow by a move without a chip', () => {
    expect(lay(two, [])).toBe(two);
  });

  it('waits for its answer apart from what is laid meanwhile', () => {
    const sent = lay(send(two, 'a', ROUND), chip('banker', 200));
    expect(laid(sent)).toBe(200);
    expect(onTheWay(sent)).toEqual([
      { spot: 'player', stake: 1_000 },
      { spot: 'tie', stake: 500 },
    ]);
    expect(accepted(sent, 'a')).toEqual({ moves: [chip('banker', 200)], sent: [] });
  });

  it('comes back when it is refused and the patron confirms by hand', () => {
    const sent = lay(send(two, 'a', ROUND), chip('banker', 200));
    expect(laid(refused(sent, 'a', true))).toBe(1_700);
    expect(laid(refused(sent, 'a', false))).toBe(200);
    expect(refused(sent, 'a', true).sent).toEqual([]);
  });

  it('is not touched by the answer to another', () => {
    const sent = send(two, 'a', ROUND);
    expect(accepted(sent, 'b')).toEqual(sent);
    expect(refused(sent, 'b', true)).toEqual(sent);
  });

  it('doubles what lies there, confirmed or not', () => {
    const wagers = [{ spot: 'player', stake: 2_000 }];
    expect(doubling(two, wagers)).toEqual([
      { spot: 'player', stake: 3_000 },
      { spot: 'tie', stake: 500 },
    ]);
  });
});
