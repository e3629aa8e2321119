// Generated from crates/edge/wire by `cargo xtask types`. Change it there.
// Amounts are integers of minor units; times are milliseconds since the epoch, on the server's clock.

/**
 * Gives up a shoe that waits too long for the value of its beacon. Its secret is public then, and the next shoe waits
 * for a later round of the beacon.
 */
export type AbandonShoe = {
  /** The shoe on the table; a request for another one is refused. */
  shoe_no: number;
};

/** An account, without its currency. */
export type AccountName = {
  /** `patron_cash`, `patron_bonus`, `stakes_held`, `house_table`, `receivable`, `adjustments` or `issue`. */
  kind: string;
  /** Whose it is: the number of a patron or a table, 0 for the house as a whole. */
  owner: number;
};

/** Adds the passkey that a browser made. */
export type AddPasskey = {
  /** What the owner calls it, at most 40 characters. */
  name: string;
  /** The passkey: `toJSON()` of the browser's credential. */
  credential: MadePasskey;
};

/** Adjusts a purse by hand: gives bonus money, or corrects an amount. A purse never falls below zero. */
export type AdjustWallet = {
  /** An id made by the caller: 32 hex digits, with or without the dashes of a UUID. A repeat counts once. */
  request_id: string;
  /** `cash` or `bonus`. */
  purse: Purse;
  /** The change in minor units; negative to take money. */
  change: number;
  /** The reason, in the supervisor's words. It stays on record. */
  why: string;
};

/** An adjustment that takes two persons. */
export type Adjustment = {
  /** Its number, from 1. */
  number: number;
  /** Whose purse. */
  patron_id: number;
  /** `cash` or `bonus`. */
  purse: Purse;
  /** The code of the wallet's currency. */
  currency: string;
  /** How many decimals it has. */
  decimals: number;
  /** The change in minor units; negative to take money. */
  change: number;
  /** Who proposed it, and why. */
  proposed: AdjustmentStep;
  /** `proposed`, `approved`, `withdrawn` or `refused`. */
  state: string;
  /** Who decided about it; none while it is `proposed`. */
  decided?: AdjustmentStep;
};

/** What one supervisor may adjust alone, in whole major units of each currency, play money too. */
export type AdjustmentLimits = {
  /** The largest change of cash by one adjustment. */
  cash_each: number;
  /** All changes of cash on one day (UTC), up and down alike. */
  cash_day: number;
  /** The largest change of bonus money by one adjustment. */
  bonus_each: number;
  /** All changes of bonus money on one day (UTC), up and down alike. */
  bonus_day: number;
};

/** An adjustment was proposed, approved, withdrawn or refused. */
export type AdjustmentResponse = {
  /** Whether this is a repeat, which changed nothing. */
  repeated: boolean;
  /** The adjustment as it is now. */
  adjustment: Adjustment;
};

/** What one person did about an adjustment. */
export type AdjustmentStep = {
  /** The number of the member of staff. */
  staff_id: number;
  /** Their name; none when the server does not know the number. */
  name: string | null;
  /** The role in which they acted: `supervisor` or `manager`. */
  role: string;
  /** When. */
  at: number;
  /** The reason; empty for an approval. */
  why: string;
};

/** Adjustments that take two persons, newest first. */
export type Adjustments = {
  /** The adjustments, in every state. */
  adjustments: Array<Adjustment>;
  /** Send it as `before` for older ones; none when there are none. */
  next_before: number | null;
};

/** A spot that took wagers and had an edge for the patron. */
export type Alert = {
  /** The number of the alert, from 1. */
  no: number;
  /** The table. */
  table_id: number;
  /** The id of the spot. */
  spot: string;
  /** The round in which it was found. */
  round: RoundRef | null;
  /** The latest edge of the house: below zero. */
  house_edge: Exact;
  /** When the betting had opened. */
  since: number;
  /** When a betting opened without it, or the shoe ended; none while it stands. */
  until: number | null;
};

/** The latest alerts, newest first. */
export type Alerts = {
  /** The server's clock. */
  now: number;
  /** The alerts of this run of the server, at most 512. */
  alerts: Array<Alert>;
};

/** The answer to a challenge. */
export type AnsweredChallenge = {
  /** What names the challenge. */
  challenge_id: string;
  /** The passkey that was used: `toJSON()` of the browser's credential. */
  credential: AnsweredPasskey;
};

/** A passkey that a browser used: `AuthenticationResponseJSON` of WebAuthn, of which other fields are not read. */
export type AnsweredPasskey = {
  /** Its id. */
  id: string;
  /** What the authenticator says. */
  response: AnsweredResponse;
};

/** What an authenticator says. */
export type AnsweredResponse = {
  /** What the browser saw: the challenge and the origin. */
  clientDataJSON: string;
  /** The flags and the counter. */
  authenticatorData: string;
  /** The signature of both. */
  signature: string;
  /** Whose passkey it is, as the authenticator knows it. */
  userHandle?: string;
};

/** Approves a device, as another supervisor than the one whose code it came with. */
export type ApproveDevice = {
  /** The fingerprint that the device shows: 16 hex digits, with or without spaces. */
  fingerprint: string;
  /** What proves again who the caller is. */
  proof: ProveAgain;
};

/** What the next round would add. */
export type Ask = {
  /** Its cell on the big road. */
  big_road: [number, number];
  /** The mark it would add; none when the road would not start. */
  big_eye_boy: AskMark | null;
  /** The mark it would add; none when the road would not start. */
  small_road: AskMark | null;
  /** The mark it would add; none when the road would not start. */
  cockroach_pig: AskMark | null;
};

/** What the next round would add, for both sides. */
export type AskBoth = {
  /** If Banker wins. */
  banker: Ask;
  /** If Player wins. */
  player: Ask;
};

/** A mark that the next round would add, and its cell. */
export type AskMark = {
  /** `r` or `b`. */
  mark: string;
  /** Its cell. */
  cell: [number, number];
};

/** What an authenticator is to do when it makes a passkey. */
export type AuthenticatorSelection = {
  /** Whether it keeps the passkey so that it finds it without a name: always `preferred`. */
  residentKey: string;
  /** Whether it verifies the user, by a PIN or a fingerprint: always `required`. */
  userVerification: string;
};

/** A round of the beacon whose value draws the cards of a round. */
export type AwaitedDraw = {
  /** The number of the round of the beacon. */
  round: number;
  /** When its value comes to exist, in milliseconds since the epoch. */
  at: number;
};

/** The cells of the bead plate. */
export type BeadPlate = {
  /** The cell of each round. */
  cells: Array<[number, number]>;
};

/** Begins a log-in with a passkey. */
export type BeginPasskeyLogIn = {
  /** The caller's name, for authenticators that find a passkey by its id alone. */
  name?: string;
};

/** The big road. */
export type BigRoad = {
  /** Ties before the first win of a side. */
  opening_ties: number;
  /** The streaks, oldest first. */
  streaks: Array<Streak>;
  /** The cell of each round that was not a tie, in order. */
  cells: Array<[number, number]>;
};

/**
 * The rule for bonus money, which a patron's wagers of a round must keep together.
 * A slip is refused when bonus money is more than `stake_share` of the stake, and one of the wagers pays more than its
 * stake with a probability above `win_chance`.
 */
export type BonusRuleView = {
  /** The share of the stake, as numerator and denominator. */
  stake_share: [number, number];
  /** The probability, as numerator and denominator. */
  win_chance: [number, number];
};

/**
 * The copies of a card that came out of a shoe before the one that `too_many_copies` is about. One of them may have
 * been misread.
 */
export type CardCopies = {
  /** The table. */
  table_id: number;
  /** The number of the finding. */
  finding_no: number;
  /** The card, such as `6h`. */
  card: string;
  /** The copies, round by round. One that lies face down is left out. */
  copies: Array<CardCopy>;
};

/** A copy of a card that came out of a shoe. */
export type CardCopy = {
  /** The round with which it came out; round 0 is the time before the first one. */
  round: RoundRef;
  /** Where it lies in its round as that stands now. */
  slot: CardSlot;
  /** The record that read it as this card; none when people said which card it is. */
  record: DeviceRecordRef | null;
};

/** A card of a live table that was burned or put right. */
export type CardNotice =
  | {
      what: "burned";
      /** The card, such as `6h`; none when nobody saw it. */
      card: string | null;
      /**
       * Why: `spare` (it came after a round), `early` (it came while bets were taken), `void` (it waited when the
       * round was voided), `beyond` (the round had enough cards when another was put right) or `hand_over` (one
       * dealer followed another).
       */
      why: string;
    }
  | {
      what: "amended";
      /** Where it lies. */
      slot: CardSlot;
      /** What was read, such as `7h`. */
      from: string;
      /** What it is, such as `6h`. */
      to: string;
    };

/** The picture of a card that a finding is about. */
export type CardPicture = {
  /** The device whose record names it. */
  device_id: number;
  /** The number of that record. */
  n: number;
  /** Its SHA-256, by which it is asked for. */
  sha256: string;
};

/**
 * What proves a card that was shown: with its index and the salt, it opens the leaf of that index. The leaves are in
 * the proof file of the shoe in play, and their root is in the bulletin `sealed`.
 */
export type CardProof = {
  /** How many cards were out before it, burned ones included. */
  index: number;
  /** The salt of its leaf, as 32 hex digits. */
  salt: string;
};

/** Where a card of a round lies. */
export type CardSlot = "P1" | "B1" | "P2" | "B2" | "P3" | "B3" | "burn";

/** Cards of one rank and suit. */
export type CardsOfKind = {
  /** The card, such as `6h`. */
  card: string;
  /** How many. */
  count: number;
};

/** The cards on the table. */
export type CardsView = {
  /** The Player hand. */
  player: HandView;
  /** The Banker hand. */
  banker: HandView;
};

/** Changes what one supervisor may adjust alone. */
export type ChangeAdjustmentLimits = {
  /** The limits from now on. */
  limits: AdjustmentLimits;
  /** The reason. It stays on record. */
  why: string;
};

/** Invites patrons to a table, and takes invitations back. */
export type ChangeInvitations = {
  /** Who is invited from now on; the first one makes the table ask for an invitation. */
  invite?: Array<PatronName>;
  /** Who is no longer invited. Those who sit stay. */
  uninvite?: Array<PatronName>;
  /** Whether no code counts any longer that was made until now. Those who sit stay. */
  withdraw_codes?: boolean;
  /** Why, in 1 to 500 characters. */
  why: string;
};

/** Changes the caller's password. */
export type ChangePassword = {
  /** The present password. */
  present: string;
  /** The new one. */
  new: string;
};

/** Changes the settings of a table. */
export type ChangeTable = {
  /** What changes. */
  settings: SettingsChange;
  /** Why, in 1 to 500 characters. */
  why: string;
};

/** The part of a recording that a correction names, as it is now. */
export type CheckedEvidence = {
  /** The number of the correction. */
  correction_no: number;
  /** `same`, `changed` since the correction was proposed, or `gone` when nothing of it is left. */
  state: string;
  /** The files that are missing or are not what was recorded. */
  changed: Array<string>;
  /** The hold that keeps it, unless it was released. */
  hold_no: number | null;
  /** The part, with what of the round happened in it. Its digest is the one of now. */
  video: RoundVideo;
};

/** A message to the server: one JSON object per text frame, tagged by `type`. */
export type ClientMessage =
  | {
      type: "hello";
      /** The token of a guest or of a session. */
      token?: string;
    }
  | {
      type: "watch";
      /** The table. */
      table_id: number;
      /**
       * The last `seq` the client received; without it, the server sends a snapshot. The server sends the frames
       * after it, then `you_settled`, `you_voided` and `you_corrected` for the patron's rounds among the latest 20
       * that ended or were corrected after it. `GET /api/v1/me/rounds` has the others.
       */
      after?: number;
      /**
       * Whether the server also sends the bulletins of the table from now on, and `wagers_closed` to the patron. The
       * proof file of the open shoe has those before: `GET /api/v1/proofs/tables/{table}/shoes/{shoe}`.
       */
      bulletins?: boolean;
    }
  | { type: "watch_lobby" }
  | { type: "unwatch_lobby" }
  | {
      type: "take_seat";
      /** The table. */
      table_id: number;
      /** The table's password, if it has one. */
      password?: string;
      /** The code of an invitation, if the table asks for one. */
      invitation?: string;
    }
  | { type: "quick_seat" }
  | {
      type: "leave";
      /** The table. */
      table_id: number;
    }
  | {
      type: "place_slip";
      /** The table. */
      table_id: number;
      /** The round of the wagers; a slip for another round than the open one is refused. */
      round: RoundRef;
      /** An id made by the client: 32 hex digits, with or without the dashes of a UUID. */
      slip_id: string;
      /** The wagers, at most one for each spot. */
      wagers: Array<SlipWager>;
      /**
       * Whether they replace all of the patron's wagers of the round, in one unit: Double, and Clear without wagers.
       * Without it, they are added.
       */
      replaces?: boolean;
    }
  | {
      type: "undo_last";
      /** The table. */
      table_id: number;
      /** The round. */
      round: RoundRef;
      /** An id made by the client, like that of a slip. */
      request_id: string;
    }
  | {
      type: "rebet";
      /** The table. */
      table_id: number;
      /** The round to place them in. */
      round: RoundRef;
      /** An id made by the client, like that of a slip. */
      slip_id: string;
    }
  | {
      type: "clear_wagers";
      /** The table. */
      table_id: number;
      /** The round. */
      round: RoundRef;
      /** An id made by the client, like that of a slip. */
      request_id: string;
    }
  | {
      type: "start_auto";
      /** The table. */
      table_id: number;
      /** The wagers, at most one for each spot. */
      wagers: Array<SlipWager>;
      /** For how many rounds. */
      rounds: number;
      /** Auto also ends when the patron has lost so much since, in minor units; never for that if it is missing. */
      stop_at_loss?: number;
      /** Auto also ends when the patron has won so much since, in minor units; never for that if it is missing. */
      stop_at_win?: number;
      /** An id made by the client, like that of a slip. */
      request_id: string;
    }
  | {
      type: "stop_auto";
      /** The table. */
      table_id: number;
    }
  | {
      type: "pledge_nonce";
      /** The table. */
      table_id: number;
      /** The shoe. */
      shoe_no: number;
      /**
       * The pledge, as 64 hex digits: SHA-256 over the byte 14, `punto/1/pledge`, the table and the shoe as 4 bytes
       * each, big-endian, and the 32 bytes of the number.
       */
      pledge: string;
    }
  | {
      type: "reveal_nonce";
      /** The table. */
      table_id: number;
      /** The shoe. */
      shoe_no: number;
      /** The number: 32 bytes as 64 hex digits. */
      nonce: string;
    }
  | {
      type: "squeeze";
      /** The table. */
      table_id: number;
      /** The round. */
      round: RoundRef;
      /** Where the card lies: `P1`, `P2`, `P3`, `B1`, `B2` or `B3`. */
      slot: string;
      /** By which edge it is lifted: `long` or `short`. */
      edge: string;
      /** How far, in thousandths. */
      permille: number;
    }
  | {
      type: "open";
      /** The table. */
      table_id: number;
      /** The round. */
      round: RoundRef;
      /** Where the card lies. */
      slot: string;
    }
  | {
      type: "show_name";
      /** Whether they do. */
      shown: boolean;
    }
  | {
      type: "ping";
      /** A number that the answer repeats. */
      nonce: number;
    };

