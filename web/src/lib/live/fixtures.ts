// A live table for tests: Dan deals, the shoe is in play, and the table waits for the dealer to begin a round.
import type { LiveFinding, LiveTable } from '../wire/messages';

/** The table, with what differs. */
export function live(more: Partial<LiveTable> = {}): LiveTable {
  return {
    table_id: 9,
    seq: 41,
    version: 'a',
    status: 'open',
    dealer: 7,
    relief: null,
    device_id: 1,
    device_faulty: false,
    recorded: null,
    shoe: 'BOX-0117',
    fresh: false,
    waits_for: 'start',
    call: null,
    held: false,
    card: null,
    burn: null,
    finding: null,
    waiting: 0,
    gate: { open: false, slot: null, why: 'settled' },
    turn: [],
    names: { 7: 'Dan' },
    ...more,
  };
}

/** An open finding, with what differs. */
export function finding(more: Partial<LiveFinding> = {}): LiveFinding {
  return {
    finding_no: 5,
    code: 'unreadable',
    records: [],
    slot: 'B2',
    at: 0,
    tries: 0,
    ways: [
      { how: 'rescan', needs: 'dealer' },
      { how: 'key_in', needs: 'dealer_and_supervisor' },
    ],
    proposed: null,
    typed_by: [],
    facts: [],
    pictures: [],
    ...more,
  };
}
