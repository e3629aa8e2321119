// The state of a table is folded from a snapshot and the frames after it.
import { describe, expect, it } from 'vitest';
import type { PublicEvent } from '../wire/messages';
import { frame, snapshot } from './fixtures';
import {
  applyFrame,
  applyTotals,
  deadline,
  displayedStakes,
  EMPTY_SEAT,
  fromSnapshot,
  stakedIn,
  updateSeat,
  type LiveTable,
  waits,
} from './live-table';

const SHOE = {
  shoe_no: 1,
  round_no: 1,
  remaining: 400,
  size: 416,
  cut_card_out: false,
  last_round: false,
  closed_spots: [],
};
const CLOSED: PublicEvent = { type: 'betting_closed', phase: { name: 'closed' } };
const CARD: PublicEvent = {
  type: 'card_drawn',
  phase: { name: 'dealing' },
  card: '9h',
  side: 'player',
  cards: { player: { cards: ['9h'], total: 9 }, banker: { cards: [], total: 0 } },
  shoe: { ...SHOE, remaining: 399 },
};
const ENDED: PublicEvent = {
  type: 'round_ended',
  phase: { name: 'settled', next_at: 9_000 },
  result: {
    name: 'settled',
    outcome: 'player',
    player_total: 9,
    banker_total: 2,
    winning_spots: ['player'],
    bead: 'Pn',
  },
  shoe: { shoe_no: 1, round_no: 1, remaining: 398, last_round: true },
};

function applied(table: LiveTable, ...frames: [seq: number, event: PublicEvent, at?: number][]): LiveTable {
  return frames.reduce((before, [seq, event, at]) => {
    const outcome = applyFrame(before, frame(seq, event, at));
    if (outcome.kind !== 'applied') {
      throw new Error(outcome.kind);
    }
    return outcome.table;
  }, table);
}

