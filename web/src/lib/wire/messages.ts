// Generated from crates/edge/wire by `cargo xtask types`. Change it there.
// Amounts are integers of minor units; times are milliseconds since the epoch, on the server's clock.

/** Gives bonus money, or puts a purse right by hand. Never to below zero. */
export type AdjustWallet = {
  /** Made by the caller: 32 hex digits, with or without the dashes of a UUID. Sent twice, it counts once. */
  request_id: string;
  /** `cash` or `bonus`. */
  purse: Purse;
  /** How much more is in it then, in minor units; less when below zero. */
  change: number;
  /** Why, in the supervisor's words; stays on record. */
  why: string;
};

/** What the next round would add. */
export type Ask = {
  /** Its cell on the big road. */
  big_road: [number, number];
  /** None where the road would not start. */
  big_eye_boy: AskMark | null;
  /** None where the road would not start. */
  small_road: AskMark | null;
  /** None where the road would not start. */
  cockroach_pig: AskMark | null;
};

/** What the next round would add, for both sides. */
export type AskBoth = {
  /** If Banker wins. */
  banker: Ask;
  /** If Player wins. */
  player: Ask;
};

/** A mark that would be added, and where. */
export type AskMark = {
  /** `r` or `b`. */
  mark: string;
  /** Its cell. */
  cell: [number, number];
};

/** Where each round's bead lies. */
export type BeadPlate = {
  /** One cell a round. */
  cells: Array<[number, number]>;
};

/** The big road. */
export type BigRoad = {
  /** Ties before the first cell. */
  opening_ties: number;
  /** The streaks, oldest first. */
  streaks: Array<Streak>;
  /** One cell a round that was no tie, in order. */
  cells: Array<[number, number]>;
};

/**
 * A slip is refused when, with the patron's other wagers of the round, more than a share of the stake is bonus money
 * and at least one of the wagers pays more than its stake with more than a chance.
 */
export type BonusRuleView = {
  /** The share, numerator and denominator. */
  stake_share: [number, number];
  /** The chance, numerator and denominator. */
  win_chance: [number, number];
};

/** The cards on the table. */
export type CardsView = {
  /** The Player hand. */
  player: HandView;
  /** The Banker hand. */
  banker: HandView;
};

/** A message to the server: one JSON object a text frame, told apart by `type`. */
export type ClientMessage =
  | {
      type: "hello";
      /** The secret given when the guest was made. */
      token?: string;
    }
  | {
      type: "watch";
      /** The table. */
      table_id: number;
      /** The last `seq` the client has seen; without it a snapshot is sent. */
      after?: number;
    }
  | {
      type: "leave";
      /** The table. */
      table_id: number;
    }
  | {
      type: "place_slip";
      /** The table. */
      table_id: number;
      /** The round they are meant for; a slip for another round is refused. */
      round: RoundRef;
      /** Made by the client: 32 hex digits, with or without the dashes of a UUID. */
      slip_id: string;
      /** One line a spot. */
      wagers: Array<SlipWager>;
    }
  | {
      type: "clear_wagers";
      /** The table. */
      table_id: number;
      /** The round. */
      round: RoundRef;
      /** Made by the client, like a slip's. */
      request_id: string;
    }
  | {
      type: "ping";
      /** Comes back as it is. */
      nonce: number;
    };

/** A correction as it was proposed, with its dry run, and what became of it. */
export type Correction = {
  /** What it means for each patron with wagers, by ascending patron. */
  patrons: Array<PatronCorrection>;
  /** Its number at its table. */
  correction_no: number;
  /** The table. */
  table_id: number;
  /** The round. */
  round: RoundRef;
  /** The revision of the round that it makes. */
  revision: number;
  /** `open`, `approved` or `withdrawn`. */
  state: string;
  /** Who proposed it. */
  proposed_by: SupervisorName;
  /** Who approved it, if it was. */
  approved_by: SupervisorName | null;
  /** Why, in the words of who proposed it. */
  why: string;
  /** Why the round does not count with it, if it does not. */
  voided: string | null;
  /** The cards as they stood before. */
  cards_before: Array<string>;
  /** The cards as they stand with it; those of a void round do not count. */
  cards_after: Array<string>;
  /** The house rules it was computed by; none in proposals from before this was on record. */
  rules: RulesUsed | null;
};

