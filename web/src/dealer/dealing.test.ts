// A dealer's orders name what they saw; nothing is done in haste, and what cannot be undone needs a second key.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { finding, live } from '$lib/live/fixtures';
import { liveApi } from '$lib/live/live-api';
import { ApiError } from '$lib/net/http';
import { app } from '$lib/state/app.svelte';
import { tableView } from '$lib/state/fixtures';
import type { LiveReceipt, LiveTable, TableView } from '$lib/wire/messages';
import { Dealing } from './dealing.svelte';
import { NOTHING } from './typed-card';

const TABLE = 9;
const deal = vi.spyOn(liveApi, 'deal');

/** A dealer who has looked at the table for a while. */
function dealing(table: Partial<LiveTable> = {}, view: Partial<TableView> = {}): Dealing {
  const dan = new Dealing(TABLE, 7);
  app.table(TABLE).showPreview(tableView({ phase: { name: 'settled', next_at: 0 }, ...view }));
  dan.followed.live = live(table);
  dan.changed();
  vi.advanceTimersByTime(400);
  return dan;
}

/** What an order says that names the event which the dealer saw, and has an id. */
const as = (seq: number) => ({ seq, request_id: expect.stringMatching(/^[0-9a-f]{32}$/) as string });
const refuse = (code: string) => deal.mockRejectedValueOnce(new ApiError({ code, message: code }));

beforeEach(() => {
  vi.useFakeTimers();
  deal.mockReset();
  deal.mockResolvedValue({ table_id: TABLE, seq: 42, repeated: false });
});

afterEach(() => {
  vi.useRealTimers();
});

describe('a dealer', () => {
  it('does the expected step with Enter, as of what they saw', () => {
    dealing().press('Enter');
    expect(deal.mock.calls).toEqual([[TABLE, { type: 'start_betting' }, as(41)]]);
  });

  it('does nothing for 400 ms after the big line has changed', () => {
    const dan = dealing();
    dan.changed();
    vi.advanceTimersByTime(399);
    dan.press('Enter');
    expect(deal).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    dan.press('Enter');
    expect(deal).toHaveBeenCalledOnce();
  });

  it('gives one order at a time', () => {
    const dan = dealing();
    dan.press('Enter');
    dan.press('Enter');
    expect(deal).toHaveBeenCalledOnce();
  });

  it('keeps an answer that is given while another order is under way', async () => {
    const answers: ((receipt: LiveReceipt) => void)[] = [];
    const asked = finding({ finding_no: 5, ways: [{ how: 'key_in', needs: 'dealer_and_supervisor' }] });
    const dan = dealing({ waits_for: 'finding', finding: asked });
    deal.mockImplementationOnce(() => new Promise((resolve) => answers.push(resolve)));
    dan.press('c');
    expect([deal.mock.calls.length, dan.isReady]).toEqual([1, false]);
    dan.question = { kind: 'card', findingNo: 5, typed: NOTHING };
    dan.press('9');
    dan.press('h');
    dan.press('Enter');
    expect([deal.mock.calls.length, dan.question.kind]).toEqual([1, 'card']);
    answers[0]?.({ table_id: TABLE, seq: 42, repeated: false });
    await vi.advanceTimersByTimeAsync(0);
    dan.press('Enter');
    expect(deal.mock.calls[1]?.[1]).toEqual({ type: 'key_in', finding_no: 5, card: '9h' });
  });

  it('is asked again before what cannot be undone, and Enter is no answer', () => {
    const dan = dealing();
    dan.press('u');
    dan.followed.live = live({ seq: 43 });
    dan.press('Enter');
    dan.press('u');
    expect(deal).not.toHaveBeenCalled();
    dan.press('y');
    expect(deal.mock.calls, 'as of what they saw when they were asked').toEqual([
      [TABLE, { type: 'cut_card' }, as(41)],
    ]);
  });

  it('gives the same order again whose answer was lost, and a new one in the next round', async () => {
    const dan = dealing();
    const ids = () => deal.mock.calls.map(([, , sent]) => sent?.request_id);
    for (const round of [17, 17, 18]) {
      app.table(TABLE).showPreview(tableView({ shoe: { ...tableView().shoe, round_no: round } }));
      refuse('network');
      dan.press('Enter');
      await vi.advanceTimersByTimeAsync(1_000);
    }
    const [first, again, next] = ids();
    expect([first === again, next === first]).toEqual([true, false]);
  });

  it('leaves a question with Escape, and when the table goes on', () => {
    const dan = dealing();
    dan.press('h');
    dan.press('Escape');
    dan.press('y');
    dan.press('h');
    dan.changed();
    dan.press('y');
    expect(deal).not.toHaveBeenCalled();
    expect(dan.refusal).toContain('The table went on.');
  });

  it('reads that the table went on, and why an order was refused', async () => {
    const dan = dealing();
    refuse('out_of_date');
    dan.press('Enter');
    await vi.waitFor(() => {
      expect(dan.refusal).toContain('The table went on. Nothing was done');
    });
  });

  it('sends a card only when it is whole, and not after the finding is closed', () => {
    const open = {
      waits_for: 'finding',
      finding: finding({ ways: [{ how: 'key_in', needs: 'dealer_and_supervisor' }] }),
    };
    const dan = dealing(open);
    for (const key of ['k', '9', 'Enter', 'h']) {
      dan.press(key);
    }
    expect(deal).not.toHaveBeenCalled();
    dan.press('Enter');
    expect(deal.mock.calls).toEqual([[TABLE, { type: 'key_in', finding_no: 5, card: '9h' }, as(41)]]);
    dan.press('k');
    dan.followed.live = live();
    dan.keepUp();
    expect(dan.question).toBeNull();
  });

  it('names a misread card among those that lie on the table', () => {
    const cards = { player: { cards: ['9h'], total: 9 }, banker: { cards: [], total: 0 } };
    const gate = { open: true, slot: 'B1', why: 'deal' } as const;
    const dan = dealing({ waits_for: 'card', gate }, { phase: { name: 'dealing' }, cards });
    dan.press('m');
    dan.press('2');
    expect(deal).not.toHaveBeenCalled();
    dan.press('1');
    expect(deal.mock.calls).toEqual([[TABLE, { type: 'misread', slot: 'P1' }, as(41)]]);
  });

  it('is offered a shoe that is fresh only', () => {
    expect(dealing({ waits_for: 'shoe' }).next?.line).toBe('LOAD A SHOE');
    const loaded = dealing({ waits_for: 'shoe', fresh: true });
    expect(loaded.next?.line).toBe('OPEN SHOE BOX-0117');
    loaded.press('Enter');
    expect(deal.mock.calls).toEqual([[TABLE, { type: 'open_shoe' }, as(41)]]);
  });

  it('calls and holds however the table has gone on, without what was seen', () => {
    const dan = dealing();
    dan.press('c');
    expect(deal.mock.calls).toEqual([[TABLE, { type: 'call' }]]);
    const other = dealing({ held: true });
    deal.mockClear();
    other.press('P');
    expect(deal.mock.calls).toEqual([[TABLE, { type: 'end_hold' }]]);
  });
});