describe('applying frames', () => {
  const start = fromSnapshot(snapshot(41, {}, 3_000));

  it('continues from the last frame, whose number is one less', () => {
    const table = applied(start, [42, CLOSED], [43, CARD]);
    expect(table.seq).toBe(43);
    expect(table.view.phase.name).toBe('dealing');
    expect(table.view.cards.player).toEqual({ cards: ['9h'], total: 9 });
  });

  it('says what a table with a dealer waits for after each frame', () => {
    const live = { waits_for: 'card', finding: null, free_round: false };
    const outcome = applyFrame(start, { ...frame(42, CLOSED), live });
    expect(outcome.kind === 'applied' && outcome.table.view.live).toEqual(live);
    expect(applied(start, [42, CLOSED]).view.live).toBeUndefined();
  });

  it('detects a gap and a stale frame', () => {
    expect(applyFrame(start, frame(43, CARD)).kind).toBe('gap');
    expect(applyFrame(start, frame(41, CLOSED)).kind).toBe('stale');
  });

  it('keeps cards and result until the next round begins', () => {
    const ended = applied(start, [42, CLOSED], [43, CARD], [44, ENDED, 4_000]);
    expect(ended.view.cards.player.cards).toEqual(['9h']);
    expect(ended.view.shoe).toEqual({ ...SHOE, remaining: 398, last_round: true });
    const next = applied(ended, [
      45,
      {
        type: 'betting_opened',
        phase: { name: 'betting', closes_at: 24_000 },
        shoe: { ...SHOE, round_no: 2 },
      },
      9_000,
    ]);
    expect(next.view.cards.player.cards).toEqual([]);
    expect(next.view.result).toBeNull();
    expect(next.countdownMs).toBe(15_000);
  });

  it('adds the bead of a settled round, none of a void, and takes a corrected list', () => {
    const voided: PublicEvent = { ...ENDED, result: { name: 'voided', reason: 'unreadable_card' } };
    const ended = applied(start, [42, ENDED], [43, voided], [44, ENDED]);
    expect(ended.view.rounds).toEqual(['Pn', 'Pn']);
    const corrected: PublicEvent = {
      type: 'round_corrected',
      round: { shoe_no: 1, round_no: 1 },
      revision: 2,
      end: { name: 'voided', reason: 'supervisor' },
      end_cards: [],
      result: null,
      cards: { player: { cards: [], total: 0 }, banker: { cards: [], total: 0 } },
      rounds: ['Pn'],
    };
    expect(applied(ended, [45, corrected]).view.rounds).toEqual(['Pn']);
  });

  it('keeps the beads of the shoe before, until one of its rounds is corrected', () => {
    const shoe = { ...SHOE, shoe_no: 2, round_no: 0, remaining: 416 };
    const ended = applied(start, [42, ENDED], [43, { type: 'shoe_opened', shoe }], [44, CLOSED]);
    expect(ended.endedShoe).toEqual({ shoeNo: 1, rounds: ['Pn'] });
    const corrected = (shoe_no: number): PublicEvent => ({
      type: 'round_corrected',
      round: { shoe_no, round_no: 1 },
      revision: 2,
      end: { name: 'voided', reason: 'supervisor' },
      end_cards: [],
      result: null,
      cards: { player: { cards: [], total: 0 }, banker: { cards: [], total: 0 } },
      rounds: [],
    });
    expect(applied(ended, [45, corrected(2)]).endedShoe).toEqual(ended.endedShoe);
    expect(applied(ended, [45, corrected(1)]).endedShoe).toBeNull();
    const next = { ...shoe, shoe_no: 3 };
    expect(applied(ended, [45, { type: 'shoe_opened', shoe: next }]).endedShoe).toBeNull();
  });

  it('takes the totals per spot of its own round, until the next one begins', () => {
    const totals = [{ spot: 'tie', stake: 100, patrons: 2 }];
    const message = (round_no: number) =>
      ({ type: 'spot_totals', table_id: 1, round: { shoe_no: 1, round_no }, totals }) as const;
    expect(applyTotals(start, message(2)).view.totals).toEqual([]);
    const told = applyTotals(start, message(1));
    expect(told.view.totals).toEqual(totals);
    const shoe = { ...SHOE, round_no: 2 };
    const phase = { name: 'betting', closes_at: 24_000 } as const;
    expect(applied(told, [42, { type: 'betting_opened', phase, shoe }]).view.totals).toEqual([]);
  });

  it('measures a countdown, also when it joins in the middle', () => {
    expect(start.countdownMs).toBe(12_000);
    expect(applied(start, [42, CLOSED]).countdownMs).toBe(0);
    expect(deadline({ name: 'settled', next_at: 9 })).toBe(9);
    expect(deadline({ name: 'dealing' })).toBeNull();
  });

  it('forgets the beads with a new shoe and reports the burned cards', () => {
    const ended = applied(start, [42, CLOSED], [43, CARD], [44, ENDED]);
    const shoe = { ...SHOE, shoe_no: 2, round_no: 0, remaining: 416 };
    const fresh = applied(
      ended,
      [45, { type: 'shoe_opened', shoe }],
      [46, { type: 'cards_burned', first: '7s', face_down: 7, shoe: { ...shoe, remaining: 408 } }],
    );
    expect(fresh.view.rounds).toEqual([]);
    expect(fresh.view.phase.name).toBe('shuffling');
    expect(fresh.view.shoe.remaining).toBe(408);
    expect(fresh.burned).toEqual({ first: '7s', faceDown: 7 });
  });
});

