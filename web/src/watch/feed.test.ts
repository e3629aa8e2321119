// A feed tells the checks everything in its order, holds back what comes while a file is on its way, and fetches what is
// wanted.
import { describe, expect, it } from 'vitest';
import { EMPTY_SEAT } from '$lib/state/live-table';
import type { ServerMessage } from '$lib/wire/messages';
import { Feed, type Fetched } from './feed';
import type { Give, Message, Report, Wanted } from './module';

const NOTHING = { house: null, no: null, digest: null };
const bulletin = (text: string): ServerMessage => ({
  type: 'bulletin',
  table_id: 7,
  text,
  key: '',
  signature: '',
});

function report(wanted: Wanted | null, give: Give | null): Report {
  const rest = {
    cards: null,
    check: null,
    shoe: 1,
    commitment: null,
    root: null,
    sealed_seen: null,
    head: null,
  };
  return { state: 'waiting', findings: [], keep: NOTHING, wanted, give, ...rest };
}

/** A feed whose answers the test gives, and the messages that it gave. */
function feed(files: Fetched[], shoe = 1, wait: () => Promise<void> = () => Promise.resolve()) {
  const given: unknown[] = [];
  const asked: string[] = [];
  let wanted: Wanted | null = null;
  let give: Give | null = null;
  const gave: string[] = [];
  const fixed: number[] = [];
  const tell = (one: Message) => {
    given.push(
      typeof one === 'string' ? one : Object.keys(one)[0] === 'bulletin' ? nameOf(one) : Object.keys(one)[0],
    );
    return report(wanted, give);
  };
  const fetched = (what: string) => (shoe: number) => {
    asked.push(`${what} ${String(shoe)}`);
    wanted = null;
    return Promise.resolve(files.shift() ?? { missing: 'other' as const });
  };
  const made = new Feed(7, shoe, EMPTY_SEAT, NOTHING, tell, {
    file: fetched('file'),
    leaves: fetched('leaves'),
    wait,
    now: () => 0,
    report: (_, ownRounds) => {
      fixed.push(ownRounds);
    },
    random: () => 'ff',
    give: (what, shoe, hex) => {
      gave.push(`${what} ${String(shoe)} ${hex}`);
    },
  });
  const want = (next: Wanted) => {
    wanted = next;
  };
  const ask = (next: Give | null) => {
    give = next;
  };
  return { made, given, asked, want, gave, ask, fixed };
}

const settle = () => new Promise<void>((resolve) => setTimeout(resolve));
const nameOf = (one: Message) => (typeof one === 'object' && 'bulletin' in one ? one.bulletin.text : '');