/** The first code of a second factor. */
export type ConfirmSecondFactor = {
  /** The six digits that the app shows now. */
  code: string;
};

/** An open console. */
export type ConsoleLine = {
  /** Its number. */
  console_no: number;
  /** The table, which is the only one that it is for. */
  table_id: number;
  /** The number of the supervisor who opened it. */
  opened_by: number;
  /** Their name. */
  opened_by_name: string | null;
  /** When it was opened, in Unix milliseconds. */
  opened_at: number;
  /** When it ends by itself. */
  ends_at: number;
  /** When a dealer logged in there last; none when nobody has. */
  last_used_at: number | null;
};

/** A dealer's console that has been opened. */
export type ConsoleOpened = {
  /** Its number. */
  console_no: number;
  /** The table, which is the only one that it is for. */
  table_id: number;
  /** When it ends by itself, in Unix milliseconds. */
  ends_at: number;
  /** The secret; none when it came as a cookie. It is sent once; the server stores its hash. */
  secret: string | null;
};

/** The dealers' consoles that are open. */
export type Consoles = {
  /** By table, then by number. */
  consoles: Array<ConsoleLine>;
};

/** A correction with its state and its dry run. */
export type Correction = {
  /** Its effect on each patron with wagers, in ascending order. */
  patrons: Array<PatronCorrection>;
  /** Its number at its table. */
  correction_no: number;
  /** The table. */
  table_id: number;
  /** The round. */
  round: RoundRef;
  /** The revision of the round that it makes. */
  revision: number;
  /** `open`, `approved`, `withdrawn`, or `outdated` when the round was corrected by another one since. */
  state: string;
  /** Who proposed it. */
  proposed_by: SupervisorName;
  /** Who approved it, if it was. */
  approved_by: SupervisorName | null;
  /** The reason, in the words of the supervisor who proposed it. */
  why: string;
  /** Why the round does not count after it, if so. */
  voided: string | null;
  /** The cards before it. */
  cards_before: Array<string>;
  /** The cards after it; those of a void round do not count. */
  cards_after: Array<string>;
  /** The cards that came out beside them, by what was known before it. */
  surplus_before: Array<string>;
  /** The same after it. */
  surplus_after: Array<string>;
  /** The part of the recording that shows it, if one is named. */
  evidence: Evidence | null;
  /** The house rules it was computed by; none in old proposals, which do not record them. */
  rules: RulesUsed | null;
};

/** A correction with its state, without its dry run. */
export type CorrectionLine = {
  /** Its number at its table. */
  correction_no: number;
  /** The table. */
  table_id: number;
  /** The round. */
  round: RoundRef;
  /** The revision of the round that it makes. */
  revision: number;
  /** `open`, `approved`, `withdrawn`, or `outdated` when the round was corrected by another one since. */
  state: string;
  /** Who proposed it. */
  proposed_by: SupervisorName;
  /** Who approved it, if it was. */
  approved_by: SupervisorName | null;
  /** The reason, in the words of the supervisor who proposed it. */
  why: string;
  /** Why the round does not count after it, if so. */
  voided: string | null;
  /** The cards before it. */
  cards_before: Array<string>;
  /** The cards after it; those of a void round do not count. */
  cards_after: Array<string>;
  /** The cards that came out beside them, by what was known before it. */
  surplus_before: Array<string>;
  /** The same after it. */
  surplus_after: Array<string>;
  /** The part of the recording that shows it, if one is named. */
  evidence: Evidence | null;
  /** The house rules it was computed by; none in old proposals, which do not record them. */
  rules: RulesUsed | null;
};

/** A correction was proposed, approved or withdrawn. */
export type CorrectionResponse = {
  /** Whether this is a repeat, which changed nothing. */
  repeated: boolean;
  /** The correction with its new state and its dry run. */
  correction: Correction;
};

/** Proposed corrections of a table, newest first. */
export type Corrections = {
  /** The proposals with their states. */
  corrections: Array<ProposedCorrection>;
  /** The cursor of the next page, to send as `before`; none on the last page. */
  next_before: number | null;
};

/** A currency. */
export type CurrencyName = {
  /** Its code. */
  code: string;
  /** How many decimals its amounts are written with. */
  decimals: number;
};

/** What a dealer does. */
export type DealerAction =
  | { type: "sit_down" }
  | {
      type: "hand_over";
      /** Who. */
      to: number;
    }
  | { type: "stand_up" }
  | { type: "call" }
  | { type: "end_call" }
  | { type: "hold" }
  | { type: "end_hold" }
  | { type: "open_shoe" }
  | { type: "start_betting" }
  | { type: "cut_card" }
  | {
      type: "misread";
      /** Where it lies. */
      slot: CardSlot;
    }
  | {
      type: "key_in";
      /** The number of the finding. */
      finding_no: number;
      /** Which card they see, such as `9h`. */
      card: string;
    }
  | {
      type: "resolve";
      /** The number of the finding. */
      finding_no: number;
      /** How. */
      how: FindingResolution;
    }
  | { type: "count_out" };

/** A dealer, and how they log in at tables. */
export type DealerLine = {
  /** The number. */
  staff_id: number;
  /** The name. */
  name: string;
  /** Whether they log in with a PIN: `none`, `set`, or `locked` after five wrong tries. */
  pin: string;
  /** Who chose that PIN, and so does not count as a second person beside them; none without a PIN. */
  pin_set_by: number | null;
  /** The table at which they logged in with it, and whose session has not ended. */
  at_table: number | null;
};

/** An order of the dealer at a live table. */
export type DealerOrder = {
  /** What the dealer does. */
  order: DealerAction;
  /**
   * The number of the last public event that the dealer saw. The order is refused with `out_of_date` if the table
   * has gone on since. Without it nothing is compared.
   */
  seq?: number;
  /**
   * The id that the caller made for this order, 32 hex digits: sent again, the order is answered as the first time,
   * and nothing happens twice. An order with an id names `seq`, too.
   */
  request_id?: string;
};

/** The dealer who works at a live table. */
export type DealerView = {
  /** Their display name, or their number where they have none. It is never the name under which they log in. */
  name: string;
  /** Since when they work there, in milliseconds since the epoch; none where nobody knows. */
  since: number | null;
};

/** The dealers whom a supervisor may seat. */
export type Dealers = {
  /** By name; those who are disabled are left out. */
  dealers: Array<DealerLine>;
};

/** A card of a round, with what it led to. */
export type DealtCard = {
  /** The card, such as `9h`. */
  card: string;
  /** Whose it is. */
  side: SideId;
  /** The total of that hand with it. */
  total: number;
};

/** A derived road. */
export type DerivedRoad = {
  /** A letter for each mark: `r` or `b`. */
  marks: string;
  /** The cell of each mark. */
  cells: Array<[number, number]>;
};

/** A device of a live table. */
export type Device = {
  /** Its number, from 1. */
  device_id: number;
  /** The table that it speaks for. */
  table_id: number;
  /** Whether it is a program that plays a device. */
  simulator: boolean;
  /** `waiting`, `enrolled`, `suspended` or `revoked`. */
  standing: string;
  /** Its public key; none while it waits, so that who approves it reads the fingerprint from the device. */
  key: string | null;
  /** The fingerprint of its key; none while it waits. */
  fingerprint: string | null;
  /** The supervisor whose code it came with. */
  code_by: DeviceStaff;
  /** The supervisor who compared its fingerprint; none before. */
  confirmed_by: DeviceStaff | null;
  /** Who suspended or revoked it, such as `staff:3`; `house` for a key that signed two histories. */
  ended_by: string | null;
  /** When it was changed last. */
  at: number;
  /** Why it was changed last; empty for an approval. */
  why: string;
  /** When it was heard last, in milliseconds since 1970; none before its first record, and in the answer to a change. */
  seen_at: number | null;
  /** The latest alarm of its line since the server started; none in the answer to a change. */
  alarm: DeviceAlarm | null;
  /**
   * The latest fault that it told since the server started, or among its eight latest records before; none in the
   * answer to a change.
   */
  fault: DeviceFault | null;
  /**
   * Since when its beats say that it has a fault, in milliseconds since 1970; none while they do not, while it is
   * gone, and in the answer to a change.
   */
  faulty_since: number | null;
  /** Since when its lid is open, in milliseconds since 1970; none while it is closed, and in the answer to a change. */
  lid_open_at: number | null;
};

/** Why supervisors must look at a device. */
export type DeviceAlarm = {
  /**
   * `already_connected`: a second line showed the key of a device that was connected. `forked`: the key signed two
   * histories. `counter_lost`: the device forgot records that the server has.
   */
  code: string;
  /** When, in milliseconds since 1970. */
  at: number;
};

/** A one-time code with which a device is enrolled. */
export type DeviceCode = {
  /** The code, which is sent this once and counts once. */
  code: string;
  /** The table that it is for. */
  table_id: number;
  /** Whether it enrols a simulated device. */
  simulator: boolean;
  /** When it ends. */
  ends_at: number;
};

/** A fault that a device told. */
export type DeviceFault = {
  /** What of it is broken: `sensor`, `motor`, `lid`, `power` or `store`. */
  code: string;
  /** What it says of it, which may be nothing: at most 200 characters and no control characters. */
  text: string;
  /** When the record came, in milliseconds since 1970. */
  at: number;
};

/** A record of a device. */
export type DeviceRecordRef = {
  /** The device. */
  device_id: number;
  /** The number of its record. */
  n: number;
};

/** A device was changed. */
export type DeviceResponse = {
  /** Whether this is a repeat, which changed nothing. */
  repeated: boolean;
  /** The device as it is now. */
  device: Device;
};

/** A member of staff who did something about a device. */
export type DeviceStaff = {
  /** Their number. */
  staff_id: number;
  /** Their name; none when the server does not know the number. */
  name: string | null;
};

/** All devices by number, also those that were revoked. */
export type Devices = {
  /** The devices. */
  devices: Array<Device>;
};

/** Suspends or revokes a device. */
export type EndDevice = {
  /** The reason. It stays on record. */
  why: string;
  /** What proves again who the caller is. */
  proof: ProveAgain;
};

/** How an Auto ended. */
export type EndedAuto = {
  /** `played`, `stopped`, `seat_lost`, `stop_at_loss`, `stop_at_win` or `refused`. */
  reason: string;
  /** The code of the refusal, if that ended it: that of a slip, or `paused`, `excluded` or `time_limit`. */
  refusal: string | null;
  /** How many rounds were left. */
  rounds_left: number;
};

/** Sets the first password of a member of staff. */
export type Enrol = {
  /** The name. */
  name: string;
  /** The enrolment code, which counts once. */
  code: string;
  /** The password, 8 to 128 characters. */
  password: string;
  /** Whether the session comes as a cookie, for a page, and not as a token. */
  cookie?: boolean;
};

/** Why a request or message was refused or failed. Clients act on `code`; `message` is English for developers. */
export type ErrorBody = {
  /** A stable code in `snake_case`. */
  code: string;
  /** What was wrong and what is accepted. */
  message: string;
  /** The spot that the error is about. */
  spot?: string;
  /** The limit that was exceeded: an amount in minor units, or a round for a closed spot. */
  limit?: number;
  /** What already counts towards that limit, in minor units. */
  already?: number;
  /** The patron's own limit that was reached, by its name. */
  own_limit?: string;
  /** What could be staked instead, in minor units. */
  left?: number;
  /** Until when this is refused, on the server's clock; none when it has no end. */
  until?: number;
  /**
   * The server's clock, beside `until`: the difference of both is how long to wait, also for a client with a wrong
   * clock.
   */
  now?: number;
  /** How long to wait before the same request or message may succeed, in milliseconds. */
  retry_after_ms?: number;
  /** What would be accepted at most in addition, in minor units. */
  accepted?: number;
  /** What limits the stake: `house_rules`, `table`, or `own_range`, which a manager sets for one patron. */
  limited_by?: string;
  /** The spots whose wagers breach a rule together, in layout order. */
  spots?: Array<string>;
  /** The fields of the request that are not acceptable, each with its message. */
  fields?: { [key in string]: string };
};

/** The body of every HTTP error response. */
export type ErrorEnvelope = {
  /** The error. */
  error: ErrorBody;
  /** The id of this request, which the server's log has too. */
  request_id: string;
};

/** The part of a table's recording that a proposal names. */
export type Evidence = {
  /** Its first millisecond. */
  from: number;
  /** The first one after it. */
  to: number;
  /** The digest over its segments at the time of the proposal, as 64 hex digits. */
  digest: string;
};

/**
 * The part of a table's recording that shows what a proposal says. The server makes the digest over its segments, and
 * keeps them until somebody releases them.
 */
export type EvidencePart = {
  /** Its first millisecond. */
  from: number;
  /** The first one after it: an hour after the first at most. It may not be in the future. */
  to: number;
};

/** An exact fraction. */
export type Exact = {
  /** In lowest terms, such as `-43/415`, or a whole number. */
  fraction: string;
  /** The same with ten decimals, the nearest. */
  decimal: string;
};

/** Excludes from now on. Nobody can end it sooner. */
export type Exclude = {
  /** For how many days, 1 to 36500; not with `for_good`. */
  days?: number;
  /** Whether it has no end. */
  for_good: boolean;
};

/** A manager excludes a patron from now on. Nobody can end it sooner. */
export type ExcludePatron = {
  /** For how many days, 1 to 36500; not with `for_good`. */
  days?: number;
  /** Whether it has no end. */
  for_good: boolean;
  /** The manager's reason, which stays on record. */
  why: string;
};

/** An exclusion from sitting down and wagering. */
export type Exclusion = {
  /** Its end; none when it is for good. */
  until: number | null;
  /** Whether the house excluded the patron; else they did it themselves. */
  by_house: boolean;
};

/** The exposure of all tables. */
export type Exposures = {
  /** The server's clock. */
  now: number;
  /** The running tables. */
  tables: Array<TableExposure>;
  /** The tables that do not run. */
  not_running: Array<number>;
};

