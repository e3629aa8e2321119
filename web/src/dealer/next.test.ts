// What a dealer is told and offered, over everything that a table may wait for and every finding.
import { describe, expect, it } from 'vitest';
import { firstColumn } from '$lib/live/documented';
import { finding, live } from '$lib/live/fixtures';
import { tableView } from '$lib/state/fixtures';
import type { FindingResolution, LiveTable, TableView } from '$lib/wire/messages';
import { stepOf, type Next } from './choice';
import { lateness, next, standing } from './next';
import type { Seen } from './seen';

const NOW = 1_000_000;
const [DAN, BEN] = [7, 2];

function view(phase: TableView['phase'], more: Partial<TableView> = {}): TableView {
  return tableView({ phase, ...more });
}

const NO_CARDS = { player: { cards: [], total: 0 }, banker: { cards: [], total: 0 } };
const BETTING = view({ name: 'betting', closes_at: NOW + 11_400 });
const DEALING = view({ name: 'dealing' }, { cards: { ...NO_CARDS, player: { cards: ['9h'], total: 9 } } });
const LYING = view({ name: 'dealing' }, { cards: { ...NO_CARDS, player: { cards: ['down'], total: 0 } } });
const RESULT: TableView['result'] = {
  name: 'settled',
  outcome: 'banker',
  player_total: 5,
  banker_total: 7,
  winning_spots: [],
  bead: 'B',
};
const SHOWN = view({ name: 'settled', next_at: NOW + 1 }, { result: RESULT });
const CLEAR = view({ name: 'settled', next_at: NOW }, { result: RESULT });

function seen(table: Partial<LiveTable>, of: TableView | null = CLEAR, more: Partial<Seen> = {}): Seen {
  return { live: live(table), view: of, self: DAN, now: NOW, isLost: false, ...more };
}

/** The steps by key, with `!` where a second key is asked for, and Enter's step first. */
function keys(told: Next): string {
  const step = stepOf(told);
  const of = (key: string, sure: string) => `${key === '' ? '-' : key}${sure === '' ? '' : '!'}`;
  const rest = told.choices.filter((choice) => choice !== step).map(({ key, sure }) => of(key, sure));
  return [...(step === null ? [] : [`Enter${of(step.key, step.sure)}`]), ...rest].join(' ');
}

const CALL = { staff_id: DAN, at: NOW - 5_000 };
const open = { open: true, slot: null, why: 'settled' };
const at = (slot: 'P1' | 'B2' | 'P3' | 'B3') => ({ open: true, slot, why: 'deal' });

