// Cards and results wait for the picture; everything else, and betting that opens, waits for nothing.
import { describe, expect, it } from 'vitest';
import { frame, snapshot, tableView } from '$lib/state/fixtures';
import type { PublicEvent, ServerMessage } from '$lib/wire/messages';
import { delayFor, InStep, MOST_MS } from './in-step';

const { shoe } = tableView();
const CARDS = { player: { cards: ['5c'], total: 5 }, banker: { cards: [], total: 0 } };
const CARD: PublicEvent = {
  type: 'card_drawn',
  phase: { name: 'dealing' },
  card: '5c',
  side: 'player',
  cards: CARDS,
  shoe,
};
const ENDED: PublicEvent = {
  type: 'round_ended',
  phase: { name: 'settled', next_at: 9_000 },
  result: { name: 'voided', reason: 'supervisor' },
  shoe,
};
const OPENED: PublicEvent = { type: 'betting_opened', phase: { name: 'betting', closes_at: 20_000 }, shoe };
const CLOSED: PublicEvent = { type: 'betting_closed', phase: { name: 'closed' } };
const WALLET: ServerMessage = { type: 'wallet', balance: 1_100, bonus: 0, owed: 0, number: 2 };
const REFUSED: ServerMessage = {
  type: 'slip_refused',
  table_id: 1,
  slip_id: 'a',
  refusal: { code: 'betting_closed', message: '' },
};

/** A table with a picture that is so far behind, and a clock that a test sets. */
function table(lagMs: number | null) {
  let now = 1_000;
  let next: { at: number; then: () => void } | null = null;
  const lag = { ms: lagMs };
  const inStep = new InStep(1, () => lag.ms, {
    now: () => now,
    after: (ms, then) => {
      const own = { at: now + ms, then };
      next = own;
      return () => {
        next = next === own ? null : next;
      };
    },
  });
  const seen: string[] = [];
  const page = {
    receive: (message: ServerMessage) => {
      const what = message.type === 'frame' ? message.event.type : message.type;
      seen.push(`${what} ${String(now - 1_000)}`);
    },
  };
  return {
    inStep,
    lag,
    seen,
    receive: (message: ServerMessage) => {
      if (!inStep.takes(message, page)) {
        page.receive(message);
      }
    },
    pass: (ms: number) => {
      const until = now + ms;
      while (next !== null && next.at <= until) {
        const { at, then }: { at: number; then: () => void } = next;
        next = null;
        now = at;
        then();
      }
      now = until;
    },
  };
}

describe('the delay', () => {
  it('is that of the picture, eight seconds at most, and never in the past', () => {
    expect([null, -200, 0, 3_999.6, 8_000, 60_000].map(delayFor)).toEqual([0, 0, 0, 4_000, MOST_MS, MOST_MS]);
  });
});

describe('in step with the picture', () => {
  it('cards and the result wait, each as long', () => {
    const { seen, receive, pass } = table(4_000);
    receive(frame(4, CARD));
    pass(1_000);
    receive(frame(5, CARD));
    receive(frame(6, ENDED));
    expect(seen).toEqual([]);
    pass(10_000);
    expect(seen).toEqual(['card_drawn 4000', 'card_drawn 5000', 'round_ended 5000']);
  });

  it('the end of betting, slips and refusals wait for nothing', () => {
    const { seen, receive, pass } = table(4_000);
    receive(frame(4, CLOSED));
    receive(REFUSED);
    receive(frame(5, CARD));
    receive(REFUSED);
    expect(seen).toEqual(['betting_closed 0', 'slip_refused 0', 'slip_refused 0']);
    pass(4_000);
    expect(seen.at(-1)).toBe('card_drawn 4000');
  });

  it('what would tell the result waits behind it, in its order', () => {
    const { seen, receive, pass } = table(4_000);
    receive(WALLET);
    receive(frame(4, ENDED));
    receive(WALLET);
    pass(3_999);
    expect(seen).toEqual(['wallet 0']);
    pass(1);
    expect(seen).toEqual(['wallet 0', 'round_ended 4000', 'wallet 4000']);
  });

  it('betting that opens drops the delay', () => {
    const { seen, receive, pass } = table(8_000);
    receive(frame(4, CARD));
    receive(frame(5, ENDED));
    receive(WALLET);
    pass(2_000);
    receive(frame(6, OPENED));
    expect(seen).toEqual(['card_drawn 2000', 'round_ended 2000', 'wallet 2000', 'betting_opened 2000']);
    pass(20_000);
    expect(seen.length, 'nothing comes twice').toBe(4);
  });

  it('a card does not overtake another one when the picture catches up', () => {
    const { seen, lag, receive, pass } = table(6_000);
    receive(frame(4, CARD));
    lag.ms = 8_000;
    receive(frame(5, CARD));
    lag.ms = 1_000;
    receive(frame(6, ENDED));
    pass(20_000);
    expect(seen).toEqual(['card_drawn 6000', 'card_drawn 8000', 'round_ended 8000']);
  });

  it('without a picture nothing waits', () => {
    const { seen, receive } = table(null);
    receive(frame(4, CARD));
    receive(frame(5, ENDED));
    expect(seen).toEqual(['card_drawn 0', 'round_ended 0']);
  });

  it('what happens at another table waits for nothing', () => {
    const { seen, receive } = table(4_000);
    receive(frame(4, CARD));
    receive({ ...frame(4, CARD), table_id: 2 });
    receive({ ...frame(5, OPENED), table_id: 2 });
    expect(seen).toEqual(['card_drawn 0', 'betting_opened 0']);
  });

  it('a table that is shown anew drops the delay', () => {
    const { seen, receive } = table(4_000);
    receive(frame(4, CARD));
    receive(snapshot(9, {}));
    expect(seen).toEqual(['card_drawn 0', 'snapshot 0']);
  });

  it('what is held is shown at once when the picture goes', () => {
    const { inStep, seen, receive, pass } = table(4_000);
    receive(frame(4, CARD));
    inStep.flush();
    pass(10_000);
    expect(seen).toEqual(['card_drawn 0']);
  });
});