/** How a finding was resolved. */
export type FindingAnswer = {
  /** How. */
  how: FindingResolution;
  /** Who; none when the clock did it, because nobody answered. */
  by: number | null;
  /** Who agreed, where two people have to. */
  confirmed_by: number | null;
  /** When, in milliseconds since 1970. */
  at: number;
  /** How long it was open, in milliseconds. */
  took_ms: number;
  /** How many rescans the card had, or how often two people typed different cards. */
  attempts: number;
  /** The text of a note; none of another way, and of notes from before they had one. */
  why: string | null;
};

/** Something that the device or the count says of a finding. A client ignores a `type` that it does not know. */
export type FindingFact =
  | {
      type: "card";
      /** The card, such as `6h`. */
      card: string;
    }
  | {
      type: "sure";
      /** How sure it is, up to 1000. */
      conf: number;
      /** How sure it has to be. */
      at_least: number;
    }
  | {
      type: "slot";
      /** The place. */
      slot: CardSlot;
    }
  | {
      type: "shoe";
      /** Its label. */
      label: string;
      /** How many decks it holds, by the device. */
      decks: number;
      /** The number of its seal, if the device says one. */
      seal: string | null;
    }
  | {
      type: "missed";
      /** How many. */
      count: number;
    }
  | {
      type: "late";
      /** How many. */
      count: number;
    }
  | {
      type: "outcome";
      /** `player`, `banker` or `tie`. */
      outcome: string;
    }
  | {
      type: "differs";
      /** The cards that did not come out. */
      missing: Array<CardsOfKind>;
      /** The cards that came out too often. */
      extra: Array<CardsOfKind>;
      /** How many cards came out that nobody saw. */
      unseen: number;
    };

/** How a finding is resolved. */
export type FindingResolution = "rescan" | "key_in" | "void" | "drop" | "take" | "go_on" | "accept" | "void_and_end_shoe" | "end_shoe" | "burn" | "free_hand" | "load_right" | "assign" | "seen" | "last_round" | "note";

/** A way to resolve a finding. */
export type FindingWay = {
  /** How. */
  how: FindingResolution;
  /** Who has to agree: `dealer`, `supervisor`, `dealer_and_supervisor` or `two_supervisors`. */
  needs: string;
};

/** The findings of a shoe. */
export type Findings = {
  /** The table. */
  table_id: number;
  /** The shoe; 0 before the first. */
  shoe_no: number;
  /** Its findings, newest first, also one that is open. */
  findings: Array<FoundFinding>;
  /** Whether its rounds wait for a review, because its count ended with a note. */
  to_review: boolean;
  /** Who reviewed it; none where nobody did, or nothing is to be reviewed. */
  reviewed: ShoeReviewed | null;
  /** The names of the staff in them, by number. */
  names: { [key in number]: string };
};

/** All tables of the house. */
export type Floor = {
  /** The tables by number, closed ones too. */
  tables: Array<TableSettings>;
};

/** A finding, open or resolved. */
export type FoundFinding = {
  /** Its number, which is that of the event that raised it. */
  finding_no: number;
  /** What was wrong. */
  code: string;
  /** The round under way, or the latest one; round 0 is the time before the first one. */
  round: RoundRef;
  /** The records it is about. */
  records: Array<DeviceRecordRef>;
  /** Which card of the round it is about, if it is about one. */
  slot: CardSlot | null;
  /** Who saw it; none when the readings show it. */
  seen_by: number | null;
  /** The pictures that the caller may see, for supervisors once its round is over. */
  pictures: Array<CardPicture>;
  /**
   * The card that two people said it was, such as `9h`. Left out where nobody typed one, and of a card that fell
   * face down or was burned.
   */
  card?: string;
  /** When it was raised, in milliseconds since 1970. */
  at: number;
  /** How it was resolved; none while it is open. */
  end: FindingAnswer | null;
};

/** A patron. */
export type FoundPatron = {
  /** The number. */
  patron_id: number;
  /** The name that others see. */
  nickname: string;
  /** The currency of the wallet. */
  currency: string;
  /** Its decimals. */
  decimals: number;
};

/** Patrons that a search found. */
export type FoundPatrons = {
  /** The patrons: newest first, or by nickname for a prefix. */
  patrons: Array<FoundPatron>;
  /** Where to go on, to send as `after`; none after the last. */
  next_after: number | null;
};

/** A round in its present state. */
export type FoundRound = {
  /** The table. */
  table_id: number;
  /** The round. */
  round: RoundRef;
  /** When it began. */
  opened_at: number;
  /** When its latest event happened. */
  at: number;
  /** How many times it was settled or voided; 0 while it is open, more than 1 when it was corrected. */
  revision: number;
  /** `player`, `banker`, `tie` or `voided`; none while it is open. */
  outcome: string | null;
  /** Its cards in deal order. */
  cards: Array<string>;
  /** The same cards, each with the hand that it belongs to. */
  deal: Array<DealtCard>;
  /** Whether it waits for a review, because the count of its shoe ended with a note of two supervisors. */
  to_review: boolean;
};

/** Rounds that a search found, newest first. */
export type FoundRounds = {
  /** The rounds. */
  rounds: Array<FoundRound>;
  /** Where to go on, to send as `before`; none after the last. A page may be shorter than its limit. */
  next_before: string | null;
};

/** A slip as it was accepted. Its wagers may have been taken back since. */
export type FoundSlip = {
  /** The client's id. */
  slip_id: string;
  /** Whose. */
  patron_id: number;
  /** The table. */
  table_id: number;
  /** The round. */
  round: RoundRef;
  /** When it was accepted. */
  at: number;
  /** Its wagers. */
  wagers: Array<SpotStake>;
  /** How much of its stakes is bonus money. */
  bonus: number;
  /** Whether it took the place of the patron's wagers before it. */
  replaces: boolean;
};

/** Slips that a search found, newest round first, within a round newest first. */
export type FoundSlips = {
  /** The slips. */
  slips: Array<FoundSlip>;
  /** Where to go on, to send as `before`; none after the last. A page may be shorter than its limit. */
  next_before: string | null;
};

/** A transfer. It never changes. */
export type FoundTransfer = {
  /** The id: 32 hex digits. */
  transfer_id: string;
  /** Its place in the ledger; later transfers have larger ones. */
  place: number;
  /** When it was made. */
  at: number;
  /** `move`, `hold`, `capture`, `release`, `cover`, `repay` or `reverse`. */
  kind: string;
  /** The account that gave. */
  from: AccountName;
  /** The account that got. */
  to: AccountName;
  /** How much, in minor units. */
  amount: number;
  /** The currency. */
  currency: CurrencyName;
  /** What was asked for, where it may be more than the amount: of `cover` and `repay`. */
  asked: number | null;
  /** The hold that it uses, or the transfer that it reverses. */
  about: string | null;
  /** The table of the event that it belongs to; none for an entry of the house's own log. */
  table_id: number | null;
  /** The round that the event is about. Round 0 is the time before the first round of a shoe. */
  round: RoundRef | null;
  /** The number of that event at its table, or of the entry in the house's own log. */
  seq: number;
};

/** Transfers that a search found, newest first. */
export type FoundTransfers = {
  /** The transfers. */
  transfers: Array<FoundTransfer>;
  /** Where to go on, to send as `before`; none after the last. A page may be shorter than its limit. */
  next_before: number | null;
};

/** A new guest. */
export type Guest = {
  /** The token that authenticates the guest. It is sent once; the server stores its hash. */
  token: string;
  /** The patron. */
  patron: PatronInfo;
};

/** A hand so far. */
export type HandView = {
  /** Its cards, such as `9h`; `down` for one that lies face down. */
  cards: Array<string>;
  /** The total of those that lie face up. */
  total: number;
};

/** The state of the server. */
export type Health = {
  /** `ok`; `degraded` when the store or a table fails; `stopping` while the server stops. */
  status: string;
  /** The program's version. */
  version: string;
  /** How many tables run. */
  tables: number;
  /** The tables that should go on and do not, by number. */
  stopped: Array<StoppedTable>;
};

/** A patron's rounds, newest first. */
export type History = {
  /** The rounds. */
  rounds: Array<HistoryRound>;
  /** The cursor of the next page, to send as `before`; none on the last page. */
  next_before: number | null;
};

/** A round in which the patron had wagers. */
export type HistoryRound = {
  /** The table. */
  table_id: number;
  /** The round. */
  round: RoundRef;
  /** When it ended, or was corrected last. */
  at: number;
  /** Which settlement of the round it is, from 1; one more for each correction. */
  revision: number;
  /** Its cards in deal order. */
  cards: Array<string>;
  /** The same cards, each with the hand that it belongs to. */
  deal: Array<DealtCard>;
  /** Its cards as the device of a live table read them, where a correction has others since; empty otherwise. */
  read: Array<string>;
  /** `player`, `banker`, `tie` or `voided`. */
  outcome: string;
  /** Why it is void, such as `unreadable_card`; left out where it counts. */
  voided?: string;
  /** The patron's wagers as settled. */
  wagers: Array<SettledLine>;
  /** All stakes. */
  staked: number;
  /** All payouts; the returned stakes of a voided round. */
  paid: number;
};

/** Keeps a part of a recording. */
export type HoldRecording = {
  /** The part. */
  span: RecordedSpan;
  /** Why it is kept. */
  why: string;
};

/** A patron who turns the cards of a side. */
export type HolderView = {
  /** Their nickname; none when they are not named. */
  nickname: string | null;
};

/** Entries of the house's own log, newest first. */
export type HouseLog = {
  /** The entries. */
  entries: Array<LogEntry>;
  /** Where to go on, to send as `before`; none after the last. A page may be shorter than its limit. */
  next_before: number | null;
};

/** A new code of an invitation. */
export type InvitationCode = {
  /** The code, which is shown this once. Everybody who sends it may take a seat until it is withdrawn. */
  code: string;
  /** The table after the change. */
  settings: TableSettings;
};

/** Who may sit down at a table. */
export type Invitations = {
  /** Whether an invitation is asked for. */
  needs_invitation: boolean;
  /** The invited patrons by number. */
  patrons: Array<number>;
  /** How many codes count beside the list. */
  codes: number;
};

/** How far the burn of a new shoe is. */
export type LiveBurn = {
  /** How many cards have passed. */
  passed: number;
  /** How many the burn takes; none while the first card, which says it, was not read. */
  cards: number | null;
};

/** A dealer called a supervisor. */
export type LiveCall = {
  /** The dealer. */
  staff_id: number;
  /** When. */
  at: number;
};

/** A card that the table waits for. */
export type LiveCardDue = {
  /** Since when. */
  since: number;
  /** When the dealer is reminded. */
  reminds_at: number;
  /** When a supervisor is called. */
  calls_at: number;
};

/** A finding that waits for people. */
export type LiveFinding = {
  /** Its number, which an answer names. */
  finding_no: number;
  /** What is wrong, such as `unreadable`. */
  code: string;
  /** The records that it is about. */
  records: Array<DeviceRecordRef>;
  /** Which card of the round it is about, if it is about one. */
  slot: CardSlot | null;
  /** What the device or the count says of it: neither a card that two people type blind, nor what lies face down. */
  facts: Array<FindingFact>;
  /** The pictures that the caller may see now: none of a card that they may have to type, nor of one face down. */
  pictures: Array<CardPicture>;
  /** When it was raised. */
  at: number;
  /** How often two people typed different cards. */
  tries: number;
  /** How it can be resolved now. */
  ways: Array<FindingWay>;
  /** What the first of two people wants. */
  proposed: ProposedWay | null;
  /** The members of staff who have typed a card and wait for another person. Which card, nobody is told. */
  typed_by: Array<number>;
};

/** The lamp, or the lock, of a device. */
export type LiveGate = {
  /** Whether a card may come out. */
  open: boolean;
  /** Where the next card belongs. */
  slot: CardSlot | null;
  /** Why: `deal`, `burn`, `betting`, `settled`, `finding` or `halted`. */
  why: string;
};

/** An order to a live table was carried out. */
export type LiveReceipt = {
  /** The table. */
  table_id: number;
  /** The number of its last public event. */
  seq: number;
  /** Whether it was so before; then nothing happened. */
  repeated: boolean;
};

/** How a table stands, for those who work there. */
export type LiveStatus = {
  /** None at a table that the clock deals. */
  live: LiveTable | null;
};

/** How a live table stands. It names no wager and no patron, and hides what somebody typed. */
export type LiveTable = {
  /** The table. */
  table_id: number;
  /** The number of its last public event. */
  seq: number;
  /** Names this status: as long as the table stands like this, it stays the same. */
  version: string;
  /** Whether it begins rounds: `open`, `halted` or `closed`. */
  status: string;
  /** The member of staff who deals. */
  dealer: number | null;
  /** The dealer who waits to take over. */
  relief: number | null;
  /** The device that is connected. */
  device_id: number | null;
  /** Whether the beats of that device say that it has a fault. */
  device_faulty: boolean;
  /** Whether the table is recorded now; none for one without a camera. */
  recorded: boolean | null;
  /** The label of the shoe that is loaded. */
  shoe: string | null;
  /** Whether that shoe is the next one, which the dealer opens; else it is in play, or over. */
  fresh: boolean;
  /**
   * What the table waits for, the first that holds: `recording`, `device`, `dealer`, `shoe`, `burn`, `finding`,
   * `supervisor`, `squeeze`, `hold`, `start` or `card`; none while it waits for the clock, or is halted.
   */
  waits_for: string | null;
  /** The call of a supervisor that nobody has answered. */
  call: LiveCall | null;
  /** Whether no round begins until the dealer says so. */
  held: boolean;
  /** The card that the table waits for; none while it waits for none. */
  card: LiveCardDue | null;
  /** How far the burn of a new shoe is; none when no card is to be burned. */
  burn: LiveBurn | null;
  /** What is wrong, if anything is. */
  finding: LiveFinding | null;
  /** How many readings wait. */
  waiting: number;
  /** What the lamp of the device shows. */
  gate: LiveGate;
  /**
   * Where the cards lie that the dealer turns now, because everybody may see them: `P1`, `P2`, `P3`, `B1`, `B2` or
   * `B3`.
   */
  turn: Array<string>;
  /** The names of the members of staff whose numbers are in this status. */
  names: { [key in number]: string };
};

/** How a live table stands, as everybody may know it. */
export type LiveView = {
  /**
   * What it waits for: `recording`, `device`, `dealer`, `shoe`, `burn`, `finding`, `supervisor`, `squeeze`, `hold`,
   * `start` or `card`; none while it waits for the clock, or is halted.
   */
  waits_for: string | null;
  /** What is wrong while it waits for a finding, such as `unreadable`. */
  finding: string | null;
  /** Whether the round under way takes no wagers. */
  free_round: boolean;
  /** Whether the cards that are left after the last round of the shoe are counted; left out otherwise. */
  counting?: boolean;
  /** Who draws the cards; left out while nobody does. */
  dealer?: DealerView;
  /**
   * Cards that were burned after the burn of the shoe or put right, in the order in which that happened. Each stands
   * until the betting of a later round closes or the next shoe is opened. Left out when there are none.
   */
  notices?: Array<CardNotice>;
};

