// What would tell the result waits for the last card; the next step of the table waits for nothing.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PatronInfo, PublicEvent, ServerMessage, TableView } from '../wire/messages';
import { frame, snapshot, tableView } from './fixtures';
import { Paced } from './paced';
import { Reveal } from './reveal.svelte';
import { Session } from './session.svelte';
import { TableModel } from './table.svelte';

const ROUND = { shoe_no: 1, round_no: 1 };
const PATRON: PatronInfo = {
  patron_id: 1,
  nickname: 'Guest',
  currency: 'PLAY',
  decimals: 2,
  play_money: true,
  balance: 900,
  bonus: 0,
  owed: 0,
  number: 1,
};
const CARDS: TableView['cards'] = {
  player: { cards: ['5c', '3h'], total: 8 },
  banker: { cards: ['4s', '3s'], total: 7 },
};
const { shoe } = tableView();
const LAST_CARD: PublicEvent = {
  type: 'card_drawn',
  phase: { name: 'dealing' },
  card: '3s',
  side: 'banker',
  cards: CARDS,
  shoe,
};
const ENDED: PublicEvent = {
  type: 'round_ended',
  phase: { name: 'settled', next_at: 5_000 },
  result: {
    name: 'settled',
    outcome: 'player',
    player_total: 8,
    banker_total: 7,
    winning_spots: ['player'],
    bead: 'Pn',
  },
  shoe,
};
const NEXT: PublicEvent = { type: 'betting_opened', phase: { name: 'betting', closes_at: 20_000 }, shoe };
const PAID: ServerMessage = { type: 'wallet', balance: 1_100, bonus: 0, owed: 0, number: 2 };

let hidden = false;
let still = false;

const YOURS = {
  type: 'yours',
  seq: 3,
  table_id: 1,
  round: ROUND,
  wagers: [{ spot: 'player', stake: 100 }],
  staked: 100,
  last_wagers: [],
  seated: true,
} satisfies ServerMessage;
const LIMITS = { message_bytes: 1, messages_at_once: 1, message_every_us: 1, wagers: 1, queue_bytes: 1 };
const WELCOME: ServerMessage = {
  type: 'welcome',
  version: 'punto.v1',
  limits: { ...LIMITS, idle_ms: 1, ping_every_ms: 1 },
  patron: { ...PATRON, balance: 1_100, number: 2 },
  now: 0,
};

/** A page with a table at which the patron has staked 100 and one card is left to come. */
function page() {
  const table = new TableModel(1, { send: () => true });
  table.applySnapshot(
    snapshot(3, { phase: { name: 'dealing' }, cards: { ...CARDS, banker: { cards: ['4s'], total: 4 } } }),
  );
  table.applyPatronMessage(YOURS);
  const session = new Session();
  session.meet(PATRON);
  const reveal = new Reveal();
  const said: string[] = [];
  const stage = {
    session,
    reveal,
    clock: { now: 0 },
    preferences: { slowReveal: true },
    tables: new Map([[1, table]]),
    seatedTableId: 1,
  };
  const deliver = (message: ServerMessage) => {
    if (message.type === 'wallet') {
      session.wallet(message);
    } else if (message.type === 'welcome') {
      session.meet(message.patron);
    } else if (message.type === 'frame') {
      const before = table.view;
      if (table.applyFrame(message) && before !== null) {
        paced.show(table, message, before, message.event.type);
      }
    }
  };
  const paced: Paced = new Paced(stage, deliver, (text) => said.push(text));
  return { table, session, reveal, said, paced };
}

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  hidden = false;
  still = false;
  vi.stubGlobal('document', {
    get hidden() {
      return hidden;
    },
  });
  vi.stubGlobal('matchMedia', () => ({ matches: still }));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the last card', () => {
  it('is shown before the result, the balance and what is said of both', () => {
    const { table, session, reveal, said, paced } = page();
    paced.receive(frame(4, LAST_CARD));
    paced.receive(frame(5, ENDED));
    paced.receive(PAID);
    expect(reveal.covered).toMatchObject({ side: 'banker', place: 1, total: 4, byHand: true });
    expect([table.view?.result, session.patron?.balance, said]).toEqual([null, 900, []]);
    vi.advanceTimersByTime(1_700);
    expect(table.view?.result).toBeNull();
    vi.advanceTimersByTime(800);
    expect([table.view?.result?.name, session.patron?.balance]).toEqual(['settled', 1_100]);
    expect(said).toEqual(['card_drawn', 'round_ended']);
  });

  it('is shown before a balance that comes even before the card', () => {
    const { session, reveal, paced } = page();
    paced.receive(PAID);
    paced.receive(frame(4, LAST_CARD));
    expect(session.patron?.balance).toBe(900);
    paced.receive(frame(5, ENDED));
    reveal.finish();
    expect(session.patron?.balance).toBe(1_100);
  });

  it('holds back no balance that falls', () => {
    const { session, paced } = page();
    paced.receive({ type: 'wallet', balance: 800, bonus: 0, owed: 0, number: 2 });
    expect(session.patron?.balance).toBe(800);
  });

  it('is turned by the next round, after what was held back', () => {
    const { table, session, reveal, said, paced } = page();
    paced.receive(frame(4, LAST_CARD));
    paced.receive(frame(5, ENDED));
    paced.receive(PAID);
    paced.receive(frame(6, NEXT));
    expect(reveal.covered).toBeNull();
    expect([table.view?.phase.name, table.view?.result, session.patron?.balance]).toEqual([
      'betting',
      null,
      1_100,
    ]);
    expect(said).toEqual(['card_drawn', 'round_ended', 'betting_opened']);
  });

  it.each([
    ['in a hidden tab', () => (hidden = true)],
    ['with reduced motion', () => (still = true)],
  ])('is face up at once %s', (_, begin) => {
    const { table, reveal, paced } = page();
    begin();
    paced.receive(frame(4, LAST_CARD));
    paced.receive(frame(5, ENDED));
    expect([reveal.covered, table.view?.result?.name]).toEqual([null, 'settled']);
  });

  it('that was missed is not dealt again', () => {
    const { reveal, paced } = page();
    paced.receive(frame(4, LAST_CARD, -60_000));
    expect(reveal.covered).toBeNull();
  });
});

describe('a greeting while cards fall', () => {
  it('brings its balance after what the page missed and after the last card', () => {
    const { session, reveal, paced } = page();
    paced.receive(WELCOME);
    paced.receive(YOURS);
    paced.receive(frame(4, LAST_CARD));
    paced.receive(frame(5, ENDED));
    expect([reveal.covered?.place, session.patron?.balance]).toEqual([1, 900]);
    reveal.finish();
    expect(session.patron?.balance).toBe(1_100);
  });
});
