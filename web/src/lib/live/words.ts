// The words of live tables for staff, in English: what is wrong, what can be done, who decides, and why the table refuses.
// Knows no screen; pages of staff speak English only.
import type { CardSlot, ErrorBody, FindingResolution } from '../wire/messages';

/** What is wrong, by the code of a finding: its name, and a sentence for those who look. */
const FINDINGS: Readonly<Record<string, readonly [name: string, sentence: string]>> = {
  unreadable: ['Card not read', 'A card passed that the device did not read, or is not sure of.'],
  read_twice: ['Read twice', 'Two readings may be of one and the same card.'],
  out_of_turn: ['Out of turn', 'The device expects the card at another place than the table does.'],
  too_many_copies: ['Impossible card', 'All copies of this card have come out of the shoe before.'],
  spare_card: ['Extra card', 'A card came after the round, or between two rounds.'],
  early_card: ['Early card', 'A card came while bets were taken. It is never dealt.'],
  burn_forgotten: ['Burn left out', 'The cards of the shoe were not burned as the house rules say.'],
  wrong_shoe: ['Wrong shoe', 'Another label, seal or number of decks was loaded than is wanted.'],
  foreign_card: ['Foreign card', 'Something passed that is no card of this house. Nobody touches the shoe.'],
  misread: ['Misread card', 'The dealer says that a card on the table was read wrongly.'],
  missed_card: ['Missed card', 'Something passed the sensor of which there is no reading.'],
  late_reading: ['Late reading', 'The line was gone, and readings came late.'],
  cut_card_early: ['Early cut card', 'The cut card came where none was expected.'],
  cut_card_late: ['Cut card missing', 'So few cards are left that the cut card must have been overlooked.'],
  composition: ['Count differs', 'The cards of the shoe are not those of its decks.'],
  device_disagrees: [
    'Device disagrees',
    'The device says that another side won. No money moves because of it.',
  ],
};

/** How a finding is resolved: the name of the step, and what follows from it. */
const WAYS: Readonly<Record<FindingResolution, readonly [name: string, effect: string]>> = {
  rescan: ['Rescan', 'The card passes the sensor once more; this reading of it does not count.'],
  key_in: ['Key in', 'Two people type the card, and neither sees what the other typed.'],
  void: ['Void the round', 'The round does not count, and every stake goes back.'],
  drop: ['Same card', 'The second reading does not count.'],
  take: ['Two cards', 'Both readings count: they are of two cards.'],
  go_on: ['Go on', 'The order past the sensor stands.'],
  accept: ['Accept', 'The late reading stands.'],
  void_and_end_shoe: [
    'Void and end the shoe',
    'The round does not count, every stake goes back, and the shoe ends.',
  ],
  end_shoe: ['End the shoe', 'The shoe ends after the round.'],
  burn: ['Burn', 'The card is burned face up.'],
  free_hand: ['Free hand', 'The card opens a hand without bets.'],
  load_right: ['Load the right shoe', 'Another shoe is loaded.'],
  assign: ['Take this shoe', 'The shoe that was loaded is the one that is wanted.'],
  seen: ['Cut card seen', 'The cut card came out.'],
  last_round: ['Last round', 'This round is the last of the shoe; between rounds, the next one is.'],
  note: [
    'Note',
    'It is put on record with a text. When the count differs, the rounds of the shoe go to review.',
  ],
};

/** What a table waits for. */
const WAITS: Readonly<Record<string, string>> = {
  recording: 'Waits for its recording; a supervisor may allow rounds without',
  device: 'Waits for its device to connect',
  dealer: 'Waits for a dealer',
  shoe: 'Waits for a shoe',
  burn: 'Waits for the burn of the new shoe',
  finding: 'Waits for people to look',
  supervisor: 'Waits for a supervisor',
  hold: 'Held by the dealer',
  start: 'Waits for the dealer to begin the round',
  squeeze: 'Waits for patrons, who turn the cards',
  card: 'Waits for the next card',
};

/** Who has to agree. */
const NEEDS: Readonly<Record<string, string>> = {
  dealer: 'The dealer',
  supervisor: 'A supervisor',
  dealer_and_supervisor: 'The dealer and a supervisor',
  two_supervisors: 'Two supervisors',
};

const SLOTS: Readonly<Record<CardSlot, string>> = {
  P1: 'Player 1',
  B1: 'Banker 1',
  P2: 'Player 2',
  B2: 'Banker 2',
  P3: 'Player 3',
  B3: 'Banker 3',
  burn: 'Burn',
};

/** Why a live table refuses an order. */
const REFUSED: Readonly<Record<string, string>> = {
  not_live: 'The clock deals this table.',
  out_of_date: 'The table went on. Nothing was done: look again.',
  request_id_used: 'The number of this order belongs to another one. Nothing was done: give it again.',
  waits: 'The table waits for something else first.',
  bad_card: 'This is no card.',
  no_card_there: 'No card lies there.',
  no_dealer: 'This member of staff is no dealer.',
  staff_disabled: 'This member of staff is disabled.',
  unknown_staff: 'There is no such member of staff.',
  no_such_finding: 'This finding is no longer open.',
  finding_open: 'Another finding is open and comes first.',
  not_this_way: 'The finding is not resolved like this now.',
  not_theirs: 'Somebody in another role decides this.',
  same_person: 'A second person has to agree.',
  not_independent: 'You two do not count as two people: one of you chose the PIN of the other.',
  only_deals: 'Your PIN is for another table.',
  no_relief: 'This dealer does not wait to take over.',
  not_dealer: 'You are not the dealer at this table now.',
  in_round: 'A round is under way. Only a supervisor changes the dealer now.',
  too_early: 'The last result is still shown. Try again in a moment.',
  burn_first: 'Burn the cards of the new shoe first.',
  out_of_turn: 'The table is at another step.',
  table_halted: 'The table is halted. A supervisor resumes it.',
  table_closed: 'The table is closed.',
  impossible_card: 'All copies of this card have come out of the shoe.',
  no_reason: 'Give a reason of 1 to 500 characters.',
  unacceptable: 'A label has 1 to 32 characters without spaces at its ends.',
  network: 'The server cannot be reached.',
};

/** The name of a finding; a code that is newer than the page stands for itself. */
export function findingName(code: string): string {
  return FINDINGS[code]?.[0] ?? code;
}

/** What is wrong, in a sentence; empty for a code that is newer than the page. */
export function findingText(code: string): string {
  return FINDINGS[code]?.[1] ?? '';
}

/** The name of a way to resolve a finding. */
export function wayName(how: FindingResolution): string {
  return WAYS[how][0];
}

/** What follows when a finding is resolved like this. */
export function wayEffect(how: FindingResolution): string {
  return WAYS[how][1];
}

/** What a table waits for; null while it waits for the clock. */
export function waitText(waitsFor: string | null): string | null {
  return waitsFor === null ? null : (WAITS[waitsFor] ?? waitsFor);
}

/** Who has to agree to a way. */
export function needsText(needs: string): string {
  return NEEDS[needs] ?? needs;
}

/** Names the place of a card. */
export function slotName(slot: CardSlot): string {
  return SLOTS[slot];
}

/** Why a live table refused an order; the server's own words for a code that is newer than the page. */
export function refusedText({ code, message }: Pick<ErrorBody, 'code' | 'message'>): string {
  return REFUSED[code] ?? message;
}

/** Whether the page has words of its own for a code that refuses an order at a live table. */
export function isRefusedText(code: string): boolean {
  return Object.hasOwn(REFUSED, code);
}