/** The tables of the lobby in short, in its order. A closed table is not among them. */
export type Lobby = {
  /** The server's clock. */
  now: number;
  /** The tables. */
  tables: Array<LobbyTable>;
};

/** What changed of a table since the message before. Without a field, its value stays. */
export type LobbyChange = {
  /** The table. */
  table_id: number;
  /** The status. */
  status?: string;
  /** How many patrons have a seat. */
  patrons?: number;
  /** The phase. With it, `result` is the result on the table, and without `result` there is none. */
  phase?: PhaseView;
  /** The result on the table; only with `phase`. */
  result?: LobbyResult;
  /** The shoe and its round. */
  round?: RoundRef;
  /** A bead that follows on those of the shoe. */
  bead?: string;
  /** All beads of the shoe, in place of those before: after a correction, and none in a new shoe. */
  beads?: string;
  /** How the live table stands. */
  live?: LiveView;
};

/** How a round ended. */
export type LobbyResult = {
  /** `player`, `banker`, `tie` or `voided`. */
  outcome: string;
  /** The total of the Player hand; none when the round was voided. */
  player_total?: number;
  /** The total of the Banker hand; none when the round was voided. */
  banker_total?: number;
};

/** The house rules of a table in short. */
export type LobbyRules = {
  /** The id. */
  id: string;
  /** The name. */
  title: string;
  /** Whether roads clear when full instead of scrolling. */
  roads_clear: boolean;
};

/** A table in short. `GET /api/v1/tables/{id}` and a snapshot have all of it. */
export type LobbyTable = {
  /** The table. */
  table_id: number;
  /** Its name. */
  name: string;
  /** `open`; `halted` when it finishes its round and waits for a supervisor; `closed` when it is out of the lobby. */
  status: string;
  /** Its house rules. */
  rules: LobbyRules;
  /** The currency code of all amounts. */
  currency: string;
  /** How many decimals the currency has. */
  decimals: number;
  /** Whether the currency is play money. */
  play_money: boolean;
  /** The least total stake on Player and Banker, in minor units. */
  minimum: number;
  /** The largest total stake on Player or Banker, in minor units. */
  maximum: number;
  /** How many patrons have a seat. */
  patrons: number;
  /** How many seats there are; without it there is no limit. */
  capacity?: number;
  /** The phase of the round. */
  phase: PhaseView;
  /** The result on the table, until the next round begins. */
  result?: LobbyResult;
  /** The shoe and its round; both 0 before the first. */
  round: RoundRef;
  /** The beads of this shoe, oldest first, with a space between two of them: `P Bb6 T`. */
  beads: string;
  /** How it stands as a live table; left out where the clock deals. */
  live?: LiveView;
};

/** An entry of the house's own log, without what is secret in it. */
export type LogEntry = {
  /** Its number, from 1. */
  no: number;
  /** When it was written. */
  at: number;
  /** Its SHA-256, which covers the entry before it too. */
  digest: string;
  /** The type of the event, such as `changed` or `patron_read`. */
  kind: string;
  /** Who caused it: `staff:3`, `patron:7`, `operator` or `house`; none where the entry does not say. */
  by: string | null;
  /** The entity that it created or changed, such as `staff:3`. */
  entity: string | null;
  /** What else it says, by name: with an entity its state after the entry. */
  says: Record<string, unknown>;
  /** The same of the state of its entity before the entry; none where the entity is new, or where there is none. */
  before: Record<string, unknown> | null;
  /**
   * The currency of its amounts, which are whole minor units; none where it has no amounts, or names the currency
   * beside each of them.
   */
  currency: CurrencyName | null;
};

/** Logs somebody in. */
export type LogIn = {
  /** The nickname of a patron, or the name of a member of staff. */
  name: string;
  /** The password. */
  password: string;
  /** The code of the second factor, or a recovery code. */
  code?: string;
  /** What the owner calls the session, such as "phone". */
  label?: string;
  /** Whether the session comes as a cookie, for a page, and not as a token. */
  cookie?: boolean;
};

/** A passkey that a browser made: `RegistrationResponseJSON` of WebAuthn, of which other fields are not read. */
export type MadePasskey = {
  /** Its id. */
  id: string;
  /** What the authenticator made. */
  response: MadeResponse;
};

/** What an authenticator made. */
export type MadeResponse = {
  /** What the browser saw: the challenge and the origin. */
  clientDataJSON: string;
  /** The id, the public key and the flags. */
  attestationObject: string;
  /** How the authenticator is reached, such as `internal` or `usb`. */
  transports?: Array<string>;
};

/** What a patron staked and was paid in a month, in minor units. Corrections count in the month they were made in. */
export type MonthTurnover = {
  /** The month, such as `2026-03`. */
  month: string;
  /** All stakes of settled rounds. */
  staked: number;
  /** The stakes that won or lost: the effective turnover. */
  effective: number;
  /** All payouts, stakes included. */
  paid: number;
};

/** Moves a device to another table. */
export type MoveDevice = {
  /** The table. */
  table_id: number;
  /** The reason. It stays on record. */
  why: string;
  /** What proves again who the caller is. */
  proof: ProveAgain;
};

/** Opens an account. */
export type NewAccount = {
  /** The name under which the patron logs in, and which others see. */
  nickname: string;
  /** The password, 8 to 128 characters. */
  password: string;
  /** Whether the session comes as a cookie, for a page, and not as a token. The session of a guest comes as before. */
  cookie?: boolean;
};

/** Asks for a one-time code with which a device is enrolled. */
export type NewDeviceCode = {
  /** The table of the device. */
  table_id: number;
  /** Whether it is a program that plays a device. Such a one speaks only where play money is wagered. */
  simulator?: boolean;
  /** What proves again who the caller is. */
  proof: ProveAgain;
};

/** Creates a guest with play money. */
export type NewGuest = {
  /** The name that others see, 2 to 20 characters. */
  nickname: string;
};

/** Adds a member of staff. */
export type NewStaff = {
  /** The name under which they log in, 1 to 40 characters. */
  name: string;
  /** The name that everybody sees while they deal, 1 to 40 characters; left out, everybody sees their number. */
  display_name?: string;
  /** The roles: dealer, supervisor, manager, auditor. */
  roles: Array<string>;
};

/** Adds a table. */
export type NewTable = {
  /** Its number; left out for the next one. */
  table_id?: number;
  /** Its settings: `name` and `rules` at least. */
  settings: SettingsChange;
  /** Why, in 1 to 500 characters. */
  why: string;
};

/** Opens a dealer's console. */
export type OpenConsole = {
  /** Whether the secret comes as a cookie, for a page, and not in the answer. */
  cookie?: boolean;
  /** What proves again who the caller is. */
  proof: ProveAgain;
};

/** The copies of the card that the open finding of a live table is about. */
export type OpenCopies = {
  /** None when no finding `too_many_copies` is open, or its card may lie face down. */
  copies: CardCopies | null;
};

/** How many proposals wait for a second person, among the latest 500 of each table and of the adjustments. */
export type OpenProposals = {
  /** Corrections at all tables, closed ones too. */
  corrections: number;
  /** Adjustments. */
  adjustments: number;
  /** Devices that wait for a second supervisor. */
  devices: number;
  /** Devices whose line gave an alarm or that told a fault within the last hour, and those whose lid is open. */
  device_alarms: number;
};

/** A patron's result of a finished round. */
export type OwnEnd = {
  /** The round. */
  round: RoundRef;
  /** 1 for the first settlement or void of the round, one more for each correction. */
  revision: number;
  /** Why the round does not count, if it does not. */
  voided: string | null;
  /** The settled wagers; empty when the round does not count. */
  wagers: Array<SettledLine>;
  /** The sum of all stakes. */
  staked: number;
  /** The sum of all payouts, stakes included; the returned stakes of a voided round. */
  paid: number;
};

/** A patron's turnover of the present month and the twelve before it, newest first. */
export type OwnTurnover = {
  /** The months in which the patron had wagers. */
  months: Array<MonthTurnover>;
};

/** A passkey that was added. */
export type PasskeyAdded = {
  /** The passkey. */
  passkey: PasskeyLine;
  /** The recovery codes, which are sent once; empty when there was a second factor before. */
  recovery_codes: Array<string>;
  /** The session that takes the place of all others. */
  session: SessionStarted;
};

/** An algorithm that a key may use. */
export type PasskeyAlgorithm = {
  /** Always `public-key`. */
  type: string;
  /** Its number in COSE. */
  alg: number;
};

/** A challenge for a passkey. */
export type PasskeyChallenge = {
  /** What names the challenge in the answer. */
  challenge_id: string;
  /** What the page passes to the browser. */
  options: PasskeyRequest;
};

/** What makes a passkey: `PublicKeyCredentialCreationOptionsJSON` of WebAuthn. */
export type PasskeyCreation = {
  /** Where the passkey counts. */
  rp: PasskeySite;
  /** Whose it is. */
  user: PasskeyUser;
  /** The challenge, which counts once, in the session that asked for it. */
  challenge: string;
  /** The algorithms that the key may use. */
  pubKeyCredParams: Array<PasskeyAlgorithm>;
  /** How long the challenge waits, in milliseconds. */
  timeout: number;
  /** The caller's passkeys, so that no authenticator gets a second one. */
  excludeCredentials: Array<PasskeyDescriptor>;
  /** What the authenticator is to do. */
  authenticatorSelection: AuthenticatorSelection;
  /** Which attestation is asked for: always `none`. */
  attestation: string;
};

/** A passkey as its authenticator finds it. */
export type PasskeyDescriptor = {
  /** Always `public-key`. */
  type: string;
  /** Its id. */
  id: string;
  /** How the authenticator is reached, such as `internal` or `usb`. */
  transports?: Array<string>;
};

/** A passkey as its owner sees it. */
export type PasskeyLine = {
  /** What names it. */
  passkey_id: string;
  /** What its owner calls it. */
  name: string;
  /** When it was added, in milliseconds since 1970. */
  created_at: number;
  /** When it was used last. */
  last_used_at: number | null;
};

/** Logs somebody in with a passkey. */
export type PasskeyLogIn = {
  /** The answer to the challenge. */
  passkey: AnsweredChallenge;
  /** What the owner calls the session, such as "phone". */
  label?: string;
  /** Whether the session comes as a cookie, for a page, and not as a token. */
  cookie?: boolean;
};

/** What uses a passkey: `PublicKeyCredentialRequestOptionsJSON` of WebAuthn. */
export type PasskeyRequest = {
  /** The challenge, which counts once. */
  challenge: string;
  /** The name of the server, from its public address. */
  rpId: string;
  /** How long the challenge waits, in milliseconds. */
  timeout: number;
  /** The passkeys that may be used; any that the authenticator finds when empty. */
  allowCredentials: Array<PasskeyDescriptor>;
  /** Whether the authenticator verifies the user: always `required`. */
  userVerification: string;
};

/** Where a passkey counts. */
export type PasskeySite = {
  /** The name of the server, from its public address. */
  id: string;
  /** What authenticators show. */
  name: string;
};

/** Whose passkey it is, as authenticators keep it. */
export type PasskeyUser = {
  /** What names the person; it says nothing about them. */
  id: string;
  /** The name under which they log in. */
  name: string;
  /** The same. */
  displayName: string;
};

/** The caller's passkeys. */
export type Passkeys = {
  /** The passkeys, those that were added first before the others. */
  passkeys: Array<PasskeyLine>;
};

/** The effect of a correction on one patron. */
export type PatronCorrection = {
  /** The patron. */
  patron_id: number;
  /** The sum of their stakes. */
  staked: number;
  /** Their settled wagers before; empty when the round was void. */
  before: Array<SettledLine>;
  /** Their settled wagers after; empty when the round is void. */
  after: Array<SettledLine>;
  /** What the round paid before, stakes included. */
  paid_before: number;
  /** What the round pays after, stakes included. */
  paid_after: number;
  /** How much more the patron gets; negative when less. The patron owes what their cash lacks. */
  difference: number;
  /** By how much the effective turnover grows. */
  turnover_difference: number;
};

/** A patron with their wallet. */
export type PatronInfo = {
  /** The patron. */
  patron_id: number;
  /** The name that others see. */
  nickname: string;
  /** The currency code of the wallet. */
  currency: string;
  /** How many decimals it has. */
  decimals: number;
  /** Whether it is play money. */
  play_money: boolean;
  /** Cash in minor units. */
  balance: number;
  /** Bonus money in minor units. It is staked once there is no cash left, and cannot be paid out. */
  bonus: number;
  /** What the patron owes in minor units, after a correction of spent winnings. Later winnings repay it. */
  owed: number;
  /** The number of this state of the wallet, as in `wallet`: the largest is the newest. */
  number: number;
};

/** A patron by number or by nickname. */
export type PatronName = number | string;

/** What a patron has and owes, in minor units, without held stakes. */
export type PatronWallet = {
  /** The patron. */
  patron_id: number;
  /** The name that others see. */
  nickname: string;
  /** The code of the wallet's currency. */
  currency: string;
  /** How many decimals the currency has. */
  decimals: number;
  /** Cash, which can be staked or paid out. */
  cash: number;
  /** Bonus money, which can only be staked. */
  bonus: number;
  /** What they owe; later winnings repay it first. */
  owed: number;
};

/** Pauses from now on: no seat and no wager until the end. */
export type Pause = {
  /** For how many hours, 1 to 1008. */
  hours: number;
};

/** A line of a paytable. */
export type PayLine = {
  /** The facts that must hold. */
  when: Array<string>;
  /** The odds to one, as numerator and denominator. */
  odds: [number, number];
  /** The odds as screens show them. */
  shown: string;
};

/** A looser value of a limit that waits for a second yes. */
export type PendingLimit = {
  /** The name of the limit. */
  limit: string;
  /** The value; none to remove the limit. */
  value: number | null;
  /** From when it can be confirmed. */
  from: number;
  /** From when it no longer can. */
  until: number;
};

/** The phase of a round, tagged by `name`. */
export type PhaseView =
  | { name: "shuffling" }
  | {
      name: "betting";
      /** When betting closes, in milliseconds since the epoch on the server's clock. */
      closes_at: number;
    }
  | {
      name: "closed";
      /** The round of the beacon that the cards wait for; left out when they wait for none. */
      draw?: AwaitedDraw;
    }
  | { name: "dealing" }
  | {
      name: "settled";
      /** When the next round begins, in milliseconds since the epoch on the server's clock. */
      next_at: number;
    };