/** A correction was approved or withdrawn. */
export type CorrectionDecided = {
  /** Whether that had happened before; nothing happened this time then. */
  repeated: boolean;
  /** The correction as it is now. */
  correction: Correction;
};

/** A correction as it was proposed and what became of it, without its dry run. */
export type CorrectionLine = {
  /** Its number at its table. */
  correction_no: number;
  /** The table. */
  table_id: number;
  /** The round. */
  round: RoundRef;
  /** The revision of the round that it makes. */
  revision: number;
  /** `open`, `approved` or `withdrawn`. */
  state: string;
  /** Who proposed it. */
  proposed_by: SupervisorName;
  /** Who approved it, if it was. */
  approved_by: SupervisorName | null;
  /** Why, in the words of who proposed it. */
  why: string;
  /** Why the round does not count with it, if it does not. */
  voided: string | null;
  /** The cards as they stood before. */
  cards_before: Array<string>;
  /** The cards as they stand with it; those of a void round do not count. */
  cards_after: Array<string>;
  /** The house rules it was computed by; none in proposals from before this was on record. */
  rules: RulesUsed | null;
};

/** A correction was proposed. */
export type CorrectionProposed = {
  /** Whether that had happened before; nothing happened this time then. */
  repeated: boolean;
  /** The correction as it is now, with its dry run. */
  correction: Correction;
};

/** Proposals of a table, newest first. */
export type Corrections = {
  /** The proposals, each as it is now. */
  corrections: Array<ProposedCorrection>;
  /** Pass as `before` for older ones; none when there are no more. */
  next_before: number | null;
};

/** A derived road. */
export type DerivedRoad = {
  /** One letter a mark: `r` or `b`. */
  marks: string;
  /** One cell a mark. */
  cells: Array<[number, number]>;
};

/**
 * Why something was not done. Clients act on `code` and put it into the reader's language; `message` is English
 * for developers.
 */
export type ErrorBody = {
  /** Stable, `snake_case`. */
  code: string;
  /** What was wrong and what is accepted. */
  message: string;
  /** The spot it is about. */
  spot?: string;
  /** The bound that was crossed, in minor units (a limit) or as a round (a closed spot). */
  limit?: number;
  /** What already counts towards that bound, in minor units. */
  already?: number;
  /** The spots that cannot stand together, in layout order. */
  spots?: Array<string>;
};

/** The body of every HTTP answer that is not a success. */
export type ErrorEnvelope = {
  /** Why. */
  error: ErrorBody;
  /** Names this request in the server's log. */
  request_id: string;
};

/** A new guest. */
export type Guest = {
  /** The secret that proves who they are. Shown once; the server keeps its hash. */
  token: string;
  /** The patron. */
  patron: PatronInfo;
};

/** A hand so far. */
export type HandView = {
  /** Its cards, such as `9h`. */
  cards: Array<string>;
  /** Its total so far. */
  total: number;
};

/** Whether the server is well. */
export type Health = {
  /** `ok`, or `degraded` when something below fails. */
  status: string;
  /** The program's version. */
  version: string;
  /** Tables that run. */
  tables: number;
};

/** A patron's rounds, newest first. */
export type History = {
  /** The rounds. */
  rounds: Array<HistoryRound>;
  /** Pass as `before` for older ones; none when there are no more. */
  next_before: number | null;
};

/** A round in which the patron had wagers. */
export type HistoryRound = {
  /** The table. */
  table_id: number;
  /** The round. */
  round: RoundRef;
  /** When it ended. */
  at: number;
  /** Its cards in deal order. */
  cards: Array<string>;
  /** `player`, `banker`, `tie` or `voided`. */
  outcome: string;
  /** The patron's wagers as settled. */
  wagers: Array<SettledLine>;
  /** All stakes. */
  staked: number;
  /** All payouts, or what came back. */
  paid: number;
};

/** All tables. */
export type Lobby = {
  /** The server's clock. */
  now: number;
  /** The tables. */
  tables: Array<TableView>;
};

/** Asks for a guest with play money. */
export type NewGuest = {
  /** 2 to 20 characters others will see. */
  nickname: string;
};

/** What a finished round came to for the patron. */
export type OwnEnd = {
  /** The round. */
  round: RoundRef;
  /** 1 for the first settlement or void of the round, one more for each correction. */
  revision: number;
  /** Why the round does not count, if it does not. */
  voided: string | null;
  /** Line by line; empty when the round does not count. */
  wagers: Array<SettledLine>;
  /** All stakes. */
  staked: number;
  /** All payouts, stakes included; what came back of a void round. */
  paid: number;
};