describe('the big line', () => {
  it.each<[string, Seen, string, string]>([
    ['no answer', seen({}, CLEAR, { isLost: true }), 'LINE LOST - WAIT', ''],
    ['recording', seen({ waits_for: 'recording' }), 'NO RECORDING - WAIT', 'h!'],
    [
      'recording, result',
      seen({ waits_for: 'recording' }, SHOWN),
      'BANKER WINS 7 TO 5 - CLEAR THE TABLE',
      'u! h!',
    ],
    ['recording, while the last card is shown', seen({ waits_for: 'recording' }, DEALING), 'ROUND OVER', ''],
    [
      'recording, halted',
      seen({ waits_for: 'recording', status: 'halted' }),
      'HALTED - WAIT FOR A SUPERVISOR',
      'h!',
    ],
    ['device', seen({ waits_for: 'device' }), 'DEVICE LOST - WAIT', 'h!'],
    ['device, in a round', seen({ waits_for: 'device' }, DEALING), 'DEVICE LOST - WAIT', ''],
    ['dealer', seen({ waits_for: 'dealer', dealer: null }), 'SIT DOWN', 'Enter-'],
    ['another dealer', seen({ dealer: BEN, names: { 2: 'Ben' } }), 'BEN DEALS HERE', 'Enter-'],
    ['another dealer, in a round', seen({ dealer: BEN }, DEALING), '2 DEALS HERE', 'Enter-'],
    ['waiting to take over', seen({ dealer: BEN, relief: DAN, names: { 2: 'Ben' } }), 'WAIT FOR BEN', 'h'],
    ['no dealer in a round', seen({ dealer: null }, DEALING), 'CALL A SUPERVISOR', ''],
    ['squeeze', seen({ waits_for: 'squeeze' }, LYING), 'PATRONS TURN CARDS - WAIT', 'u!'],
    ['squeeze, one shown', seen({ waits_for: 'squeeze', turn: ['P1'] }, DEALING), 'TURN PLAYER 1', 'm u!'],
    [
      'card, after the last was shown',
      seen({ waits_for: 'card', gate: at('P3'), turn: ['B1', 'B2'] }, DEALING),
      'TURN BANKER 1, BANKER 2',
      'm u!',
    ],
    ['shoe, none', seen({ waits_for: 'shoe', shoe: null }), 'LOAD A SHOE', 'h!'],
    ['shoe', seen({ waits_for: 'shoe', fresh: true }), 'OPEN SHOE BOX-0117', 'Enter- h!'],
    ['shoe, over', seen({ waits_for: 'shoe' }), 'LOAD A SHOE', 'h!'],
    ['shoe, result', seen({ waits_for: 'shoe' }, SHOWN), 'BANKER WINS 7 TO 5 - CLEAR THE TABLE', 'u! h!'],
    ['shoe, count', seen({ waits_for: 'shoe', gate: open }), 'PASS ALL CARDS THAT ARE LEFT', 'Enter-!'],
    ['burn, hand-over', seen({ waits_for: 'burn', burn: null, relief: BEN }), 'BURN ONE CARD FACE UP', ''],
    [
      'burn, first',
      seen({ waits_for: 'burn', burn: { passed: 0, cards: null } }),
      'BURN THE FIRST CARD FACE UP',
      '',
    ],
    ['burn, more', seen({ waits_for: 'burn', burn: { passed: 1, cards: 8 } }), 'BURN 7', ''],
    ['supervisor', seen({ waits_for: 'supervisor', waiting: 7 }, DEALING), 'CALL A SUPERVISOR', ''],
    ['called', seen({ waits_for: 'supervisor', call: CALL }), 'SUPERVISOR CALLED - WAIT', 'h!'],
    ['held', seen({ waits_for: 'hold', held: true }), 'TABLE HELD', 'Enter- u! h!'],
    ['held, result', seen({ waits_for: 'hold' }, SHOWN), 'BANKER WINS 7 TO 5 - CLEAR THE TABLE', 'u! h!'],
    ['held, halted', seen({ waits_for: 'hold', status: 'halted' }), 'HALTED - WAIT FOR A SUPERVISOR', 'h!'],
    ['start', seen({}), 'START BETTING', 'Enter- u! h!'],
    ['start, first round', seen({}, view({ name: 'shuffling' })), 'START BETTING', 'Enter- u! h!'],
    ['start, result', seen({}, SHOWN), 'BANKER WINS 7 TO 5 - CLEAR THE TABLE', 'u! h!'],
    ['start, while the last card is shown', seen({}, DEALING), 'ROUND OVER', ''],
    ['start, halted', seen({ status: 'halted' }), 'HALTED - WAIT FOR A SUPERVISOR', 'h!'],
    ['start, closed', seen({ status: 'closed' }), 'TABLE CLOSED', 'h!'],
    ['betting', seen({ waits_for: null }, BETTING), 'WAIT 12', 'u!'],
    ['betting, its end', seen({ waits_for: null }, BETTING, { now: NOW + 11_400 }), 'NO MORE BETS', ''],
    ['closed', seen({ waits_for: null }, view({ name: 'closed' })), 'NO MORE BETS', ''],
    ['clock, result', seen({ waits_for: null }, SHOWN), 'BANKER WINS 7 TO 5 - CLEAR THE TABLE', 'u! h!'],
    ['clock', seen({ waits_for: null }), 'WAIT', ''],
    ['clock, halted', seen({ waits_for: null, status: 'halted' }), 'HALTED - WAIT FOR A SUPERVISOR', 'h!'],
    ['nothing known', seen({ waits_for: null }, null), 'WAIT', ''],
    ['card', seen({ waits_for: 'card', gate: at('P1') }, view({ name: 'closed' })), 'PLAYER 1', 'u!'],
    ['card, later', seen({ waits_for: 'card', gate: at('B2') }, DEALING), 'BANKER 2', 'm u!'],
    ['card, third', seen({ waits_for: 'card', gate: at('P3') }, DEALING), 'PLAYER DRAWS - PLAYER 3', 'm u!'],
    ['card, last', seen({ waits_for: 'card', gate: at('B3') }, DEALING), 'BANKER DRAWS - BANKER 3', 'm u!'],
    ['card, shut', seen({ waits_for: 'card' }, DEALING), 'NO MORE BETS', ''],
    ['something of next year', seen({ waits_for: 'tea' }, BETTING), 'WAIT 12', 'u!'],
  ])('%s', (_, of, line, offered) => {
    const told = next(of);
    expect([told.line, keys(told)]).toEqual([line, offered]);
    expect(told.choices.length).toBeLessThanOrEqual(4);
  });

  it.each(firstColumn('What the table waits for'))(
    'says what to do while the table waits for: %s',
    (wait) => {
      const dealer = wait === 'dealer' ? null : DAN;
      const open = wait === 'finding' ? finding() : null;
      const told = next(seen({ waits_for: wait, dealer, finding: open, gate: at('P1') }));
      expect([told.line === 'WAIT', told.detail === '']).toEqual([false, false]);
    },
  );

  it('lets a burn go on while the recording is missing', () => {
    const gate = { open: true, slot: 'burn', why: 'burn' } as const;
    const told = (more: Partial<LiveTable>) => next(seen({ waits_for: 'recording', gate, ...more })).line;
    expect(told({ burn: { passed: 2, cards: 9 } })).toBe('BURN 7');
    expect(told({ burn: null, relief: 8 })).toBe('BURN ONE CARD FACE UP');
  });

  it('of a table without its recording says what the dealer does, until a supervisor is called', () => {
    const told = (more: Partial<LiveTable>) => next(seen({ waits_for: 'recording', ...more }));
    expect([told({}).tone, told({}).detail]).toEqual([
      'stop',
      'The recording does not run. No betting until it does: call a supervisor with C.',
    ]);
    expect(told({ call: CALL }).detail).toContain('until it does. A supervisor is called.');
  });

  it('says the last round, and offers no cut card that is out', () => {
    const last = { ...BETTING, shoe: { ...BETTING.shoe, cut_card_out: true, last_round: true } };
    const told = next(seen({ waits_for: null }, last));
    expect([told.line, keys(told)]).toEqual(['LAST ROUND - WAIT 12', '']);
  });

  it('of a void round says that it is void', () => {
    const told = next(seen({}, { ...SHOWN, result: { name: 'voided', reason: 'irregular' } }));
    expect(told.line).toBe('ROUND VOID - CLEAR THE TABLE');
  });
});