/** The time with a seat, in minutes. */
export type PlayTime = {
  /** In the present day. */
  day_minutes: number;
  /** In the present week. */
  week_minutes: number;
};

/** What was staked and lost in a period, in minor units. */
export type PlayedPeriod = {
  /** `day`, `week` or `month`. */
  period: string;
  /** When the next one begins. */
  until: number;
  /** The stakes of settled rounds. */
  staked: number;
  /** What was staked less what was paid; below zero after winning. */
  lost: number;
};

/** Proposes to change a purse. Nothing moves before another person approves; one of both is a manager. */
export type ProposeAdjustment = {
  /** An id made by the caller: 32 hex digits, with or without the dashes of a UUID. A repeat counts once. */
  request_id: string;
  /** Whose purse. */
  patron_id: number;
  /** `cash` or `bonus`. */
  purse: Purse;
  /** The change in minor units; negative to take money. */
  change: number;
  /** The reason. It stays on record. */
  why: string;
};

/** Proposes a correction, which another supervisor may approve. */
export type ProposeCorrection = {
  /** An id made by the caller: 32 hex digits, with or without the dashes of a UUID. A repeat counts once. */
  request_id: string;
  /** A finished round of any shoe of the table. */
  round: RoundRef;
  /** How the round ends after the correction. */
  ruling: Ruling;
  /** The reason, 1 to 500 characters. It stays on record. */
  why: string;
  /** The part of the recording that shows it. Needed where a device read the cards and the round is recorded. */
  evidence: EvidencePart | null;
};

/** A proposal in a list, without the dry run, which the record of its round has. */
export type ProposedCorrection = {
  /** When it was proposed. */
  at: number;
  /** The proposal. */
  correction: CorrectionLine;
};

/** What the first of two people wants of a finding. */
export type ProposedWay = {
  /** How. */
  how: FindingResolution;
  /** Who. */
  staff_id: number;
  /** The text of a note, for supervisors and auditors. */
  why: string | null;
};

/** What protects a patron, and what counts towards their limits. */
export type Protection = {
  /** The server's clock. */
  now: number;
  /** How to reach the operator about limits, if the operator says so. */
  contact: string | null;
  /**
   * The limits that count, by name: `stake_round`, `stake_day`, `stake_week`, `stake_month`, `loss_day`,
   * `loss_week`, `loss_month`, `time_day_minutes`, `time_week_minutes`, `reality_check_minutes`.
   */
  limits: { [key in string]: number };
  /** Looser values that wait for a second yes. */
  pending: Array<PendingLimit>;
  /** The end of the pause, while it lasts. */
  paused_until: number | null;
  /** The exclusion, while it lasts. */
  exclusion: Exclusion | null;
  /** What was staked and lost in the present day, week and month; empty while no limit counts it. */
  played: Array<PlayedPeriod>;
  /** The stakes that are at risk at all tables, as far as a limit counts them, in minor units. */
  at_risk: number;
  /** The time with a seat in the present day and week; none while no limit counts it. */
  play_time: PlayTime | null;
  /** What a reality check says now; none without a seat, or while no limit counts time. */
  reality_check: RealityCheck | null;
  /** Whether the patron must acknowledge it before the next slip. */
  reality_check_due: boolean;
  /** Why the patron may neither sit down nor wager now: `excluded`, `paused` or `time_limit`. */
  refusal?: ErrorBody;
};

/** A change of a patron's protection, with the state after it. */
export type ProtectionChange = {
  /** When. */
  at: number;
  /** The author: `patron` or `house`. */
  by: string;
  /** The member of staff who made the change. Only answers to staff have it. */
  staff_id?: number;
  /** The reason, where one was asked for. */
  why: string;
  /** The limits that count from then on. */
  limits: { [key in string]: number };
  /** Looser values that wait from then on. */
  pending: Array<PendingLimit>;
  /** The end of the pause that was set. */
  paused_until: number | null;
  /** The exclusion that was set. */
  exclusion: Exclusion | null;
};

/** The changes of a patron's protection, newest first. */
export type ProtectionHistory = {
  /** The changes. */
  changes: Array<ProtectionChange>;
  /** The cursor of the next page, to send as `before`; none on the last page. */
  next_before: number | null;
};

/** Proves again who the caller is: by their password, with a code if they have a second factor, or by a passkey. */
export type ProveAgain = {
  /** The caller's password. */
  password?: string;
  /** The code of the second factor, or a recovery code. */
  code?: string;
  /** A passkey of theirs, which answered a challenge of `POST /api/v1/me/passkeys/challenge`. */
  passkey?: AnsweredChallenge;
};

/**
 * An order for which a supervisor proves again who they are: to end the shoe after the round, or to allow rounds
 * without a recording for an hour.
 */
export type ProvedOrder = {
  /** Why, in 1 to 500 characters. */
  why: string;
  /** As in [`DealerOrder`]. */
  seq?: number;
  /**
   * The id that the caller made for this order, 32 hex digits, as in [`SupervisorOrder`]. Sent again, the order has
   * a new proof.
   */
  request_id?: string;
  /** What proves again who the caller is. */
  proof: ProveAgain;
};

/**
 * A public event at a table, with everything that changed, so that no client computes a rule. Roads are computed from
 * the beads of the shoe: by the crate `roads`, its WebAssembly module, or `GET /api/v1/tables/{id}/roads`.
 */
export type PublicEvent =
  | {
      type: "shoe_opened";
      /** The shoe. */
      shoe: ShoeView;
    }
  | {
      type: "cards_burned";
      /** The card turned over, if the house rules turn one. */
      first: string | null;
      /** How many followed face down. */
      face_down: number;
      /** The shoe. */
      shoe: ShoeView;
      /** What proves the card turned over; left out when there is none, or the shoe has no proof. */
      proof?: CardProof;
    }
  | {
      type: "betting_opened";
      /** The phase: betting. */
      phase: PhaseView;
      /** The shoe and round. */
      shoe: ShoeView;
    }
  | {
      type: "betting_closed";
      /** The phase: closed. It says which round of the beacon the cards wait for, if they do. */
      phase: PhaseView;
      /** Who turns the cards of the round; left out where all of them fall face up. */
      squeeze?: SqueezeView;
    }
  | {
      type: "round_drawn";
      /** The phase: closed. */
      phase: PhaseView;
      /** The value, 96 hex digits. */
      value: string;
    }
  | {
      type: "card_drawn";
      /** The phase: dealing. */
      phase: PhaseView;
      /** The card. */
      card: string;
      /** The side that got it. */
      side: SideId;
      /** Both hands with this card. */
      cards: CardsView;
      /** The shoe. */
      shoe: ShoeView;
      /** What proves the card; left out when the shoe has no proof. */
      proof?: CardProof;
    }
  | {
      type: "card_face_down";
      /** The phase: dealing. */
      phase: PhaseView;
      /** The side that got it. */
      side: SideId;
      /** Both hands with it. */
      cards: CardsView;
      /** The shoe. */
      shoe: ShoeView;
      /** Who turns the cards, and until when. */
      squeeze?: SqueezeView;
    }
  | {
      type: "cards_revealed";
      /** The phase: dealing, or settled when the round does not count. */
      phase: PhaseView;
      /** Where they lie: `P1`, `P2`, `P3`, `B1`, `B2` or `B3`. */
      slots: Array<string>;
      /**
       * Why: the `holder` showed them; the time was over, `clock`; `nobody` turns that side; who did has `left`
       * their seat; a `finding` of the dealer; the round does not count, `void`.
       */
      by: string;
      /** Both hands with them. */
      cards: CardsView;
      /** The shoe. */
      shoe: ShoeView;
      /** Who turns the others, and until when. */
      squeeze?: SqueezeView;
      /** What proves each card, in the order of `slots`; empty when the shoe has no proof. */
      proofs?: Array<CardProof>;
    }
  | {
      type: "round_ended";
      /** The phase: settled. */
      phase: PhaseView;
      /** The result. */
      result: ResultView;
      /** The shoe after the round. */
      shoe: ShoeAfterRound;
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
      /** The result on the table, which may be that of this round. */
      result: ResultView | null;
      /** The cards on the table. */
      cards: CardsView;
      /** The beads of the open shoe now, in place of those known before. A correction may remove or insert one. */
      rounds: Array<string>;
    }
  | {
      type: "live";
      /** What, such as `finding_raised`. */
      what: string;
      /** The phase. */
      phase: PhaseView;
      /** The cards on the table. */
      cards: CardsView;
      /** The result on the table; none while a round is under way, and before the first one. */
      result: ResultView | null;
      /** The shoe. */
      shoe: ShoeView;
    };

/** A purse of a patron's wallet. */
export type Purse = "cash" | "bonus";

/** The range of a patron, beside those of the tables and their house rules. What all of them allow is accepted. */
export type Range = {
  /** Whose. */
  patron_id: number;
  /** The spots that have one, in the order of the catalogue. */
  spots: Array<SpotRange>;
};

/** What a patron did since they sat down. */
export type RealityCheck = {
  /** When they sat down. */
  since: number;
  /** How long they have had a seat, in minutes. */
  minutes: number;
  /** The stakes of settled rounds, in minor units. */
  staked: number;
  /** What was staked less what was paid, in minor units; below zero after winning. */
  lost: number;
};

/** A segment of a recording. */
export type RecordedSegment = {
  /** Its file under `recording/files`. */
  file: string;
  /** When it begins. */
  from: number;
  /** How long it is, in milliseconds. */
  ms: number;
  /** How long its file is, in bytes. */
  bytes: number;
  /** SHA-256 of its file, as 64 hex digits. */
  sha256: string;
  /** SHA-256 of the head of its run, as 64 hex digits, where the index notes it. */
  head: string | null;
};

/** A span of time. */
export type RecordedSpan = {
  /** Its first millisecond. */
  from: number;
  /** The first one after it. */
  to: number;
};

/** What is recorded of a span of a table. */
export type Recording = {
  /** The table. */
  table_id: number;
  /** Whether it is recorded at the moment: `live`, `stalled`, `none`, or `off` where the server has no source for it. */
  picture: string;
  /** Why it is not, where that is known. */
  why: string | null;
  /** The span. */
  span: RecordedSpan;
  /** How much of it is recorded: `all`, `part` or `none`. */
  recorded: string;
  /** What is missing, in order. */
  gaps: Array<RecordedSpan>;
  /** The segments that have a part of it, in order. */
  segments: Array<RecordedSegment>;
  /** The digest over these segments and their heads, as 64 hex digits. */
  digest: string;
};

/** A recording was changed after it was recorded. */
export type RecordingChange = {
  /** When that was found. */
  at: number;
  /** The file; none where evidence differs as a whole. */
  file: string | null;
};

/** The disk that keeps recordings. */
export type RecordingDisk = {
  /** How many bytes are free. */
  free: number;
  /** How many bytes it has. */
  total: number;
  /** `plenty`, `low` below a tenth, `full` below 2 GiB: then nothing is recorded. */
  room: string;
  /** Whether the store is on it, too. */
  shares_store: boolean;
};

/** A part of a recording that is kept until somebody releases it. */
export type RecordingHold = {
  /** Its number at its table. */
  hold_no: number;
  /** The part. */
  span: RecordedSpan;
  /** Who keeps it. */
  staff_id: number;
  /** Their name, where it is known. */
  name: string | null;
  /** Why. */
  why: string;
  /** Since when. */
  at: number;
};

/** The parts of a table's recording that are kept. */
export type RecordingHolds = {
  /** By number. */
  holds: Array<RecordingHold>;
};

/** How the recording of a table stands. */
export type RecordingState = {
  /** The table. */
  table_id: number;
  /**
   * `live`: it is recorded. `stalled`: it was, and no picture comes at the moment. `none`: no picture came since the
   * server started. `full`: nothing is kept, because the disk is full. `no_camera`: no camera is named for the live
   * table, nor a reason why it needs none, so it begins no round.
   */
  state: string;
  /** Since when: of `live`, since when nothing is missing; of the others, since when nothing is kept. */
  since: number;
  /** Why it is not recorded, where that is known. */
  why: string | null;
  /** The latest file that was found changed or gone since the server started. */
  changed: RecordingChange | null;
};

/** How all recordings stand. */
export type RecordingStates = {
  /** The tables that have a camera, by number; then live tables that wait because no camera is named for them. */
  tables: Array<RecordingState>;
  /** The disk that keeps them; none without a camera, and where the operating system does not know its room. */
  disk: RecordingDisk | null;
};

/** New recovery codes. */
export type RecoveryCodes = {
  /** The codes, which are sent once. Those of before no longer count. */
  recovery_codes: Array<string>;
};

/** Releases a part that is kept. */
export type ReleaseHold = {
  /** What proves again who the caller is. */
  proof: ProveAgain;
};

/** Gives a passkey another name. */
export type RenamePasskey = {
  /** What the owner calls it, at most 40 characters. */
  name: string;
};

/** How the round on the table ended. */
export type ResultView =
  | {
      name: "settled";
      /** `player`, `banker` or `tie`. */
      outcome: string;
      /** The total of the Player hand. */
      player_total: number;
      /** The total of the Banker hand. */
      banker_total: number;
      /** The spots that won. */
      winning_spots: Array<string>;
      /** The round as the roads write it. */
      bead: string;
    }
  | {
      name: "voided";
      /** The reason: `unreadable_card`, `interrupted`, `supervisor`, `abandoned` or `irregular`. */
      reason: string;
    };

/** Says that the rounds of a shoe were reviewed. */
export type ReviewShoe = {
  /** What the review came to, in 1 to 500 characters. */
  note: string;
};

/** All roads of a shoe. */
export type RoadMap = {
  /** The bead plate: every round, column by column. */
  bead_plate: BeadPlate;
  /** The big road: streaks. */
  big_road: BigRoad;
  /** The big eye boy, derived with k = 1. */
  big_eye_boy: DerivedRoad;
  /** The small road, derived with k = 2. */
  small_road: DerivedRoad;
  /** The cockroach pig, derived with k = 3. */
  cockroach_pig: DerivedRoad;
  /** What the next round would add, for a win of each side. */
  ask: AskBoth;
  /** Counts of outcomes and pairs. */
  totals: Totals;
  /** The ids of the good roads that the shoe shows. */
  good_roads: Array<string>;
};

/** What the corrections of a round name of the recording, read again. */
export type RoundEvidence = {
  /** One for each correction that names a part, by number. */
  evidence: Array<CheckedEvidence>;
};

/** A round with its latest result. */
export type RoundLine = {
  /** The round. */
  round: RoundRef;
  /** When the latest event of the round happened: its start, a card, its end or a correction. */
  at: number;
  /** How many times it was settled or voided; 0 while it is open. */
  revision: number;
  /** `player`, `banker`, `tie` or `voided`; none while it is open. */
  outcome: string | null;
  /** Its cards in deal order. */
  cards: Array<string>;
};