/** What a correction means for one patron. */
export type PatronCorrection = {
  /** Who. */
  patron_id: number;
  /** All they had staked. */
  staked: number;
  /** As settled before, one line a spot; empty when the round was void. */
  before: Array<SettledLine>;
  /** As settled with it, one line a spot; empty when the round is void. */
  after: Array<SettledLine>;
  /** What the round had paid, stakes included. */
  paid_before: number;
  /** What it pays with it, stakes included. */
  paid_after: number;
  /** How much more the patron gets; less when below zero. What their cash lacks for that, they owe. */
  difference: number;
  /** By how much the effective turnover grows. */
  turnover_difference: number;
};

/** The patron on this socket. */
export type PatronInfo = {
  /** Who. */
  patron_id: number;
  /** What others see. */
  nickname: string;
  /** The currency code of the wallet. */
  currency: string;
  /** How many decimals it has. */
  decimals: number;
  /** Whether it is play money. */
  play_money: boolean;
  /** Cash in minor units. */
  balance: number;
  /** Bonus money in minor units: it can be staked, once there is no cash left, and not be taken away. */
  bonus: number;
  /** What the patron owes in minor units: a round was corrected whose winnings were spent. Later winnings repay it. */
  owed: number;
};

/** What a patron has and owes, in minor units. Stakes that are held are not in it. */
export type PatronWallet = {
  /** Who. */
  patron_id: number;
  /** How others see them. */
  nickname: string;
  /** The code of the wallet's currency. */
  currency: string;
  /** How many decimals that has. */
  decimals: number;
  /** What they can stake or take away. */
  cash: number;
  /** What they can stake only. */
  bonus: number;
  /** What they owe: later winnings repay it first. */
  owed: number;
};

/** What a table is doing, told apart by `name`. */
export type PhaseView =
  | { name: "shuffling" }
  | {
      name: "betting";
      /** When they no longer are: server time in milliseconds since the epoch. */
      closes_at: number;
    }
  | { name: "closed" }
  | { name: "dealing" }
  | {
      name: "settled";
      /** When the next begins: server time in milliseconds since the epoch. */
      next_at: number;
    };

/** Asks for the dry run of a correction, which another supervisor may approve. */
export type ProposeCorrection = {
  /** Made by the caller: 32 hex digits, with or without the dashes of a UUID. Sent twice, it counts once. */
  request_id: string;
  /** A round that is over, of any shoe of the table. */
  round: RoundRef;
  /** What is to be true of it. */
  ruling: Ruling;
  /** Why: 1 to 500 characters. Stays on record. */
  why: string;
};

/** A proposal in a list. The record of its round has the dry run. */
export type ProposedCorrection = {
  /** When it was proposed. */
  at: number;
  /** The proposal. */
  correction: CorrectionLine;
};

/** Something public that happened at a table. Each carries all that changed, so that no client computes a rule. */
export type PublicEvent =
  | {
      type: "shoe_opened";
      /** The shoe. */
      shoe: ShoeView;
      /** The empty roads. */
      road_map: RoadMap;
    }
  | {
      type: "cards_burned";
      /** The card turned over, if the house rules turn one. */
      first: string | null;
      /** How many followed face down. */
      face_down: number;
      /** The shoe. */
      shoe: ShoeView;
    }
  | {
      type: "betting_opened";
      /** Betting. */
      phase: PhaseView;
      /** The shoe and round. */
      shoe: ShoeView;
    }
  | {
      type: "betting_closed";
      /** Closed. */
      phase: PhaseView;
    }
  | {
      type: "card_drawn";
      /** Dealing. */
      phase: PhaseView;
      /** The card. */
      card: string;
      /** Whose. */
      side: SideId;
      /** Both hands with it. */
      cards: CardsView;
      /** The shoe. */
      shoe: ShoeView;
    }
  | {
      type: "round_ended";
      /** Settled. */
      phase: PhaseView;
      /** How. */
      result: ResultView;
      /** The shoe. */
      shoe: ShoeView;
      /** The rounds of this shoe. */
      rounds: Array<string>;
      /** Their roads. */
      road_map: RoadMap;
    }
  | {
      type: "round_corrected";
      /** The round. */
      round: RoundRef;
      /** Which settlement of the round it is; 2 for the first correction. */
      revision: number;
      /** How the round ends now. */
      end: ResultView;
      /** Its cards in deal order. */
      end_cards: Array<string>;
      /** How the round on the table ended, if it has: this one, perhaps. */
      result: ResultView | null;
      /** The cards on the table. */
      cards: CardsView;
      /** The rounds of this shoe. */
      rounds: Array<string>;
      /** Their roads. */
      road_map: RoadMap;
    };