describe('a change of dealers', () => {
  it('is a hand-over to who waits, and to stand up with nobody there', () => {
    const leaves = (more: Partial<LiveTable>) => {
      const choice = next(seen(more)).choices.find(({ key }) => key === 'h');
      return [choice?.label, choice?.deed.kind === 'order' ? choice.deed.order : null];
    };
    expect(leaves({})).toEqual(['Stand up', { type: 'stand_up' }]);
    const waits = { relief: BEN, names: { 7: 'Dan', 2: 'Ben' } };
    expect(leaves(waits)).toEqual(['Hand over to Ben', { type: 'hand_over', to: BEN }]);
  });
});

describe('what stands beside the steps', () => {
  const offered = (of: Seen) =>
    standing(of).map(({ key, deed }) => `${key} ${deed.kind === 'order' ? deed.order.type : ''}`);

  it('is a call and a hold, or to take them back, for who deals', () => {
    expect(offered(seen({}))).toEqual(['c call', 'p hold']);
    expect(offered(seen({ call: CALL, held: true }, BETTING))).toEqual(['c end_call', 'p end_hold']);
    expect(offered(seen({ dealer: BEN }))).toEqual([]);
    expect(offered(seen({}, CLEAR, { isLost: true }))).toEqual([]);
  });
});

describe('a card that does not come', () => {
  it('reminds the dealer, and later says that a supervisor is called', () => {
    const card = { since: NOW - 20_000, reminds_at: NOW, calls_at: NOW + 40_000 };
    const at = (now: number) =>
      next(
        seen({ waits_for: 'card', card, gate: { open: true, slot: 'P2', why: 'deal' } }, DEALING, { now }),
      );
    expect([at(NOW - 1).tone, at(NOW - 1).detail]).toEqual(['do', 'Draw it past the sensor.']);
    expect([at(NOW).tone, at(NOW).line]).toEqual(['stop', 'PLAYER 2']);
    expect(at(NOW).detail).toContain('Draw it, or call');
    expect(at(NOW + 40_000).detail).toContain('A supervisor is called');
    expect(lateness(live(), NOW)).toBe('none');
  });
});

type Way = readonly [FindingResolution, string];

/** The ways of docs/LIVE.md: D the dealer, S a supervisor. */
const D = (how: FindingResolution): Way => [how, 'dealer'];
const S = (how: FindingResolution): Way => [how, 'supervisor'];
const DS = (how: FindingResolution): Way => [how, 'dealer_and_supervisor'];
const SS = (how: FindingResolution): Way => [how, 'two_supervisors'];

