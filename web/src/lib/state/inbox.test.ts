// Messages wait for the cards: after a reconnect, the balance comes with what the page missed. Answers are news once.
import { describe, expect, it, vi } from 'vitest';
import type { PatronInfo } from '../wire/messages';
import { frame, snapshot, tableView } from './fixtures';
import { Inbox } from './inbox';
import type { Page } from './page';
import { Reveal } from './reveal.svelte';
import { Session } from './session.svelte';
import { TableModel } from './table.svelte';

const PATRON: PatronInfo = {
  patron_id: 1,
  nickname: 'Ana',
  currency: 'PLAY',
  decimals: 2,
  play_money: true,
  balance: 9_000,
  bonus: 0,
  owed: 0,
  number: 3,
};
const ROUND = { shoe_no: 1, round_no: 1 };

function pageWith(stake: number): { table: TableModel; session: Session; inbox: Inbox; said: string[] } {
  const said: string[] = [];
  const session = new Session();
  session.patron = PATRON;
  const table = new TableModel(1, { send: () => true });
  table.applySnapshot(snapshot(1));
  const wagers = stake === 0 ? [] : [{ spot: 'player', stake }];
  const yours = { table_id: 1, seq: 1, round: ROUND, wagers, staked: stake, last_wagers: [] };
  table.applyPatronMessage({ type: 'yours', ...yours });
  const parts = {
    session,
    reveal: new Reveal(),
    tables: new Map([[1, table]]),
    table: () => table,
    seatedTableId: 1,
    protection: { accepted: () => undefined },
    notices: { announce: (text: string) => said.push(text), show: (text: string) => said.push(text) },
    tableName: () => 'Salon',
    welcomed: (patron: PatronInfo | null) => {
      session.meet(patron);
    },
  };
  return { table, session, inbox: new Inbox(parts as unknown as Page), said };
}

const welcome = {
  type: 'welcome',
  version: 'punto.v1',
  limits: {
    message_bytes: 1,
    messages_at_once: 1,
    message_every_us: 1,
    wagers: 1,
    queue_bytes: 1,
    idle_ms: 1,
    ping_every_ms: 1,
  },
  patron: { ...PATRON, balance: 11_000, number: 5 },
  now: 0,
} as const;

describe('a greeting after a lost connection', () => {
  it('leaves the balance of a patron with bets until the missed round was delivered', () => {
    const { session, inbox } = pageWith(1_000);
    inbox.receive(welcome);
    expect(session.patron?.balance).toBe(9_000);
    const yours = { table_id: 1, seq: 9, round: ROUND, wagers: [], staked: 0, last_wagers: [] };
    inbox.receive({ type: 'yours', ...yours });
    expect(session.patron?.balance).toBe(11_000);
  });

  it('brings the balance of a patron without bets at once', () => {
    const { session, inbox } = pageWith(0);
    inbox.receive(welcome);
    expect(session.patron?.balance).toBe(11_000);
  });
});

describe('a corrected round', () => {
  it('is told to those who had no bet in it, too', async () => {
    const { inbox, said } = pageWith(0);
    const { cards } = tableView();
    const end = { name: 'voided', reason: 'irregular' } as const;
    const event = { round: ROUND, revision: 2, end, end_cards: [], result: null, cards, rounds: [] };
    inbox.receive(frame(2, { type: 'round_corrected', ...event }));
    await vi.waitFor(() => {
      expect(said).toEqual([
        'Salon, round 1 was corrected: Round void - Something was wrong with the cards. All bets returned.',
      ]);
    });
  });
});

describe('the answer to a slip that was sent twice', () => {
  it('is announced once', () => {
    const { table, inbox, said } = pageWith(0);
    const moves = [[{ spot: 'player', stake: 1_500 }]];
    const sent = { slipId: 'a', shoeNo: 1, roundNo: 1, replaces: false, moves, sentAt: 0, late: false };
    table.slip = { moves: [], sent: [sent] };
    const accepted = { type: 'slip_accepted', table_id: 1, seq: 2, slip_id: 'a', round: ROUND } as const;
    inbox.receive(accepted);
    inbox.receive(accepted);
    expect(said).toEqual(['Bet accepted: 15.00.']);
  });
});
