// One table as the patron's actions and the server's answers change it, also across a lost connection.
import { beforeEach, describe, expect, it } from 'vitest';
import type { ClientMessage, RunningAuto } from '../wire/messages';
import { snapshot, tableView } from './fixtures';
import { TableModel } from './table.svelte';

let sent: ClientMessage[];
let isConnected: boolean;
let table: TableModel;

beforeEach(() => {
  sent = [];
  isConnected = true;
  table = new TableModel(1, {
    send: (message) => {
      if (isConnected) {
        sent.push(message);
      }
      return isConnected;
    },
  });
  table.applySnapshot(snapshot(1));
});

/** The types of the messages that were sent since the last call. */
const types = () => sent.splice(0).map(({ type }) => type);

/** The server says what it knows of the patron. */
function yours(seated: boolean, staked = 0, auto?: RunningAuto): void {
  const wagers = staked === 0 ? [] : [{ spot: 'player', stake: staked }];
  const round = { shoe_no: 1, round_no: 1 };
  const stakes = { round, wagers, staked, last_wagers: [] };
  table.applyPatronMessage({ type: 'yours', table_id: 1, seq: 41, ...stakes, seated, ...(auto && { auto }) });
}

/** The connection is lost and comes back. */
function reconnect(): void {
  isConnected = true;
  table.watch();
  table.resend();
}

const place = (stake: number, atOnce = false) => {
  table.placeChips([{ spot: 'player', stake }], atOnce);
};

/** Takes a seat with a slip, which the server accepts. */
function sit(): void {
  place(1_000, true);
  table.seatTaken();
  const [slip] = table.slip.sent;
  table.accepted(slip?.slipId ?? '');
  yours(true, 1_000);
  sent = [];
}

describe('a patron who leaves', () => {
  it('gives up a seat that is only on its way, once it is there', () => {
    place(1_000, true);
    table.leave();
    expect(types()).toEqual(['take_seat', 'place_slip']);
    yours(false);
    table.seatTaken();
    expect(types()).toEqual(['leave']);
    expect(table.seatLeft('left'), 'no news').toBe(true);
  });

  it('gives up the seat on the next connection, if there is none now', () => {
    sit();
    isConnected = false;
    table.leave();
    expect(types()).toEqual([]);
    reconnect();
    expect(types()).toEqual(['watch', 'leave']);
    table.seatLeft('left');
    reconnect();
    expect(types()).toEqual(['watch']);
  });

  it('gives it up again when the connection was lost before the answer, after the slips', () => {
    place(1_000, true);
    table.leave();
    types();
    reconnect();
    expect(types()).toEqual(['watch', 'take_seat', 'place_slip']);
    table.seatTaken();
    expect(types()).toEqual(['leave']);
  });

  it('and wagers again, stays', () => {
    sit();
    table.leave();
    place(500, true);
    expect(types()).toEqual(['leave', 'take_seat', 'place_slip']);
    expect(table.seatLeft('left')).toBe(true);
    table.seatTaken();
    expect([table.seat.seated, types()]).toEqual([true, []]);
  });

  it('without a seat only stops watching, and hears of a seat that was taken away', () => {
    table.watch();
    types();
    table.leave();
    expect([types(), table.isWatched]).toEqual([['leave'], false]);
    expect(table.seatLeft('left'), 'another tab left').toBe(false);
    sit();
    table.leave();
    expect(table.seatLeft('removed')).toBe(false);
  });
});

describe('a seat that is asked for', () => {
  const asked = () => sent.splice(0).filter(({ type }) => type === 'take_seat');

  it('is asked for without the password that was wrong', () => {
    table.entry.take({ password: 'eight' });
    table.entry.refused('wrong_password');
    expect([table.entry.asks, table.entry.wrongPass]).toEqual(['password', true]);
    table.entry.cancel();
    asked();
    place(1_000, true);
    expect(asked()).toEqual([{ type: 'take_seat', table_id: 1 }]);
    table.entry.refused('wrong_password');
    expect([table.entry.asks, table.entry.wrongPass]).toEqual(['password', false]);
  });

  it('keeps the invitation that was right while the password is asked for', () => {
    table.entry.take({ invitation: 'abc' });
    table.entry.refused('wrong_password');
    table.entry.take({ password: 'nine' });
    expect(asked().at(-1)).toEqual({ type: 'take_seat', table_id: 1, invitation: 'abc', password: 'nine' });
    table.entry.refused('ante_not_met');
    table.entry.take({});
    expect(asked()).toEqual([{ type: 'take_seat', table_id: 1 }]);
  });
});

describe('Double', () => {
  it('counts the chips that are on their way', () => {
    yours(true);
    place(1_000, true);
    table.double(true);
    table.double(true);
    const stakes = sent.flatMap((message) => (message.type === 'place_slip' ? message.wagers : []));
    expect(stakes.map(({ stake }) => stake)).toEqual([1_000, 1_000, 2_000]);
  });

  it('waits while accepted chips are taken back', () => {
    sit();
    expect(table.doubling).toEqual([{ spot: 'player', stake: 1_000 }]);
    table.undo();
    expect(table.doubling).toEqual([]);
  });
});

