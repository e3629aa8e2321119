// Chips before the table has them: placed, taken back, sent, accepted or refused.
import { describe, expect, it } from 'vitest';
import {
  accepted,
  bySpot,
  doublingMove,
  EMPTY_SLIP,
  addMove,
  answered,
  inFlight,
  markLate,
  refused,
  send,
  discardUnconfirmed,
  sentAgain,
  unanswered,
  unconfirmed,
  undo,
  type SentSlip,
  type Slip,
} from './slip';

const ROUND = { shoeNo: 1, roundNo: 4 };
const as = (slipId: string, more: Partial<SentSlip> = {}) => ({
  slipId,
  ...ROUND,
  replaces: false,
  sentAt: 1_000,
  ...more,
});
const chip = (spot: string, stake: number) => [{ spot, stake }];
const two: Slip = addMove(addMove(EMPTY_SLIP, chip('player', 1_000)), chip('tie', 500));

describe('a slip', () => {
  it('adds up the chips of a spot', () => {
    const slip = addMove(two, chip('player', 5_000));
    expect(bySpot(slip.moves)).toEqual([
      { spot: 'player', stake: 6_000 },
      { spot: 'tie', stake: 500 },
    ]);
    expect(unconfirmed(slip)).toBe(6_500);
  });

  it('is undone one move at a time, a rebet being one', () => {
    const rebet = addMove(two, [...chip('banker', 100), ...chip('big', 100)]);
    expect(undo(rebet)).toEqual(two);
    expect(undo(undo(undo(undo(rebet))))).toEqual(EMPTY_SLIP);
    expect(discardUnconfirmed(rebet)).toEqual(EMPTY_SLIP);
  });

  it('ignores a move without a chip', () => {
    expect(addMove(two, [])).toBe(two);
  });

  it('keeps a sent slip apart from the chips placed after it', () => {
    const sent = addMove(send(two, as('a')), chip('banker', 200));
    expect(unconfirmed(sent)).toBe(200);
    expect(inFlight(sent, ROUND)).toEqual([
      { spot: 'player', stake: 1_000 },
      { spot: 'tie', stake: 500 },
    ]);
    expect(accepted(sent, 'a')).toEqual({ moves: [chip('banker', 200)], sent: [] });
  });

  it('becomes unconfirmed again when it is refused and the patron confirms by hand', () => {
    const sent = addMove(send(two, as('a')), chip('banker', 200));
    expect(unconfirmed(refused(sent, 'a', true))).toBe(1_700);
    expect(unconfirmed(refused(sent, 'a', false))).toBe(200);
    expect(refused(sent, 'a', true).sent).toEqual([]);
  });

  it('ignores the answer to another slip', () => {
    const sent = send(two, as('a'));
    expect(accepted(sent, 'b')).toEqual(sent);
    expect(refused(sent, 'b', true)).toEqual(sent);
  });

  it('doubles all stakes, confirmed or not', () => {
    const wagers = [{ spot: 'player', stake: 2_000 }];
    expect(doublingMove(two, ROUND, wagers)).toEqual([
      { spot: 'player', stake: 3_000 },
      { spot: 'tie', stake: 500 },
    ]);
  });

  it('doubles what is on its way in this round, and nothing of the round before', () => {
    const before = send(addMove(EMPTY_SLIP, chip('tie', 700)), as('a', { roundNo: 3 }));
    const sent = send(addMove(before, chip('player', 1_000)), as('b'));
    expect(doublingMove(sent, ROUND, [])).toEqual(chip('player', 1_000));
  });

  it('doubles what is to replace the wagers that stand, and nothing of those', () => {
    const sent = send(addMove(EMPTY_SLIP, chip('player', 1_000)), as('a', { replaces: true }));
    expect(doublingMove(sent, ROUND, chip('tie', 2_000))).toEqual(chip('player', 1_000));
  });

  it('is on the layout in its own round only, and unanswered after it', () => {
    const sent = send(two, as('a'));
    const next = { ...ROUND, roundNo: 5 };
    expect([inFlight(sent, next), unanswered(sent, next)]).toEqual([[], 1_500]);
    expect(unanswered(sent, ROUND)).toBe(0);
  });

  it('is late once its answer takes too long, or once it was sent again', () => {
    const sent = send(two, as('a'));
    expect(markLate(sent, 1_000)).toBe(sent);
    expect(answered(markLate(sent, 1_001), 'a')).toEqual({ stake: 1_500, late: true });
    expect(answered(sentAgain(sent, 1_000), 'a')?.late).toBe(true);
    expect(answered(sent, 'a')?.late).toBe(false);
    expect(answered(accepted(sent, 'a'), 'a')).toBeNull();
  });
});