describe('a finding', () => {
  const told = (code: string, ways: readonly Way[], more = {}) =>
    next(
      seen({
        waits_for: 'finding',
        names: { 7: 'Dan', 2: 'Ben' },
        finding: finding({ code, ways: ways.map(([how, needs]) => ({ how, needs })), ...more }),
      }),
    );

  it.each<[string, readonly Way[], string, string]>([
    ['unreadable', [D('rescan'), DS('key_in'), DS('void')], 'RESCAN BANKER 2', 'Enterr k v!'],
    ['unreadable', [DS('key_in'), DS('void')], 'WHAT IS BANKER 2? - KEY IN', 'Enterk v!'],
    ['read_twice', [D('drop'), DS('take')], 'ONE CARD OR TWO?', '1! 2!'],
    ['read_twice', [D('drop')], 'THE SAME CARD AGAIN', '1!'],
    ['out_of_turn', [S('go_on'), S('void')], 'STOP - CALL A SUPERVISOR', ''],
    [
      'too_many_copies',
      [D('rescan'), DS('key_in'), SS('void_and_end_shoe')],
      'IMPOSSIBLE CARD - RESCAN BANKER 2',
      'Enterr k',
    ],
    ['spare_card', [D('burn'), S('free_hand')], 'EXTRA CARD - BURN IT FACE UP', 'Enterb!'],
    ['early_card', [D('burn'), S('void')], 'TOO EARLY - BURN IT FACE UP', 'Enterb!'],
    ['burn_forgotten', [S('end_shoe')], 'CARDS NOT BURNED - CALL A SUPERVISOR', ''],
    [
      'wrong_shoe',
      [D('load_right'), SS('assign'), S('end_shoe')],
      'WRONG SHOE - LOAD THE RIGHT ONE',
      'Enterl',
    ],
    ['foreign_card', [SS('void_and_end_shoe')], 'FOREIGN CARD - HANDS OFF - CALL A SUPERVISOR', ''],
    ['misread', [DS('key_in'), S('void')], 'WHAT IS BANKER 2? - KEY IN', 'Enterk'],
    [
      'missed_card',
      [D('rescan'), DS('key_in'), S('void')],
      'A CARD PASSED UNREAD - RESCAN BANKER 2',
      'Enterr k',
    ],
    ['late_reading', [S('accept'), S('void')], 'LINE WAS DOWN - CALL A SUPERVISOR', ''],
    ['cut_card_early', [D('seen'), S('last_round'), S('end_shoe')], 'CUT CARD OUT?', 'Enteru!'],
    ['cut_card_late', [D('seen'), S('last_round'), S('end_shoe')], 'CUT CARD OUT?', 'Enteru!'],
    ['composition', [SS('note')], 'COUNT DIFFERS - CALL A SUPERVISOR', ''],
    ['device_disagrees', [S('note')], 'DEVICE DISAGREES - CALL A SUPERVISOR', ''],
    ['of_next_year', [S('note')], 'CALL A SUPERVISOR', ''],
    ['wrong_shoe', [SS('assign'), S('end_shoe')], 'CALL A SUPERVISOR', ''],
  ])('%s', (code, ways, line, offered) => {
    const says = told(code, ways);
    expect([says.line, keys(says), says.tone]).toEqual([line, offered, 'stop']);
  });

  it('comes before the betting clock and before a device that is gone', () => {
    const open = finding({ code: 'early_card', ways: [{ how: 'burn', needs: 'dealer' }] });
    for (const waits_for of ['finding', 'device']) {
      expect(next(seen({ waits_for, finding: open }, BETTING)).screen).toBe('finding');
    }
  });

  it('is not offered to be typed twice by one person, and names who typed', () => {
    const own = told('unreadable', [DS('key_in')], { typed_by: [DAN] });
    expect([own.line, keys(own)]).toEqual(['TYPED - WAIT FOR THE SUPERVISOR', '']);
    const again = told('unreadable', [D('rescan'), DS('key_in')], { typed_by: [DAN] });
    expect([again.line, keys(again)]).toEqual(['TYPED - WAIT FOR THE SUPERVISOR', 'r']);
    const other = told('unreadable', [DS('key_in')], { typed_by: [BEN], tries: 1 });
    expect(keys(other)).toBe('Enterk');
    expect(other.detail).toContain('You two typed different cards. Try 2 of 3. Ben has typed a card.');
  });

  it('says what somebody proposed, and asks the dealer to agree only to what is not theirs', () => {
    const ways = [DS('void')];
    const theirs = told('unreadable', ways, { proposed: { how: 'void', staff_id: BEN, why: null } });
    expect(theirs.choices.map(({ label }) => label)).toEqual(['Agree: Void the round']);
    expect(theirs.detail).toContain('Ben proposes: Void the round.');
    const own = told('unreadable', ways, { proposed: { how: 'void', staff_id: DAN, why: null } });
    expect([keys(own), own.detail.endsWith('A supervisor has to agree.')]).toEqual(['', true]);
  });

  it('names the burn card, and a card of no place', () => {
    expect(told('unreadable', [D('rescan')], { slot: 'burn' }).line).toBe('RESCAN THE BURN CARD');
    expect(told('unreadable', [D('rescan')], { slot: null }).line).toBe('RESCAN THE CARD');
    expect(told('unreadable', [D('rescan')]).detail).toContain(
      'Press R, then draw the card past the reader once more.',
    );
    expect(told('unreadable', [DS('key_in')]).detail).not.toContain('Press R');
    expect(told('unreadable', [DS('key_in')], { slot: null }).line).toBe('WHAT IS THE CARD? - KEY IN');
  });
});
