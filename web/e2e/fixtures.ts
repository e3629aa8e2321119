// The two tables of the mock house, from recorded shoes.
import { readFileSync } from 'node:fs';
import type {
  Protection,
  RealityCheck,
  RulesOdds,
  ServerMessage,
  SpotRange,
  SpotView,
  StatementLine,
  TableView,
} from '../src/lib/wire/messages';
import { MockTable } from './mock-table';
import type { RecordedShoe } from './recorded-shoe';

/** The house rules of both mock tables, as the server has them built in. */
export const HOUSE_RULES = readFileSync(
  new URL('../../crates/kernel/baccarat/rules/live-commission.toml', import.meta.url),
  'utf8',
);

interface Recorded {
  readonly shoes: readonly [RecordedShoe, RecordedShoe];
}

/** Coups of two simulated shoes. */
const recorded = JSON.parse(
  readFileSync(new URL('./fixtures/shoes.json', import.meta.url), 'utf8'),
) as Recorded;

function spot(
  id: string,
  title: string,
  shown: string[],
  maximum: number,
  closed: number | null = null,
): SpotView {
  return { spot: id, title, push: [], pays: [], shown, minimum: 100, maximum, closed_from_round: closed };
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
    status: 'open',
    rules: {
      id,
      title,
      opposing_sides: true,
      bonus_money: null,
      roads_clear: id === 'gold-card',
      rounding: 'down',
      odds_shown: id === 'gold-card' ? 'with_stake' : 'to_one',
      spots,
    },
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
    totals: [],
    patrons: 3,
    ante: 0,
    auto_rounds: 100,
    card_ms: 1_000,
  };
}

/** Makes both tables; they call `pay` for each payout to a patron. */
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

/** A statement with a line of every kind, newest first. */
export function statement(now: number): StatementLine[] {
  const round = (round_no: number) => ({ table_id: 1, round: { shoe_no: 12, round_no } });
  const sums = { staked: 0, paid: 0, lent: 0, repaid: 0, owed: 0 };
  const none = { ...sums, table_id: null, round: null, revision: 0 };
  const lines = [
    {
      ...sums,
      ...round(41),
      kind: 'settled',
      revision: 1,
      staked: 50_000,
      paid: 97_500,
      repaid: 30_000,
      change: 17_500,
      balance: 467_500,
    },
    {
      ...sums,
      ...round(39),
      kind: 'corrected',
      revision: 2,
      paid: -97_500,
      lent: 30_000,
      owed: 30_000,
      change: -67_500,
      balance: 450_000,
    },
    {
      ...sums,
      ...round(40),
      kind: 'voided',
      revision: 1,
      staked: 10_000,
      paid: 10_000,
      change: 0,
      balance: 517_500,
    },
    { ...none, kind: 'posted', change: -530_000, balance: 517_500 },
    {
      ...sums,
      ...round(39),
      kind: 'settled',
      revision: 1,
      staked: 50_000,
      paid: 97_500,
      change: 47_500,
      balance: 1_047_500,
    },
    { ...none, kind: 'posted', change: 1_000_000, balance: 1_000_000 },
  ];
  return lines.map((line, idx) => ({ ...line, no: lines.length - idx, at: now - idx * 60_000 }));
}

/** The protection of a patron who asked for reality checks, with the one that waits. */
export function protection(check: RealityCheck | null): Protection {
  return {
    now: Date.now(),
    contact: null,
    limits: { reality_check_minutes: 30 },
    pending: [],
    paused_until: null,
    exclusion: null,
    played: [],
    at_risk: 0,
    play_time: { day_minutes: 31, week_minutes: 31 },
    reality_check: check,
    reality_check_due: check !== null,
  };
}

/** The odds of both tables, without a spot. */
export const ODDS: RulesOdds = {
  id: 'live-commission',
  digest: '',
  decks: 8,
  draws: '4998398275503360',
  odds_shown: 'to_one',
  rounding: 'down',
  spots: [],
};

/** The range of every patron: at most 200 on the tie, at least 5 on Player, and no Big. */
export const RANGE: SpotRange[] = [
  { spot: 'player', minimum: 500, maximum: null },
  { spot: 'tie', minimum: 0, maximum: 20_000 },
  { spot: 'big', minimum: 0, maximum: 0 },
];