describe('the seat of a patron', () => {
  const round = { shoe_no: 1, round_no: 1 };
  const wagers = [{ spot: 'player', stake: 1_000 }];
  const seat = updateSeat(EMPTY_SEAT, {
    type: 'yours',
    seq: 41,
    table_id: 1,
    round,
    wagers,
    staked: 1_000,
    last_wagers: [],
  });
  const lines = [{ spot: 'player', stake: 1_000, resolution: 'win', payout: 2_000 }];
  const settled = updateSeat(seat, {
    type: 'you_settled',
    seq: 42,
    table_id: 1,
    round,
    wagers: lines,
    staked: 1_000,
    paid: 2_000,
  });

  it('shows the stakes of the current round only', () => {
    expect(displayedStakes(seat, SHOE)).toEqual(wagers);
    expect(displayedStakes(seat, { ...SHOE, round_no: 2 })).toEqual([]);
  });

  it('shows the settled stakes after the table has released them', () => {
    const released = updateSeat(settled, {
      type: 'yours',
      seq: 41,
      table_id: 1,
      round,
      wagers: [],
      staked: 0,
      last_wagers: wagers,
    });
    expect(released.settled?.paid).toBe(2_000);
    expect(displayedStakes(released, SHOE)).toEqual(wagers);
  });

  it('drops the settlement when the next round begins', () => {
    const next = updateSeat(settled, {
      type: 'yours',
      seq: 41,
      table_id: 1,
      round: { ...round, round_no: 2 },
      wagers: [],
      staked: 0,
      last_wagers: wagers,
    });
    expect(next.settled).toBeNull();
    expect(next.lastWagers).toEqual(wagers);
  });

  it('has the wagers of an accepted slip at once, and none of a repeat after the end', () => {
    const accepted = { type: 'slip_accepted', table_id: 1, seq: 41, slip_id: 'a', round } as const;
    const more = { wagers: [{ spot: 'tie', stake: 2_000 }], staked: 2_000 };
    expect(updateSeat(seat, { ...accepted, ...more }).staked).toBe(2_000);
    expect(updateSeat(seat, accepted)).toBe(seat);
    expect(updateSeat(settled, { ...accepted, ...more })).toBe(settled);
    expect(updateSeat(seat, { ...accepted, ...more, round: { ...round, round_no: 9 } })).toBe(seat);
  });

  it('has the result of the round on a page that was opened after it', () => {
    const last = { round, revision: 1, voided: null, wagers: lines, staked: 1_000, paid: 2_000 };
    const yours = { seq: 43, table_id: 1, wagers: [], staked: 0, last_wagers: wagers, last };
    const later = { ...round, round_no: 2 };
    const reloaded = updateSeat(EMPTY_SEAT, { type: 'yours', ...yours, round });
    expect(reloaded.settled).toEqual({ lines, staked: 1_000, paid: 2_000, voided: false, corrected: [] });
    const again = { ...yours, last: { ...last, revision: 2 } };
    const [own] = lines.map(({ spot }) => spot);
    expect(updateSeat(EMPTY_SEAT, { type: 'yours', ...again, round }).settled?.corrected).toEqual([own]);
    expect(updateSeat(EMPTY_SEAT, { type: 'yours', ...yours, round: later }).settled).toBeNull();
  });

  it('takes a correction of its round over, and names the spots that it was about', () => {
    const end = { round, revision: 2, voided: null, wagers: [], staked: 1_000, paid: 0 };
    const corrected = { type: 'you_corrected', table_id: 1, seq: 44, end, difference: -2_000 } as const;
    const [spot] = lines.map((line) => line.spot);
    expect(updateSeat(settled, corrected).settled).toMatchObject({ paid: 0, corrected: [spot] });
    const other = { ...corrected, end: { ...end, round: { ...round, round_no: 9 } } };
    expect(updateSeat(settled, other)).toBe(settled);
    expect(updateSeat(seat, corrected), 'before the end').toBe(seat);
  });

  it('tells a void from a settlement', () => {
    const voided = updateSeat(seat, { type: 'you_voided', table_id: 1, seq: 42, round, returned: 1_000 });
    expect(voided.settled).toMatchObject({ lines: [], staked: 1_000, paid: 1_000, voided: true });
  });

  it('has stakes in a round until the next one, and none in a void round', () => {
    expect([stakedIn(EMPTY_SEAT), stakedIn(seat), stakedIn(settled)]).toEqual([0, 1_000, 1_000]);
    const voided = updateSeat(seat, { type: 'you_voided', table_id: 1, seq: 42, round, returned: 1_000 });
    expect(stakedIn(voided)).toBe(0);
    const end = { round, revision: 2, voided: 'supervisor', wagers: [], staked: 1_000, paid: 1_000 };
    const corrected = { type: 'you_corrected', table_id: 1, seq: 44, end, difference: -1_000 } as const;
    expect(stakedIn(updateSeat(settled, corrected))).toBe(0);
  });
});

describe('a table that begins no round', () => {
  it('is shown as halted or closed once its round is over', () => {
    const over = { name: 'settled', next_at: 0 } as const;
    const betting = { name: 'betting', closes_at: 0 } as const;
    expect(waits('halted', over)).toBe('halted');
    expect(waits('closed', { name: 'shuffling' })).toBe('closed');
    expect(waits('halted', betting)).toBeNull();
    expect(waits('open', over)).toBeNull();
  });
});