/** One patron's wagers and result in a round. */
export type RoundPatron = {
  /** The patron. */
  patron_id: number;
  /** Their wagers, one for each spot. */
  wagers: Array<SpotStake>;
  /** The sum of their stakes. */
  staked: number;
  /** Their settled wagers; empty while the round is open, or when it is void. */
  settled: Array<SettledLine>;
  /** The payouts, stakes included, or the returned stakes; none while the round is open. */
  paid: number | null;
};

/** A round with the wagers of every patron and its corrections. */
export type RoundRecord = {
  /** The table. */
  table_id: number;
  /** The round. */
  round: RoundRef;
  /** How many times it was settled or voided; 0 while it is open. */
  revision: number;
  /** `player`, `banker`, `tie` or `voided`; none while it is open. */
  outcome: string | null;
  /** Why it does not count, if so: `unreadable_card`, `interrupted`, `supervisor`, `abandoned` or `irregular`. */
  voided: string | null;
  /** The supervisor who voided the open round, if one did. */
  voided_by: SupervisorName | null;
  /** Its cards in deal order, after corrections. */
  cards: Array<string>;
  /** The same cards, each with the hand that it belongs to. */
  deal: Array<DealtCard>;
  /** The cards that came out of the shoe beside those of the round, after corrections. */
  surplus: Array<string>;
  /** Its cards as the device of a live table read them, where a correction has others since; empty otherwise. */
  read: Array<string>;
  /** Which cards a correction may name. */
  rulable: Rulable;
  /** The patrons who had wagers in it, in ascending order. */
  patrons: Array<RoundPatron>;
  /** Every proposed correction of it, by number. Each approved one made a revision. */
  corrections: Array<Correction>;
};

/** A round of a table. */
export type RoundRef = {
  /** The shoe, counted over the table's life. */
  shoe_no: number;
  /** The round, counted in its shoe. */
  round_no: number;
};

/** The part of a recording that shows a round. */
export type RoundVideo = {
  /** The table. */
  table_id: number;
  /** The round. */
  round: RoundRef;
  /** From five seconds before its betting to ten seconds after its end; to now, while it is under way. */
  span: RecordedSpan;
  /** How much of it is recorded: `all`, `part` or `none`. */
  recorded: string;
  /** What is missing, in order. */
  gaps: Array<RecordedSpan>;
  /** The digest over its segments, as 64 hex digits. */
  digest: string;
  /** What happened in it, in order. */
  marks: Array<VideoMark>;
};

/** The response: the round does not count, and every stake was returned. */
export type RoundVoided = {
  /** The table. */
  table_id: number;
  /** The round. */
  round: RoundRef;
};

/** Which cards may be ruled for a round, by where those of its shoe came from. */
export type Rulable =
  | {
      kind: "order";
      /** Those cards; none when they make no coup, or the round has them. */
      cards: Array<string>;
    }
  | {
      kind: "readings";
      /** How many came out, at least. */
      at_least: number;
      /** And at most; more when a card passed that nobody knows. */
      at_most: number;
    }
  | { kind: "any" };

/** House rules by their id and the SHA-256 of their document. */
export type RulesName = {
  /** Their id. */
  id: string;
  /** 64 hex digits; may be left out in a request for built-in house rules. */
  digest?: string;
};

/** The exact odds of a full shoe under house rules. */
export type RulesOdds = {
  /** The id of the house rules. */
  id: string;
  /** The SHA-256 of their document. */
  digest: string;
  /** How many decks the shoe has. */
  decks: number;
  /** How many ordered draws of six cards there are: the whole that counts are parts of. */
  draws: string;
  /** How screens show odds: `to_one` or `with_stake`. */
  odds_shown: string;
  /** How a profit that is no whole minor unit is rounded: `down`, `up` or `half_up`. */
  rounding: string;
  /** The spots in layout order. */
  spots: Array<SpotOdds>;
};

/** The house rules that a correction was computed by. */
export type RulesUsed = {
  /** Their id. */
  id: string;
  /** The SHA-256 of their document. */
  sha256: string;
  /** Whether these are the table's rules at the time of the proposal, because the shoe does not record its own. */
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
  /** The rule for bonus money, if the house rules have one. */
  bonus_money: BonusRuleView | null;
  /** Whether roads clear when full instead of scrolling. */
  roads_clear: boolean;
  /** How a profit that is no whole minor unit is rounded: `down`, `up` or `half_up`. */
  rounding: string;
  /** How screens show odds: `to_one` or `with_stake`. It says nothing about `pays`, which is always to one. */
  odds_shown: string;
  /** The spots in layout order. */
  spots: Array<SpotView>;
};

/** How a round ends after a correction: void, or with these cards, never with a winner. */
export type Ruling =
  | { kind: "void" }
  | {
      kind: "cards";
      /** A whole coup in deal order, such as `["9h", "Kd", "Ks", "3c"]`. */
      cards: Array<string>;
      /** The cards that came out of the shoe with them and are not of the coup. Only where a device read the cards. */
      surplus: Array<string>;
    };

/** Wagers that the house places for a patron in every round. */
export type RunningAuto = {
  /** The stake on each spot in a round. */
  wagers: Array<SpotStake>;
  /** In how many more rounds they are placed, without the present one once they are placed in it. */
  rounds_left: number;
  /** When it ends before that, if the patron chose so. */
  stop?: RunningStop;
};

/** When an Auto that runs ends before all its rounds are played. */
export type RunningStop = {
  /** At this loss, in minor units. */
  at_loss?: number;
  /** At this win, in minor units. */
  at_win?: number;
  /** What the patron's rounds since the start came to, in minor units; below zero is a loss. */
  net: number;
};

/** How a table with a card-reading shoe is run, as far as somebody gives it; what is left out stays as it is. */
export type ScannerChange = {
  /** Who begins a round: `dealer`, or `auto` for the clock. */
  start?: string;
  /** Which shoes may be loaded: `any`, or `assigned` by a supervisor. */
  shoes?: string;
  /** Whether the cards that are left pass the sensor after the last round, to be counted. */
  count_out?: boolean;
  /** Whether a card is burned face up when one dealer hands over to another. */
  burn_on_handover?: boolean;
  /** How sure the device has to be of a card, up to 1000. */
  conf_min?: number;
  /** After how many milliseconds without a card the dealer is reminded. */
  dealer_ms?: number;
  /** And after how many a supervisor is called. */
  supervisor_ms?: number;
  /** After how many milliseconds without a card the round is void. */
  abandon_ms?: number;
};

/** When a seat is lost, as far as somebody gives it; what is left out stays as it is. */
export type SeatingChange = {
  /** How long a patron may have no connection, in milliseconds. */
  grace_ms?: number;
  /** After how many rounds in a row without a wager a patron is warned; 0 for never. */
  idle_warning?: number;
  /** After how many rounds in a row without a wager a patron loses their seat; 0 for never. */
  idle_limit?: number;
  /** For how many rounds Auto may be started; 0 switches Auto off. */
  auto_rounds?: number;
};

/** A second factor that waits for its first code. */
export type SecondFactor = {
  /** The secret, for an app that cannot read the address. */
  secret: string;
  /** The address that an authenticator app reads, usually as a QR code. */
  url: string;
};

/** A second factor that is in use from now on. */
export type SecondFactorConfirmed = {
  /** The recovery codes, which are sent once. Each counts once. */
  recovery_codes: Array<string>;
  /** The session that takes the place of all others. */
  session: SessionStarted;
};

/**
 * A message from the server, tagged by `type`.
 * A private message about a table has the `seq` of the public event that caused it, and never comes before the frame
 * of that number on a socket that watches the table.
 */
export type ServerMessage =
  | {
      type: "welcome";
      /** The version of the protocol, which is also the subprotocol of the handshake: `punto.v1`. */
      version: string;
      /** What the server bears of this socket. */
      limits: SocketLimits;
      /** The patron of the socket; none for a spectator. */
      patron: PatronInfo | null;
      /** The server's clock in milliseconds since the epoch, which countdowns follow. */
      now: number;
    }
  | {
      type: "snapshot";
      /** The last public event that the state includes. */
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
      /** The number of this frame: public events of a table are counted by one, over its whole life. */
      seq: number;
      /** When it happened, on the server's clock. */
      at: number;
      /** The event. */
      event: PublicEvent;
      /** How a live table stands after it; left out where the clock deals. */
      live?: LiveView;
    }
  | {
      type: "bulletin";
      /** The table. */
      table_id: number;
      /** The text, each line with its end. */
      text: string;
      /** The public key that signed it, as 64 hex digits. */
      key: string;
      /** The Ed25519 signature over its bytes, as 128 hex digits. */
      signature: string;
    }
  | {
      type: "wagers_closed";
      /** The table. */
      table_id: number;
      /** The `seq` of the frame `betting_closed`. */
      seq: number;
      /** The round. */
      round: RoundRef;
      /** The patron. */
      patron: number;
      /** The currency code of the amounts. */
      currency: string;
      /** How many of an amount's digits are decimals. */
      decimals: number;
      /** The wagers, by the ascending bytes of the ids of their spots. */
      wagers: Array<StandingWager>;
      /** The salt of their leaf, as 32 hex digits. */
      salt: string;
      /** The place of the leaf among those of the round, from 0. */
      index: number;
      /** How many leaves the round has: how many patrons have wagers. */
      count: number;
      /** The siblings from the leaf upward, joined, in base64url. */
      path: string;
    }
  | {
      type: "you_squeeze";
      /** The table. */
      table_id: number;
      /** The `seq` of the public event that caused this; of the last one before it, when it is sent again. */
      seq: number;
      /** The round. */
      round: RoundRef;
      /** The side: `player` or `banker`. */
      side: string;
    }
  | {
      type: "squeeze_edge";
      /** The table. */
      table_id: number;
      /** The round. */
      round: RoundRef;
      /** Where the card lies. */
      slot: string;
      /** `blank`, `two`, `three`, `four` or `picture`. */
      shows: string;
    }
  | {
      type: "squeeze_progress";
      /** The table. */
      table_id: number;
      /** The round. */
      round: RoundRef;
      /** Where the card lies. */
      slot: string;
      /** By which edge: `long` or `short`. */
      edge: string;
      /** How far, in thousandths. */
      permille: number;
      /** When the card is shown at the latest, in milliseconds since the epoch on the server's clock. */
      ends_at: number;
    }
  | {
      type: "squeeze_refused";
      /** The table. */
      table_id: number;
      /** The round. */
      round: RoundRef;
      /** Where the card lies. */
      slot: string;
      /** The reason. */
      refusal: ErrorBody;
    }
  | {
      type: "spot_totals";
      /** The table. */
      table_id: number;
      /** The round. */
      round: RoundRef;
      /** The totals, without spots that have no stake. */
      totals: Array<SpotTotal>;
    }
  | {
      type: "yours";
      /** The table. */
      table_id: number;
      /** The `seq` of the public event that caused this; of the last one before it, when a private event did. */
      seq: number;
      /**
       * The present or the latest round of the shoe, which is the round of the wagers. Both numbers are 0 before the
       * first round of a shoe.
       */
      round: RoundRef;
      /** The patron's stake on each spot in this round. */
      wagers: Array<SpotStake>;
      /** The sum of these stakes. */
      staked: number;
      /** The wagers of the last round in which the patron had any, for Rebet. */
      last_wagers: Array<SpotStake>;
      /** Whether the patron has a seat at the table. */
      seated?: boolean;
      /** The wagers that the house places for the patron in every round; none when Auto is off. */
      auto?: RunningAuto;
      /** How the patron's last Auto of this shoe ended, until they start another or sit down again. */
      ended_auto?: EndedAuto;
      /** The patron's result of the latest finished round of this shoe, when the client may have missed it. */
      last?: OwnEnd;
    }
  | {
      type: "wallet";
      /** Cash in minor units. */
      balance: number;
      /** Bonus money in minor units. */
      bonus: number;
      /** What the patron owes in minor units. Later winnings repay it first. */
      owed: number;
      /** The number of this state of the wallet: it grows with every change, also over restarts of the server. */
      number: number;
    }
  | {
      type: "seat_taken";
      /** The table. */
      table_id: number;
      /** The `seq` of the public event that caused this; of the last one before it, when a private event did. */
      seq: number;
    }
  | {
      type: "seat_refused";
      /** The table. */
      table_id: number;
      /** The reason. */
      refusal: ErrorBody;
    }
  | {
      type: "auto_accepted";
      /** The table. */
      table_id: number;
      /** The `seq` of the public event that caused this; of the last one before it, when a private event did. */
      seq: number;
      /** The request; none after `stop_auto`. */
      request_id: string | null;
      /** In how many more rounds the house places the wagers; 0 when Auto is off. */
      rounds_left: number;
    }
  | {
      type: "auto_refused";
      /** The table. */
      table_id: number;
      /** The request; none after `stop_auto`. */
      request_id: string | null;
      /** The reason. */
      refusal: ErrorBody;
    }
  | {
      type: "nonce_taken";
      /** The table. */
      table_id: number;
      /** The shoe. */
      shoe_no: number;
    }
  | {
      type: "nonce_refused";
      /** The table. */
      table_id: number;
      /** The shoe. */
      shoe_no: number;
      /** The reason. */
      refusal: ErrorBody;
    }
  | {
      type: "auto_started";
      /** The table. */
      table_id: number;
      /** The `seq` of the public event that caused this; of the last one before it, when a private event did. */
      seq: number;
      /** For how many rounds. */
      rounds: number;
    }
  | {
      type: "auto_ended";
      /** The table. */
      table_id: number;
      /** The `seq` of the public event that caused this; of the last one before it, when a private event did. */
      seq: number;
      /** `played`, `stopped`, `seat_lost`, `stop_at_loss`, `stop_at_win` or `refused`. */
      reason: string;
      /** The code of the refusal, if that ended it: that of a slip, or `paused`, `excluded` or `time_limit`. */
      refusal: string | null;
      /** How many rounds were left. */
      rounds_left: number;
    }
  | {
      type: "idle";
      /** The table. */
      table_id: number;
      /** The `seq` of the public event that caused this; of the last one before it, when a private event did. */
      seq: number;
      /** How many rounds. */
      rounds: number;
      /** After how many rounds the patron loses the seat; none for never. */
      limit: number | null;
    }
  | {
      type: "seat_left";
      /** The table. */
      table_id: number;
      /** The `seq` of the public event that caused this; of the last one before it, when a private event did. */
      seq: number;
      /** `left`, `absent`, `idle` or `removed`. */
      reason: string;
    }
  | {
      type: "slip_accepted";
      /** The table. */
      table_id: number;
      /** The `seq` of the public event that caused this; of the last one before it, when a private event did. */
      seq: number;
      /** The slip. */
      slip_id: string;
      /** The round of the slip. */
      round: RoundRef;
      /**
       * The patron's stake on each spot in that round after the slip. None in the answer to a repeat that changes
       * nothing and whose wagers may no longer stand.
       */
      wagers?: Array<SpotStake>;
      /** The sum of these stakes. */
      staked?: number;
    }
  | {
      type: "slip_refused";
      /** The table. */
      table_id: number;
      /** The slip. */
      slip_id: string;
      /** The reason. */
      refusal: ErrorBody;
    }
  | {
      type: "wagers_cleared";
      /** The table. */
      table_id: number;
      /** The `seq` of the public event that caused this; of the last one before it, when a private event did. */
      seq: number;
      /** The request; none after leaving. */
      request_id: string | null;
      /** The sum of the returned stakes. */
      returned: number;
    }
  | {
      type: "clear_refused";
      /** The table. */
      table_id: number;
      /** The request. */
      request_id: string;
      /** The reason. */
      refusal: ErrorBody;
    }
  | {
      type: "you_settled";
      /** The table. */
      table_id: number;
      /** The `seq` of the public event that caused this; of the last one before it, when a private event did. */
      seq: number;
      /** The round. */
      round: RoundRef;
      /** The settled wagers. */
      wagers: Array<SettledLine>;
      /** The sum of all stakes. */
      staked: number;
      /** The sum of all payouts, stakes included. */
      paid: number;
    }
  | {
      type: "you_voided";
      /** The table. */
      table_id: number;
      /** The `seq` of the public event that caused this; of the last one before it, when a private event did. */
      seq: number;
      /** The round. */
      round: RoundRef;
      /** The sum of the returned stakes. */
      returned: number;
    }
  | {
      type: "you_corrected";
      /** The table. */
      table_id: number;
      /** The `seq` of the public event that caused this; of the last one before it, when a private event did. */
      seq: number;
      /** The patron's result of the round now. */
      end: OwnEnd;
      /** How much more the round pays than before; negative when less. The patron owes what their cash lacks. */
      difference: number;
    }
  | {
      type: "reality_check";
      /** Their time and result since they sat down. */
      check: RealityCheck;
    }
  | {
      type: "lobby";
      /** The server's clock. */
      now: number;
      /** The tables. */
      tables: Array<LobbyTable>;
    }
  | {
      type: "lobby_changed";
      /** The server's clock. */
      now: number;
      /** The tables that are new in the lobby or set up in another way, each as a whole. */
      tables?: Array<LobbyTable>;
      /** All tables of the lobby in its order, when it changed. Tables that are not among them left the lobby. */
      order?: Array<number>;
      /** What changed of other tables, at most one change for each. */
      changes?: Array<LobbyChange>;
    }
  | {
      type: "problem";
      /** The error. */
      error: ErrorBody;
    }
  | {
      type: "pong";
      /** The nonce of the ping. */
      nonce: number;
      /** The server's clock. */
      now: number;
    };