describe('a feed', () => {
  it('holds back what comes before the file', async () => {
    const { made, given, asked } = feed([{ text: 'f' }]);
    const started = made.start();
    made.hear(bulletin('one'));
    await started;
    made.hear(bulletin('two'));
    expect(given).toEqual(['begin', 'resume', 'file', 'one', 'two']);
    expect(asked).toEqual(['file 1']);
  });

  it('takes the file of the shoe that the table has by then', async () => {
    const { made, asked } = feed([{ text: 'f' }]);
    const started = made.start();
    const snapshot = { type: 'snapshot', table: { table_id: 7, shoe: { shoe_no: 9 } } };
    made.hear(snapshot as unknown as ServerMessage);
    await started;
    expect(asked).toEqual(['file 9']);
  });

  it('asks for no file before the table has a shoe', async () => {
    const { made, asked } = feed([{ text: 'f' }], 0, settle);
    const started = made.start();
    await settle();
    await settle();
    expect(asked).toEqual([]);
    const snapshot = { type: 'snapshot', table: { table_id: 7, shoe: { shoe_no: 1 } } };
    made.hear(snapshot as unknown as ServerMessage);
    await started;
    expect(asked).toEqual(['file 1']);
  });

  it('fetches the file again where something is missing, and asks again after a failure', async () => {
    const { made, given, asked, want } = feed([{ text: 'f' }, { missing: 'other' }, { text: 'g' }]);
    await made.start();
    want({ what: 'file', shoe: 1 });
    made.hear(bulletin('gap'));
    made.hear(bulletin('held'));
    await settle();
    expect(asked).toEqual(['file 1', 'file 1', 'file 1']);
    expect(given).toEqual(['begin', 'resume', 'file', 'gap', 'file', 'held']);
  });

  it('fetches leaves without holding anything back', async () => {
    const { made, given, want } = feed([{ text: 'f' }, { text: 'l' }]);
    await made.start();
    want({ what: 'leaves', shoe: 1 });
    made.hear(bulletin('sealed'));
    made.hear(bulletin('next'));
    await settle();
    expect(given).toEqual(['begin', 'resume', 'file', 'sealed', 'next', 'leaves']);
  });

  it('says that a shoe has no proof, begins again with a new connection, and hears no other table', async () => {
    const { made, given } = feed([{ missing: 'no_proof' }, { text: 'f' }]);
    await made.start();
    made.hear({ ...bulletin('other'), table_id: 8 } as ServerMessage);
    made.hear({ type: 'welcome' } as unknown as ServerMessage);
    await settle();
    expect(given).toEqual(['begin', 'resume', 'no_proof', 'resume', 'file']);
  });

  it('tells the stakes of the screen, from slips and from what stands', async () => {
    const { made, given } = feed([{ text: 'f' }]);
    await made.start();
    const round = { shoe_no: 1, round_no: 3 };
    const yours = { type: 'yours', table_id: 7, round, wagers: [], staked: 0, last_wagers: [] };
    made.hear(yours as unknown as ServerMessage);
    made.hear({ type: 'wallet', balance: 1 } as unknown as ServerMessage);
    expect(given.slice(3)).toEqual(['staked']);
  });

  it('keeps the stakes of the screen when the round is settled and the table cleared', async () => {
    const { made, given } = feed([{ text: 'f' }]);
    await made.start();
    const of = { table_id: 7, round: { shoe_no: 1, round_no: 3 }, last_wagers: [] };
    const cleared = { type: 'yours', ...of, wagers: [], staked: 0 };
    made.hear({ ...cleared, wagers: [{ spot: 'tie', stake: 5 }], staked: 5 } as unknown as ServerMessage);
    made.hear({ type: 'you_settled', ...of, wagers: [], staked: 5, paid: 0 } as unknown as ServerMessage);
    made.hear(cleared as unknown as ServerMessage);
    made.hear({ ...cleared, round: { shoe_no: 1, round_no: 4 } } as unknown as ServerMessage);
    expect(given.slice(3)).toEqual(['staked', 'settled', 'staked']);
  });

  it('gives a number of its own for a shoe that asks, once in a connection, and only with a seat', async () => {
    const { made, given, gave, ask } = feed([{ text: 'f' }, { text: 'g' }]);
    await made.start();
    ask({ what: 'number', shoe: 2 });
    made.hear(bulletin('opened'));
    expect(given.slice(3)).toEqual(['opened']);
    const round = { shoe_no: 0, round_no: 0 };
    const yours = { type: 'yours', table_id: 7, round, wagers: [], staked: 0, last_wagers: [], seated: true };
    made.hear(yours as unknown as ServerMessage);
    expect(given.slice(4)).toEqual(['staked', 'number']);
    ask({ what: 'pledge', shoe: 2, hex: 'aa' });
    made.hear(bulletin('committed'));
    made.hear(bulletin('another'));
    expect(gave).toEqual(['pledge 2 aa']);
    made.hear({ type: 'nonce_taken', table_id: 7, shoe_no: 2 });
    made.hear({
      type: 'nonce_refused',
      table_id: 7,
      shoe_no: 2,
      refusal: { code: 'nonce_full', message: '' },
    });
    expect(given.slice(8)).toEqual(['answered', 'answered']);
    made.hear({ type: 'welcome' } as unknown as ServerMessage);
    await settle();
    expect(gave).toEqual(['pledge 2 aa', 'pledge 2 aa']);
    ask({ what: 'reveal', shoe: 2, hex: 'bb' });
    made.hear(bulletin('pledged'));
    expect(gave.at(-1)).toBe('reveal 2 bb');
  });

  it('counts the rounds of the open shoe whose own bets were fixed, each once, also those that were held back', async () => {
    const { made, fixed } = feed([{ text: 'f' }]);
    const closed = (shoe_no: number, round_no: number) =>
      ({ type: 'wagers_closed', table_id: 7, round: { shoe_no, round_no } }) as unknown as ServerMessage;
    const started = made.start();
    made.hear(closed(1, 3));
    await started;
    expect(fixed.at(-1)).toBe(1);
    made.hear(closed(1, 3));
    expect(fixed.at(-1)).toBe(1);
    made.hear(closed(1, 4));
    expect(fixed.at(-1)).toBe(2);
    // The reports of this test are about shoe 1.
    made.hear(closed(2, 1));
    expect(fixed.at(-1)).toBe(0);
  });
});