describe('Undo', () => {
  const undo = () => {
    expect(table.canUndo).toBe(true);
    table.undo();
  };

  it('of a chip on its way waits for the answer to its slip', () => {
    yours(true);
    place(1_000, true);
    undo();
    expect([types(), table.canUndo]).toEqual([['place_slip'], false]);
    table.accepted(table.slip.sent[0]?.slipId ?? '');
    expect(types()).toEqual(['undo_last']);
  });

  it('takes back nothing else when the chip on its way is refused', () => {
    yours(true, 500);
    place(1_000, true);
    undo();
    types();
    table.refused(table.slip.sent[0]?.slipId ?? '', true, { code: 'above_maximum', message: '' });
    expect([types(), table.unconfirmed, table.refusal]).toEqual([[], 0, null]);
  });
});

describe('Replace', () => {
  it('puts the chips in place of the accepted ones, in one request', () => {
    sit();
    expect(table.canReplace).toBe(false);
    place(300);
    expect(table.canReplace).toBe(true);
    table.confirm(true);
    expect(sent.at(-1)).toMatchObject({
      type: 'place_slip',
      wagers: [{ spot: 'player', stake: 300 }],
      replaces: true,
    });
  });
});

describe('a refused slip', () => {
  const above = { code: 'above_maximum', message: '', spot: 'tie', limit: 500, already: 200, accepted: 300 };
  const slipId = () => table.slip.sent[0]?.slipId ?? '';

  it('is bet with the amount that the server accepts', () => {
    yours(true);
    table.placeChips(
      [
        { spot: 'player', stake: 1_000 },
        { spot: 'tie', stake: 900 },
      ],
      true,
    );
    table.refused(slipId(), true, above);
    expect(table.refusal).toMatchObject({ spot: 'tie', offer: { stake: 300 } });
    sent = [];
    table.takeOffer();
    const wagers = [
      { spot: 'player', stake: 1_000 },
      { spot: 'tie', stake: 300 },
    ];
    expect(sent).toMatchObject([{ type: 'place_slip', wagers }]);
    expect([table.refusal, table.unconfirmed]).toEqual([null, 0]);
  });

  it('of an earlier round leaves no chips on the layout of this one', () => {
    yours(true);
    place(1_000, true);
    table.applySnapshot(snapshot(9, { shoe: { ...tableView().shoe, round_no: 2 } }));
    expect([table.pending.size, table.unanswered]).toEqual([0, 1_000]);
    table.refused(slipId(), true, { code: 'round_not_open', message: '' });
    expect([table.unconfirmed, table.refusal, table.unanswered]).toEqual([0, null, 0]);
  });
});

describe('a slip without an answer', () => {
  it('is late, then sent again with its id until there is one', () => {
    yours(true);
    place(1_000, true);
    const [before] = sent.splice(0);
    const at = table.slip.sent[0]?.sentAt ?? 0;
    table.checkSlips(at + 2_000, true);
    expect(table.isLate).toBe(false);
    table.checkSlips(at + 3_000, true);
    expect([table.isLate, types()]).toEqual([true, []]);
    table.checkSlips(at + 6_000, false);
    expect(types(), 'without a connection').toEqual([]);
    table.checkSlips(at + 6_000, true);
    expect(sent).toEqual([before]);
  });
});

describe('Auto', () => {
  const running = { wagers: [{ spot: 'player', stake: 100 }], rounds_left: 3 };

  function settle(round_no: number): void {
    const result = { round: { shoe_no: 1, round_no }, wagers: [], staked: 100, paid: 0 };
    table.applyPatronMessage({ type: 'you_settled', table_id: 1, seq: 1, ...result });
  }

  it('says that it was not started without a connection', () => {
    isConnected = false;
    expect(table.auto.start(running.wagers, 3)).toBe(false);
    isConnected = true;
    expect(table.auto.start(running.wagers, 3)).toBe(true);
    expect(types()).toEqual(['take_seat', 'start_auto']);
  });

  it('sends the stop conditions, which the house judges', () => {
    table.auto.start(running.wagers, 3, { lost: 150, won: null });
    const [asked] = sent.filter((message) => message.type === 'start_auto');
    expect(asked).toMatchObject({ rounds: 3, stop_at_loss: 150 });
    expect(asked).not.toHaveProperty('stop_at_win');
    table.auto.accepted(asked?.request_id ?? '');
    yours(true, 0, { ...running, stop: { at_loss: 150, net: -100 } });
    types();
    settle(2);
    expect(types(), 'the page stops nothing').toEqual([]);
  });

  it('offers the bets that it places already, before the first time and between two rounds', () => {
    yours(true);
    expect(table.auto.wagers).toEqual([]);
    yours(true, 0, running);
    expect(table.auto.wagers).toEqual(running.wagers);
    yours(true, 100, running);
    settle(1);
    yours(true, 0, running);
    expect([table.staked, table.auto.wagers]).toEqual([100, running.wagers]);
  });

  it('is stopped on the next connection, if there is none now', () => {
    yours(true, 0, running);
    isConnected = false;
    table.auto.stop();
    expect(table.auto.stopping).toBe(true);
    reconnect();
    yours(true, 0, running);
    expect(types()).toEqual(['watch', 'stop_auto']);
    yours(true);
    expect(table.auto.stopping).toBe(false);
    reconnect();
    expect(types()).toEqual(['watch']);
  });
});