/** Who the caller is, and what the session allows. */
export type SessionInfo = {
  /** What names the session. */
  session_id: string;
  /** The number of the patron. */
  patron_id: number | null;
  /** The number of the member of staff. */
  staff_id: number | null;
  /** The name. */
  name: string;
  /** The roles that the session allows. */
  roles: Array<string>;
  /** Whether a second factor is in use: an app that shows codes, or a passkey. */
  second_factor: boolean;
  /** Whether an app that shows codes is in use. */
  code_app: boolean;
  /** Whether a second factor must be set before anything else. */
  needs_second_factor: boolean;
  /** The table at which a dealer logged in with a PIN; the session deals there and does nothing else. */
  table_id: number | null;
  /** What a page sends in `X-Punto-Csrf`; none without a cookie. */
  csrf: string | null;
};

/** One of the caller's sessions. */
export type SessionLine = {
  /** What names it. */
  session_id: string;
  /** When it began, in milliseconds since 1970. */
  created_at: number;
  /** When it was used last, or up to a minute earlier. */
  last_used_at: number;
  /** When it ends unless it is used. */
  ends_at: number;
  /** What its owner calls it. */
  label: string;
  /** Whether it is a token of a program. */
  program: boolean;
  /** Whether this request came with it. */
  current: boolean;
};

/** A session that has begun. */
export type SessionStarted = {
  /** The token; none when the session came as a cookie. It is sent once; the server stores its hash. */
  token: string | null;
  /** What a page sends in `X-Punto-Csrf`; none when the session came as a token. */
  csrf: string | null;
};

/** The caller's sessions. */
export type Sessions = {
  /** The sessions that have not ended. */
  sessions: Array<SessionLine>;
};

/** Asks for limits. A tighter value counts at once, a looser one after a day and a second yes. */
export type SetLimits = {
  /** The values by name; null removes a limit. Limits that are not named stay as they are. */
  limits: { [key in string]: number | null };
};

/** Sets the PIN of a dealer. */
export type SetPin = {
  /** The PIN: six digits, not all the same and not in a row. */
  pin: string;
  /** What proves again who the caller is. */
  proof: ProveAgain;
};

/** The body of `PUT /api/v1/patrons/{patron}/range`: the whole range, in the place of the one before. */
export type SetRange = {
  /** The spots with a range; without a spot, the patron has none of their own. */
  spots: Array<SpotRange>;
  /** Why, in up to 500 characters. */
  why: string;
};

/** The settings that somebody gives; what is left out stays as it is. */
export type SettingsChange = {
  /** The name people read. */
  name?: string;
  /** The house rules, from the next shoe on: built in, or on record in the house's log. */
  rules?: RulesName;
  /** The currency; fixed once the table has opened a shoe. */
  currency?: CurrencyName;
  /** The limits of these spots. */
  limits: { [key in string]: StakeRange };
  /** The largest difference between all stakes on Banker and all on Player; 0 for no limit. */
  exposure?: number;
  /** Some timings. */
  timings: TimingsChange;
  /** The ante, for those who sit down from now on; 0 for none. House rules with the ante of the room need it. */
  ante?: number;
  /** How many seats there are; 0 for no limit. Those who sit stay. */
  capacity?: number;
  /** The password that is asked for from now on, 8 to 128 characters; empty for none. No answer has it. */
  password?: TablePassword;
  /** Whether only invited patrons may sit down; `false` forgets who was invited. */
  needs_invitation?: boolean;
  /** When a seat is lost. */
  seating: SeatingChange;
  /** What decides the cards, from the next shoe on: `sealed`, or `after_bets`, which needs a beacon. */
  draw?: string;
  /** Who draws the cards of a new table: `shuffle` or `scanner`. It never changes. */
  dealer?: string;
  /** How the table is run with a card-reading shoe, from the next shoe on. */
  scanner?: ScannerChange;
  /** How patrons turn the cards, from the next round on; with `from` 0, all cards fall face up. */
  squeeze?: SqueezeChange;
  /** The place in the lobby, smallest first. */
  place?: number;
};

/** A settled wager. */
export type SettledLine = {
  /** The spot. */
  spot: string;
  /** The stake. */
  stake: number;
  /** `win`, `push` or `lose`. */
  resolution: string;
  /** The payout, stake included. */
  payout: number;
};

/** The response: the shoe is given up. */
export type ShoeAbandoned = {
  /** The table. */
  table_id: number;
  /** The shoe. */
  shoe_no: number;
};

/** The shoe after a round. Its size, the cut card and the closed spots are as the frames of the round said. */
export type ShoeAfterRound = {
  /** The shoe, counted over the table's life. */
  shoe_no: number;
  /** The round, counted in the shoe. */
  round_no: number;
  /** How many cards are left, without burned ones. */
  remaining: number;
  /** Whether this round was the last of the shoe. */
  last_round: boolean;
};

/** The beads of one shoe of a table, the open one or any before it. */
export type ShoeBeads = {
  /** The table. */
  table_id: number;
  /** The shoe. */
  shoe_no: number;
  /**
   * The beads of its settled rounds, oldest first, as `rounds` of a table has them: at most one for each round of
   * the shoe. Corrections are in them; a voided round has none.
   */
  rounds: Array<string>;
};

/** A shoe was reviewed. */
export type ShoeReviewReceipt = {
  /** The table. */
  table_id: number;
  /** The shoe. */
  shoe_no: number;
  /** Whether the same supervisor had said the same before; then nothing happened now. */
  repeated: boolean;
  /** The review. */
  reviewed: ShoeReviewed;
};

/** Who reviewed a shoe whose count ended with a note. */
export type ShoeReviewed = {
  /** The supervisor. */
  by: number;
  /** When, in milliseconds since 1970. */
  at: number;
  /** What they wrote. */
  note: string;
};

/** The rounds of a shoe with their latest results. */
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
  /** The shoe, counted over the table's life; 0 before the first. */
  shoe_no: number;
  /** The round, counted in the shoe; 0 before the first. */
  round_no: number;
  /** How many cards are left, without burned ones. */
  remaining: number;
  /** How many cards a full shoe has. */
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

/** A wager of a slip. */
export type SlipWager = {
  /** The id of a spot. */
  spot: string;
  /** The stake, in minor units. */
  stake: number;
};

/** What a server bears of a socket. A client that exceeds it is refused or cut. */
export type SocketLimits = {
  /** The longest message, in bytes; a longer one ends the socket with 1009. */
  message_bytes: number;
  /** How many messages may come at once. */
  messages_at_once: number;
  /** After how long one more may come, in microseconds. */
  message_every_us: number;
  /** How many wagers a slip may have: one for each spot there is. */
  wagers: number;
  /** How many bytes may wait for a client that reads slowly; more end the socket with 1013. */
  queue_bytes: number;
  /** After how long without a message or a pong the socket ends with 1008, in milliseconds. */
  idle_ms: number;
  /** How often the server sends a ping, in milliseconds. */
  ping_every_ms: number;
};

/** A ticket that opens one socket: `/api/v1/socket?ticket=...`. */
export type SocketTicket = {
  /** The ticket. It counts once. */
  ticket: string;
  /** How many seconds it lasts. */
  seconds: number;
};

/** The edge of one spot. */
export type SpotEdge = {
  /** The id of the spot. */
  spot: string;
  /** Whether the house rules take wagers on it in this round. */
  open: boolean;
  /** What the house keeps of a stake on average; below zero when the patron has the edge. */
  house_edge: Exact;
};

/** The exposure on one spot. */
export type SpotExposure = {
  /** The id of the spot. */
  spot: string;
  /** How many patrons have a stake on it. */
  patrons: number;
  /** What is staked in cash. */
  cash: string;
  /** What is staked in bonus money. */
  bonus: string;
  /** The most that this spot pays, stakes included. */
  pays_at_most: string;
  /** The most that all spots pay in a coup in which this one wins. */
  paid_at_most: string;
  /** What the house wins at least in such a coup; below zero when it loses. */
  result_at_least: string;
};

/** The odds of one spot. */
export type SpotOdds = {
  /** The id. */
  spot: string;
  /** The English name. */
  title: string;
  /** Sets of facts that return the stake, each with all facts that must hold. They are judged first. */
  push: Array<Array<string>>;
  /** The lines that pay, in the order they are judged: the first whose facts all hold decides. */
  pays: Array<PayLine>;
  /** How often each odds are paid. */
  wins: Array<WinShare>;
  /** The probability that the wager wins. */
  win: Exact;
  /** The probability that the stake goes back. */
  push_probability: Exact;
  /** What the house keeps of a stake on average; a pushed stake counts as staked. */
  house_edge: Exact;
};

/** The least and the largest total stake on a spot in one round, in minor units. */
export type SpotRange = {
  /** The id of a spot. */
  spot: string;
  /** The least; 0 for none. */
  minimum: number;
  /** The largest; none for none. 0 keeps the patron off the spot. */
  maximum: number | null;
};

/** A stake on a spot. */
export type SpotStake = {
  /** The spot. */
  spot: string;
  /** In minor units. */
  stake: number;
};

/** What all seated patrons staked on one spot in a round. */
export type SpotTotal = {
  /** The spot. */
  spot: string;
  /** The sum of the stakes, in minor units. */
  stake: number;
  /** How many patrons have a stake on it. */
  patrons: number;
};

/** A spot of the layout. */
export type SpotView = {
  /** The id. */
  spot: string;
  /** The English name. */
  title: string;
  /** Sets of facts, each of which returns the stake when all its facts hold. They are judged first. */
  push: Array<Array<string>>;
  /**
   * The lines that pay, in the order they are judged: the first whose facts all hold pays. Without one, the wager
   * loses.
   */
  pays: Array<PayLine>;
  /** Its odds as screens show them, largest last: `["0.95"]` to one, `["x12", "x20"]` with the stake. */
  shown: Array<string>;
  /** The least total stake, in minor units. */
  minimum: number;
  /** The largest total stake, in minor units. */
  maximum: number;
  /** The first round of a shoe in which it is closed. */
  closed_from_round: number | null;
};

/**
 * How patrons turn the cards of a table, as far as somebody gives it; what is left out stays as it is, or as built in
 * where no card was turned before.
 */
export type SqueezeChange = {
  /** The least stake on a side that lets a patron turn its cards, in minor units; 0 for none at all. */
  from?: number;
  /** How long the first four cards are turned, in milliseconds. */
  ms?: number;
  /** How long a third card is turned, in milliseconds. */
  third_ms?: number;
};

/** Who turns the cards of a round. */
export type SqueezeView = {
  /** Who turns those of the Player hand; none where nobody does. */
  player: HolderView | null;
  /** Who turns those of the Banker hand; none where nobody does. */
  banker: HolderView | null;
  /**
   * When the cards that lie face down are shown at the latest, in milliseconds since the epoch on the server's
   * clock; none while none is turned.
   */
  ends_at: number | null;
};

/** What everybody sees of a member of staff while they deal. */
export type StaffDisplayName = {
  /** The name, 1 to 40 characters; null for their number. It is public, and several may have the same. */
  display_name: string | null;
};

/** A member of staff with a code to enrol with. */
export type StaffEnrolment = {
  /** The member. */
  member: StaffMember;
  /** The code, which is sent once and counts once. */
  code: string;
  /** When it ends, in milliseconds since 1970. */
  ends_at: number;
};

/** All members of staff, also those who are disabled. */
export type StaffList = {
  /** The members by number. */
  staff: Array<StaffMember>;
};

/** A member of staff. */
export type StaffMember = {
  /** Their number, which events record. */
  staff_id: number;
  /** The name under which they log in. */
  name: string;
  /** The name that everybody sees while they deal; left out, everybody sees their number. */
  display_name?: string;
  /** The roles that they hold. */
  roles: Array<string>;
  /** Whether they may no longer log in. */
  disabled: boolean;
};