/** Where a patron's money is. */
export type Purse = "cash" | "bonus";

/** How the round on the table ended. */
export type ResultView =
  | {
      name: "settled";
      /** `player`, `banker` or `tie`. */
      outcome: string;
      /** Both totals. */
      player_total: number;
      /** Both totals. */
      banker_total: number;
      /** The spots that won. */
      winning_spots: Array<string>;
      /** The round as the roads write it. */
      bead: string;
    }
  | {
      name: "voided";
      /** Why: `unreadable_card`, `interrupted`, `supervisor`, `abandoned`. */
      reason: string;
    };

/** All roads of a shoe. */
export type RoadMap = {
  /** Every round, column first. */
  bead_plate: BeadPlate;
  /** Streaks. */
  big_road: BigRoad;
  /** Derived with k = 1. */
  big_eye_boy: DerivedRoad;
  /** Derived with k = 2. */
  small_road: DerivedRoad;
  /** Derived with k = 3. */
  cockroach_pig: DerivedRoad;
  /** What the next round would add. */
  ask: AskBoth;
  /** Counts. */
  totals: Totals;
  /** The ids of the good roads the shoe shows. */
  good_roads: Array<string>;
};

/** A round as it stands. */
export type RoundLine = {
  /** The round. */
  round: RoundRef;
  /** When it began, its latest card fell, it ended or was corrected: the latest of these. */
  at: number;
  /** How many times it was settled or voided; 0 while it is under way. */
  revision: number;
  /** `player`, `banker`, `tie` or `voided`; none while it is under way. */
  outcome: string | null;
  /** Its cards in deal order. */
  cards: Array<string>;
};

/** What one patron had in a round. */
export type RoundPatron = {
  /** Who. */
  patron_id: number;
  /** What they had wagered, one line a spot. */
  wagers: Array<SpotStake>;
  /** All of it. */
  staked: number;
  /** What became of it, one line a spot; empty while the round is under way, or when it is void. */
  settled: Array<SettledLine>;
  /** What was paid, stakes included, or came back; none while the round is under way. */
  paid: number | null;
};

/** A round with the wagers of every patron, and what was said of it since. */
export type RoundRecord = {
  /** The table. */
  table_id: number;
  /** The round. */
  round: RoundRef;
  /** How many times it was settled or voided; 0 while it is under way. */
  revision: number;
  /** `player`, `banker`, `tie` or `voided`; none while it is under way. */
  outcome: string | null;
  /** Why it does not count: `unreadable_card`, `interrupted`, `supervisor` or `abandoned`. */
  voided: string | null;
  /** Who voided it while it was under way, if a supervisor did. */
  voided_by: SupervisorName | null;
  /** Its cards in deal order, as they stand now. */
  cards: Array<string>;
  /** Who had wagers in it, by ascending patron. */
  patrons: Array<RoundPatron>;
  /** Every proposal about it, by number: each that was approved made a revision. */
  corrections: Array<Correction>;
};

/** A round of a table. */
export type RoundRef = {
  /** The shoe, counted over the table's life. */
  shoe_no: number;
  /** The round, counted in its shoe. */
  round_no: number;
};

/** The round does not count, and every stake went back. */
export type RoundVoided = {
  /** The table. */
  table_id: number;
  /** The round. */
  round: RoundRef;
};

/** The house rules that a correction was computed by. */
export type RulesUsed = {
  /** Their id. */
  id: string;
  /** The SHA-256 of their document. */
  sha256: string;
  /** Whether they are those of the day of the proposal, because the shoe does not say what it ran under. */
  assumed: boolean;
};

/** The house rules as a screen needs them. */
export type RulesView = {
  /** The id. */
  id: string;
  /** The name. */
  title: string;
  /** Whether one patron may wager on Player and Banker in one round. */
  opposing_sides: boolean;
  /** The rule for bonus money; none where there is none. */
  bonus_money: BonusRuleView | null;
  /** Whether roads clear when full instead of scrolling. */
  roads_clear: boolean;
  /** The spots in layout order. */
  spots: Array<SpotView>;
};

