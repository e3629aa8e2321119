// The two tables of the mock house, from recorded shoes.
import { readFileSync } from 'node:fs';
import type { RoadMap, ServerMessage, SpotView, TableView } from '../src/lib/wire/messages';
import { MockTable, type RecordedShoe } from './mock-table';

interface Recorded {
  readonly empty: RoadMap;
  readonly shoes: readonly [RecordedShoe, RecordedShoe];
}

/** Coups of two simulated shoes with the roads after each, as the roads crate folds them. */
export const recorded = JSON.parse(
  readFileSync(new URL('./fixtures/shoes.json', import.meta.url), 'utf8'),
) as Recorded;

function spot(
  id: string,
  title: string,
  odds: string[],
  maximum: number,
  closed: number | null = null,
): SpotView {
  return { spot: id, title, odds, minimum: 100, maximum, closed_from_round: closed };
}

const LIVE: SpotView[] = [
  spot('player', 'Player', ['1'], 500_000),
  spot('banker', 'Banker', ['0.95'], 500_000),
  spot('tie', 'Tie', ['8'], 50_000),
  spot('player_pair', 'Player Pair', ['11'], 50_000),
  spot('banker_pair', 'Banker Pair', ['11'], 50_000),
  spot('big', 'Big', ['0.5'], 100_000, 32),
  spot('small', 'Small', ['1.5'], 100_000, 32),
];

const GOLD: SpotView[] = [
  spot('player', 'Player', ['x2'], 500_000),
  spot('banker', 'Banker', ['x1.95'], 500_000),
  spot('tie', 'Tie', ['x9'], 50_000),
  spot('player_pair', 'Player Pair', ['x12'], 50_000),
  spot('banker_pair', 'Banker Pair', ['x12'], 50_000),
  spot('lucky_6', 'Lucky 6', ['x13', 'x21'], 50_000),
];

function view(table_id: number, name: string, id: string, title: string, spots: SpotView[]): TableView {
  return {
    table_id,
    name,
    rules: { id, title, opposing_sides: true, bonus_money: null, roads_clear: id === 'gold-card', spots },
    currency: 'PLAY',
    decimals: 2,
    play_money: true,
    phase: { name: 'closed' },
    shoe: {
      shoe_no: 12,
      round_no: 0,
      remaining: 0,
      size: 416,
      cut_card_out: false,
      last_round: false,
      closed_spots: [],
    },
    cards: { player: { cards: [], total: 0 }, banker: { cards: [], total: 0 } },
    result: null,
    rounds: [],
    road_map: recorded.empty,
    patrons: 3,
  };
}

/** Both tables; `pay` is told what a settlement brings a patron. */
export function makeTables(
  pay: (patron: number, amount: number, message: ServerMessage) => void,
): [MockTable, MockTable] {
  const now = () => Date.now();
  const [first, second] = recorded.shoes;
  return [
    new MockTable(view(1, 'Salon One', 'live-commission', 'Live baccarat', LIVE), first, now, pay),
    new MockTable(view(2, 'Gold Room', 'gold-card', 'Gold card baccarat', GOLD), second, now, pay),
  ];
}