/** The roles of a member of staff. */
export type StaffRoles = {
  /** The roles: dealer, supervisor, manager, auditor. */
  roles: Array<string>;
};

/** The least and the largest total stake of one patron on one spot. */
export type StakeRange = {
  /** The least, in minor units. */
  minimum: number;
  /** The largest, in minor units. */
  maximum: number;
};

/** A wager as it stood when betting closed. */
export type StandingWager = {
  /** The id of the spot. */
  spot: string;
  /** The stake, in minor units. */
  stake: number;
  /** How much of the stake is bonus money, in minor units. */
  bonus: number;
};

/** A patron's statement, newest first. */
export type Statement = {
  /** The lines. */
  lines: Array<StatementLine>;
  /** The cursor of the next page, to send as `before`; none on the last page. */
  next_before: number | null;
};

/**
 * One change of a patron's money, in minor units.
 * A slip makes no line, because a held stake is still the patron's; the end of its round does. The line of a
 * correction has differences.
 */
export type StatementLine = {
  /** The number of the line, from 1. */
  no: number;
  /** When the change happened. */
  at: number;
  /** `settled`, `voided`, `corrected`, or `posted` for a change without a round, such as a gift. */
  kind: string;
  /** The table of the round. */
  table_id: number | null;
  /** The round. */
  round: RoundRef | null;
  /** Which settlement of the round it is, from 1; 0 without a round. */
  revision: number;
  /** The stakes that were at risk. */
  staked: number;
  /** The payouts, returned stakes included. */
  paid: number;
  /** The amount advanced: the corrected payout had already been spent. */
  lent: number;
  /** The amount repaid of earlier advances. */
  repaid: number;
  /** By how much the wallet changed. */
  change: number;
  /** What the wallet has afterwards: cash, bonus money and held stakes. */
  balance: number;
  /** What the patron owes afterwards. */
  owed: number;
};

/** Halts, resumes, closes or opens a table. */
export type StepTable = {
  /** Why, in 1 to 500 characters. */
  why: string;
};

/** A table that should go on and does not. */
export type StoppedTable = {
  /** The table. */
  table_id: number;
  /** `late` when a step is late, `refused` when the ledger refuses what is due, `ended` when its task has ended. */
  reason: string;
  /** The reason in English, for operators. The log has more. */
  message: string;
};

/** Consecutive rounds of one side. */
export type Streak = {
  /** `player` or `banker`. */
  side: SideId;
  /** For each round of the streak, the ties counted on it. */
  ties: Array<number>;
};

/** What a supervisor does at a live table. */
export type SupervisorAction =
  | {
      type: "seat";
      /** Who. */
      dealer: number;
    }
  | {
      type: "unseat";
      /** Who. */
      dealer: number;
    }
  | { type: "answer_call" }
  | {
      type: "assign_shoe";
      /** Its label, of 1 to 32 characters. */
      label: string;
      /** The number of its seal, of 1 to 32 characters, which the device has to say, too; without it any will do. */
      seal?: string;
    }
  | { type: "open_free_round" }
  | { type: "cut_card" }
  | {
      type: "misread";
      /** Where it lies. */
      slot: CardSlot;
    }
  | { type: "burn_forgotten" }
  | {
      type: "key_in";
      /** The number of the finding. */
      finding_no: number;
      /** Which card they see, such as `9h`. */
      card: string;
    }
  | {
      type: "resolve";
      /** The number of the finding. */
      finding_no: number;
      /** How. */
      how: FindingResolution;
      /**
       * The text of a `note`, in 1 to 500 characters. Where two have to agree, another text takes the place of the
       * one before, and who agrees to that sends none.
       */
      why?: string;
    };

/** A supervisor's number and name. */
export type SupervisorName = {
  /** Their number, which events record. */
  supervisor_id: number;
  /** Their name; none when the server does not know the number. */
  name: string | null;
};

/** An order of a supervisor at a live table. */
export type SupervisorOrder = {
  /** What the supervisor does. */
  order: SupervisorAction;
  /** As in [`DealerOrder`]. */
  seq?: number;
  /** As in [`DealerOrder`]. */
  request_id?: string;
};

/** One change of a table. */
export type TableChange = {
  /** The number of its entry in the house's own log. */
  no: number;
  /** When. */
  at: number;
  /** Who: `staff:3`, `operator` or `house`. */
  by: string;
  /** Why. */
  why: string;
  /** The settings after it. */
  settings: TableSettings;
};

/** The changes of a table, newest first. */
export type TableChanges = {
  /** The changes. */
  changes: Array<TableChange>;
  /** The cursor of the next page, to send as `before`; none on the last page. */
  next_before: number | null;
};

/** The exact edges of a shoe in play: on the coup under way, or else on the next one. */
export type TableEdges = {
  /** The table. */
  table_id: number;
  /** The id of the house rules of the shoe. */
  house_rules: string;
  /** The shoe. */
  shoe_no: number;
  /** The present or the latest round of the shoe. */
  round: RoundRef | null;
  /** The cards of the coup under way. */
  dealt: Array<string>;
  /** How many cards nobody has seen, those burned face down included. */
  unseen: number;
  /** The spots in layout order; empty when the shoe has too few cards for a coup. */
  spots: Array<SpotEdge>;
};

/** The exposure of a table in its present round. Sums are strings of digits, in minor units. */
export type TableExposure = {
  /** The table. */
  table_id: number;
  /** The present or the latest round of the shoe. */
  round: RoundRef | null;
  /** The phase: `shuffling`, `betting`, `closed`, `dealing` or `settled`. */
  phase: string;
  /** The currency of the stakes. */
  currency: string;
  /** Its decimals. */
  decimals: number;
  /** How many patrons have wagers in the round. */
  patrons: number;
  /** What the table holds: all stakes of the round, cash and bonus money. */
  held: string;
  /** The most that any coup pays, stakes included. */
  paid_at_most: string;
  /** What the house wins at least; below zero when it loses. */
  result_at_least: string;
  /** The stakes on Banker less those on Player. */
  banker_less_player: string;
  /** The largest difference that the table allows; none without a limit. */
  difference_limit: number | null;
  /** The spots in layout order. */
  spots: Array<SpotExposure>;
};

/** Lets a dealer in at a live table. */
export type TableLogIn = {
  /** The number of the dealer. */
  dealer: number;
  /** The PIN, six digits. */
  pin: string;
  /** Whether the session comes as a cookie, for a page, and not as a token. */
  cookie?: boolean;
  /** The secret of the dealer's console, for a program; a page has it in a cookie. */
  console?: string;
};

/** The password of a table. */
export type TablePassword = string;

/** How the caller plays the picture of a table, and whether it comes. */
export type TablePicture = {
  /** The table. */
  table_id: number;
  /**
   * `live`; `stalled` when it came and does not at the moment; `none` when none came since the server started; `off`
   * where the table has no camera.
   */
  picture: string;
  /** The path of the live playlist, with the ticket in it; none where the table has no camera. */
  hls: string | null;
  /** The address at which another server gives the picture with less delay, over WHEP; none where there is none. */
  whep: string | null;
  /** The ticket, which is the bearer token of a request to `whep`; none where the table has no camera. */
  ticket: string | null;
  /** When the ticket ends, in milliseconds since the epoch on the server's clock. Ask for another one before. */
  ends_at: number | null;
};

/** How a table with a card-reading shoe is run, from its next shoe on. */
export type TableScanner = {
  /** Who begins a round: `dealer`, or `auto` for the clock. */
  start: string;
  /** Which shoes may be loaded: `any`, or `assigned` by a supervisor. */
  shoes: string;
  /** Whether the cards that are left pass the sensor after the last round, to be counted. */
  count_out: boolean;
  /** Whether a card is burned face up when one dealer hands over to another. */
  burn_on_handover: boolean;
  /** How sure the device has to be of a card, up to 1000. */
  conf_min: number;
  /** After how many milliseconds without a card the dealer is reminded. */
  dealer_ms: number;
  /** And after how many a supervisor is called. */
  supervisor_ms: number;
  /** After how many milliseconds without a card the round is void. */
  abandon_ms: number;
};

/** When a seat is lost, and how long Auto may run. */
export type TableSeating = {
  /** How long a patron may have no connection, in milliseconds. */
  grace_ms: number;
  /** After how many rounds in a row without a wager a patron is warned; 0 for never. */
  idle_warning: number;
  /** After how many rounds in a row without a wager a patron loses their seat; 0 for never. */
  idle_limit: number;
  /** For how many rounds Auto may be started; 0 switches Auto off. */
  auto_rounds: number;
};

/** How a table is set up. */
export type TableSettings = {
  /** The table. */
  table_id: number;
  /** `open`, `halted` or `closed`. */
  status: string;
  /** The name people read. */
  name: string;
  /** The house rules of its next shoe. */
  rules: RulesName;
  /** The currency of every stake. */
  currency: CurrencyName;
  /** What the table allows one patron on each spot; a spot that is missing is limited by the house rules alone. */
  limits: { [key in string]: StakeRange };
  /** The largest difference between all stakes on Banker and all on Player; 0 for no limit. */
  exposure: number;
  /** How long things take. */
  timings: TableTimings;
  /** How much cash and bonus money together a patron must have to take a seat. */
  ante: number;
  /** How many seats there are; 0 for no limit. */
  capacity: number;
  /** Whether a password is asked for. */
  needs_password: boolean;
  /** Whether an invitation is asked for. */
  needs_invitation: boolean;
  /** How many patrons are invited. */
  invited: number;
  /** How many codes of invitations count. */
  invitation_codes: number;
  /** When a seat is lost. */
  seating: TableSeating;
  /**
   * What decides the cards of its next shoe: `sealed`, their order is fixed before its first wager; `after_bets`, a
   * value of the beacon that comes after the bets of each round.
   */
  draw: string;
  /** Who draws its cards: `shuffle`, the clock, from shuffled shoes; `scanner`, a dealer, from a card-reading shoe. */
  dealer: string;
  /** How it is run with a card-reading shoe; none where the clock draws the cards. */
  scanner: TableScanner | null;
  /** How patrons turn its cards; none where all of them fall face up. */
  squeeze: TableSqueeze | null;
  /** Its place in the lobby, smallest first. */
  place: number;
};

/** How patrons turn the cards of a table, from its next round on. */
export type TableSqueeze = {
  /** The least stake on a side that lets a patron turn its cards, in minor units. */
  from: number;
  /** How long the first four cards are turned, in milliseconds. */
  ms: number;
  /** How long a third card is turned, in milliseconds. */
  third_ms: number;
};

/** How long the parts of a round take, in milliseconds. */
export type TableTimings = {
  /** How long wagers are taken. */
  betting_ms: number;
  /** How long the table waits for slips on their way. */
  drain_ms: number;
  /** From one card to the next. */
  card_ms: number;
  /** How long a result is shown. */
  result_ms: number;
  /** From a new shoe to its first card. */
  shuffle_ms: number;
  /** How long patrons may pledge a number for a new shoe; 0 when nobody is asked for one. */
  pledge_ms: number;
  /** How long after that they may reveal it. */
  reveal_ms: number;
};

/** The public state of a table. */
export type TableView = {
  /** The table. */
  table_id: number;
  /** Its name. */
  name: string;
  /** `open`; `halted` when it finishes its round and waits for a supervisor; `closed` when it is out of the lobby. */
  status: string;
  /** Its house rules. */
  rules: RulesView;
  /** The currency code of all amounts. */
  currency: string;
  /** How many decimals the currency has. */
  decimals: number;
  /** Whether the currency is play money. */
  play_money: boolean;
  /** The phase of the round. */
  phase: PhaseView;
  /** The shoe and round. */
  shoe: ShoeView;
  /** The cards of the round on the table, or of the last one until the next begins. */
  cards: CardsView;
  /** Who turns the cards of the round; left out where all of them fall face up. */
  squeeze?: SqueezeView;
  /** The result on the table, until the next round begins. */
  result: ResultView | null;
  /**
   * The beads of this shoe, oldest first: `P`, `B` or `T`, then `p` and `b` for pairs, `n` for a natural, `6` for a
   * Banker win with 6, such as `Bb6`. A voided round has none.
   */
  rounds: Array<string>;
  /**
   * What all seated patrons staked on each spot in this round, as `spot_totals` said last. Spots without a stake are
   * left out.
   */
  totals: Array<SpotTotal>;
  /** How many patrons have a seat. */
  patrons: number;
  /** How much cash and bonus money together a patron must have when they sit down, in minor units; 0 for none. */
  ante: number;
  /** For how many rounds Auto may be started; 0 when there is no Auto. */
  auto_rounds: number;
  /** How long after a card the next one is due, in milliseconds. */
  card_ms: number;
  /** How it stands as a live table; left out where the clock deals. */
  live?: LiveView;
  /** Whether a camera films it: `/tables/{id}/video` says how its picture is played. Left out where none does. */
  filmed?: boolean;
};

/** What the caller's browser is to a table. */
export type ThisConsole = {
  /** The number of the open console of the table that it is; none when it is none. */
  console_no: number | null;
};

/** The timings that somebody gives, in milliseconds; what is left out stays as it is. */
export type TimingsChange = {
  /** How long wagers are taken, from the next round on. */
  betting_ms?: number;
  /** How long the table waits for slips on their way. */
  drain_ms?: number;
  /** From one card to the next. */
  card_ms?: number;
  /** How long a result is shown. */
  result_ms?: number;
  /** From a new shoe to its first card. */
  shuffle_ms?: number;
  /** How long patrons may pledge a number for a new shoe; 0 to ask nobody for one. */
  pledge_ms?: number;
  /** How long after that they may reveal it. */
  reveal_ms?: number;
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

/** A moment of a round. */
export type VideoMark = {
  /** When. */
  at: number;
  /** What: `opened`, `closed`, `card`, `finding`, `settled` or `voided`. */
  what: string;
  /** The card, or the code of the finding. */
  which: string | null;
};

/** Voids the open round. */
export type VoidRound = {
  /** The open round; a request for another round is refused. */
  round: RoundRef;
};

/** A purse was adjusted. */
export type WalletAdjusted = {
  /** Whether this is a repeat, which changed nothing. */
  repeated: boolean;
  /** The wallet after the adjustment. */
  wallet: PatronWallet;
};

/** How often certain odds are paid. */
export type WinShare = {
  /** The odds to one, as numerator and denominator. */
  odds: [number, number];
  /** In how many draws. */
  count: string;
  /** The share of all draws. */
  probability: Exact;
};

/** Ends a proposal without moving money: its author withdraws it, anybody else refuses it. */
export type WithdrawAdjustment = {
  /** The reason. It stays on record. */
  why: string;
};