/** What is to be true of a round. Cards, never a winner. */
export type Ruling =
  | { kind: "void" }
  | {
      kind: "cards";
      /** A whole coup in deal order, such as `["9h", "Kd", "Ks", "3c"]`. */
      cards: Array<string>;
    };

/** A message from the server, told apart by `type`. */
export type ServerMessage =
  | {
      type: "welcome";
      /** Who the client is; none for a spectator. */
      patron: PatronInfo | null;
      /** The server's clock, in milliseconds since the epoch: countdowns follow it. */
      now: number;
    }
  | {
      type: "snapshot";
      /** The last event in it. */
      seq: number;
      /** The server's clock. */
      now: number;
      /** The table. */
      table: TableView;
    }
  | {
      type: "frame";
      /** The table. */
      table_id: number;
      /** The public frame before this one. */
      after: number;
      /** This one. */
      seq: number;
      /** When, on the server's clock. */
      at: number;
      /** What. */
      event: PublicEvent;
    }
  | {
      type: "yours";
      /** The table. */
      table_id: number;
      /** The round it speaks of. */
      round: RoundRef;
      /** What lies on each spot in this round. */
      wagers: Array<SpotStake>;
      /** The sum of it. */
      staked: number;
      /** The wagers of the last round with any, for Rebet. */
      last_wagers: Array<SpotStake>;
      /**
       * What became of the latest finished round of this shoe with any: after a snapshot, so that what was
       * missed can be told.
       */
      last?: OwnEnd;
    }
  | {
      type: "balance";
      /** In minor units. */
      balance: number;
    }
  | {
      type: "bonus";
      /** In minor units. */
      bonus: number;
    }
  | {
      type: "slip_accepted";
      /** The table. */
      table_id: number;
      /** The slip. */
      slip_id: string;
    }
  | {
      type: "slip_refused";
      /** The table. */
      table_id: number;
      /** The slip. */
      slip_id: string;
      /** Why. */
      refusal: ErrorBody;
    }
  | {
      type: "wagers_cleared";
      /** The table. */
      table_id: number;
      /** The request, if it was one. */
      request_id: string | null;
      /** How much went back. */
      returned: number;
    }
  | {
      type: "clear_refused";
      /** The table. */
      table_id: number;
      /** The request. */
      request_id: string;
      /** Why. */
      refusal: ErrorBody;
    }
  | {
      type: "you_settled";
      /** The table. */
      table_id: number;
      /** The round. */
      round: RoundRef;
      /** Line by line. */
      wagers: Array<SettledLine>;
      /** All stakes. */
      staked: number;
      /** All payouts, stakes included. */
      paid: number;
    }
  | {
      type: "you_voided";
      /** The table. */
      table_id: number;
      /** The round. */
      round: RoundRef;
      /** How much went back. */
      returned: number;
    }
  | {
      type: "you_corrected";
      /** The table. */
      table_id: number;
      /** How the round stands now. */
      end: OwnEnd;
      /** How much more it pays than before; less when below zero. What the cash could not give is owed. */
      difference: number;
    }
  | {
      type: "owed";
      /** In minor units. */
      owed: number;
    }
  | {
      type: "problem";
      /** What. */
      error: ErrorBody;
    }
  | {
      type: "pong";
      /** The nonce that was sent. */
      nonce: number;
      /** The server's clock. */
      now: number;
    };

/** A resolved wager. */
export type SettledLine = {
  /** The spot. */
  spot: string;
  /** What was staked. */
  stake: number;
  /** `win`, `push` or `lose`. */
  resolution: string;
  /** What was paid, the stake included. */
  payout: number;
};

/** The rounds of a shoe as they stand. */
export type ShoeRounds = {
  /** The table. */
  table_id: number;
  /** The shoe. */
  shoe_no: number;
  /** Its rounds, in order. */
  rounds: Array<RoundLine>;
};

/** The shoe in play. */
export type ShoeView = {
  /** Counted over the table's life; 0 before the first. */
  shoe_no: number;
  /** The round, counted in the shoe; 0 before the first. */
  round_no: number;
  /** Cards left, burned ones not counted. */
  remaining: number;
  /** Cards in a full shoe. */
  size: number;
  /** Whether the cut card has come out. */
  cut_card_out: boolean;
  /** Whether this round is the last of the shoe. */
  last_round: boolean;
  /** The spots that take no wagers in this round, by the house rules. */
  closed_spots: Array<string>;
};

