// Server messages for unit tests. Not part of the page.
import type { PublicEvent, TableView } from '../wire/messages';
import type { Frame, Snapshot } from './live-table';

export function tableView(changes: Partial<TableView> = {}): TableView {
  return {
    table_id: 1,
    name: 'Emerald',
    status: 'open',
    rules: {
      id: 'live-commission',
      title: 'Live baccarat',
      opposing_sides: true,
      bonus_money: null,
      roads_clear: false,
      rounding: 'down',
      odds_shown: 'to_one',
      spots: [],
    },
    currency: 'PLAY',
    decimals: 2,
    play_money: true,
    phase: { name: 'betting', closes_at: 15_000 },
    shoe: {
      shoe_no: 1,
      round_no: 1,
      remaining: 406,
      size: 416,
      cut_card_out: false,
      last_round: false,
      closed_spots: [],
    },
    cards: { player: { cards: [], total: 0 }, banker: { cards: [], total: 0 } },
    result: null,
    rounds: [],
    totals: [],
    patrons: 1,
    ante: 0,
    auto_rounds: 100,
    card_ms: 1_000,
    ...changes,
  };
}

export function snapshot(seq: number, changes: Partial<TableView> = {}, now = 0): Snapshot {
  return { type: 'snapshot', seq, now, table: tableView(changes) };
}

export function frame(seq: number, event: PublicEvent, at = 0): Frame {
  return { type: 'frame', table_id: 1, seq, at, event };
}