/** A side. */
export type SideId = "player" | "banker";

/** A line of a slip. */
export type SlipWager = {
  /** The id of a spot. */
  spot: string;
  /** The stake, in minor units. */
  stake: number;
};

/** A stake on a spot. */
export type SpotStake = {
  /** The spot. */
  spot: string;
  /** In minor units. */
  stake: number;
};

/** A spot of the layout. */
export type SpotView = {
  /** The id. */
  spot: string;
  /** The English name. */
  title: string;
  /** Its odds as these house rules show them, largest last: `["0.95"]`, `["x12", "x20"]`. */
  odds: Array<string>;
  /** The least total stake, in minor units. */
  minimum: number;
  /** The largest total stake, in minor units. */
  maximum: number;
  /** The first round of a shoe in which it is closed. */
  closed_from_round: number | null;
};

/** A patron's statement, newest first. */
export type Statement = {
  /** The lines. */
  lines: Array<StatementLine>;
  /** Pass as `before` for older ones; none when there are no more. */
  next_before: number | null;
};

/**
 * What one cause did to a patron's money, in minor units. A slip is no line, as a stake that is held is still the
 * patron's: the end of its round is. Of a correction, everything is a difference.
 */
export type StatementLine = {
  /** Counts the lines, from 1. */
  no: number;
  /** When. */
  at: number;
  /** `settled`, `voided`, `corrected`, or `posted` for what is about no round, such as a gift. */
  kind: string;
  /** The table of the round. */
  table_id: number | null;
  /** The round. */
  round: RoundRef | null;
  /** Which settlement of the round it is, from 1; 0 for what is about no round. */
  revision: number;
  /** The stakes that were at risk. */
  staked: number;
  /** What came of them, the stakes that came back included. */
  paid: number;
  /** What was lent, because what must come back was spent. */
  lent: number;
  /** What was repaid of what was lent. */
  repaid: number;
  /** What the wallet has more, or less. */
  change: number;
  /** What the wallet has after it: cash, bonus money, and what is held of them as stakes. */
  balance: number;
  /** What the patron owes after it. */
  owed: number;
};

/** Consecutive rounds of one side. */
export type Streak = {
  /** `player` or `banker`. */
  side: SideId;
  /** For each round of the streak, the ties counted on it. */
  ties: Array<number>;
};

/** A supervisor as answers name them. */
export type SupervisorName = {
  /** Their number, which stands on record. */
  supervisor_id: number;
  /** Their name; none when the server no longer knows that number. */
  name: string | null;
};

/** The public state of a table. */
export type TableView = {
  /** The table. */
  table_id: number;
  /** Its name. */
  name: string;
  /** Its house rules. */
  rules: RulesView;
  /** The currency code of all amounts. */
  currency: string;
  /** How many decimals the currency has. */
  decimals: number;
  /** Always true where the currency is play money. */
  play_money: boolean;
  /** What the table is doing. */
  phase: PhaseView;
  /** The shoe and round. */
  shoe: ShoeView;
  /** The cards of the round on the table, or of the last one until the next begins. */
  cards: CardsView;
  /** The result on the table, until the next round begins. */
  result: ResultView | null;
  /** The rounds of this shoe, as the roads write them: `P`, `Bb6`. */
  rounds: Array<string>;
  /** The roads of those rounds. */
  road_map: RoadMap;
  /** How many patrons watch. */
  patrons: number;
};

/** Counts of a shoe. */
export type Totals = {
  /** Rounds. */
  rounds: number;
  /** Banker wins. */
  banker: number;
  /** Player wins. */
  player: number;
  /** Ties. */
  tie: number;
  /** Banker pairs. */
  banker_pair: number;
  /** Player pairs. */
  player_pair: number;
};

/** Asks to void the round that is under way. */
export type VoidRound = {
  /** The round that is meant; no other is voided in its place. */
  round: RoundRef;
};

/** A purse was put right. */
export type WalletAdjusted = {
  /** Whether that had happened before; nothing happened this time then. */
  repeated: boolean;
  /** What the patron has now. */
  wallet: PatronWallet;
};
