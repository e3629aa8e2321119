// The shoe before as a page knows it: seen to end, or read from the server.
import { describe, expect, it } from 'vitest';
import type { PublicEvent, ShoeBeads } from '../wire/messages';
import { frame, snapshot, tableView } from './fixtures';
import { PublicTable } from './public-table.svelte';

const SHOE = { ...tableView().shoe, shoe_no: 3 };

const CORRECTED: PublicEvent = {
  type: 'round_corrected',
  round: { shoe_no: 2, round_no: 1 },
  revision: 2,
  end: { name: 'voided', reason: 'supervisor' },
  end_cards: [],
  result: null,
  cards: tableView().cards,
  rounds: [],
};

function opened(): PublicTable {
  const table = new PublicTable(7, { send: () => true });
  table.applySnapshot(snapshot(41, { shoe: SHOE }));
  return table;
}

/** A server that knows these beads of shoe 2, and what it was asked for. */
function server(...answers: string[][]) {
  const asked: string[] = [];
  const read = (table_id: number, shoe_no: number): Promise<ShoeBeads> => {
    asked.push(`${String(table_id)}/${String(shoe_no)}`);
    return Promise.resolve({ table_id, shoe_no, rounds: answers.shift() ?? [] });
  };
  return { asked, read };
}

describe('the shoe before', () => {
  it('is read where the page did not see it end, and once', async () => {
    const [table, { asked, read }] = [opened(), server(['B', 'Pn'])];
    expect([table.endedShoe, table.unknownShoe]).toEqual([null, 2]);
    await table.readEndedShoe(read);
    expect([table.endedShoe, table.unknownShoe]).toEqual([{ shoeNo: 2, rounds: ['B', 'Pn'] }, null]);
    await table.readEndedShoe(read);
    expect(asked).toEqual(['7/2']);
  });

  it('is not asked for in the first shoe, nor where the page saw it end', async () => {
    const { asked, read } = server();
    const first = new PublicTable(7, { send: () => true });
    first.applySnapshot(snapshot(41, { rounds: ['T'] }));
    await first.readEndedShoe(read);
    first.applyFrame(frame(42, { type: 'shoe_opened', shoe: { ...SHOE, shoe_no: 2 } }));
    expect(first.endedShoe).toEqual({ shoeNo: 1, rounds: ['T'] });
    await first.readEndedShoe(read);
    expect(asked).toEqual([]);
  });

  it('is read again after a correction of one of its rounds', async () => {
    const [table, { read }] = [opened(), server(['B', 'Pn'], ['Pn'])];
    await table.readEndedShoe(read);
    table.applyFrame(frame(42, CORRECTED));
    expect(table.unknownShoe).toBe(2);
    await table.readEndedShoe(read);
    expect(table.endedShoe?.rounds).toEqual(['Pn']);
  });

  it('is read again if a correction comes before the answer', async () => {
    const [table, { asked, read }] = [opened(), server(['B', 'Pn'], ['Pn'])];
    const reading = table.readEndedShoe(read);
    table.applyFrame(frame(42, CORRECTED));
    await reading;
    expect([asked.length, table.endedShoe?.rounds]).toEqual([2, ['Pn']]);
  });

  it('stays unknown when the server cannot be reached, or another shoe began', async () => {
    const table = opened();
    await table.readEndedShoe(() => Promise.reject(new Error('gone')));
    expect(table.unknownShoe).toBe(2);
    const reading = table.readEndedShoe(server(['B']).read);
    table.applyFrame(frame(42, { type: 'shoe_opened', shoe: { ...SHOE, shoe_no: 4 } }));
    await reading;
    expect([table.endedShoe, table.unknownShoe]).toEqual([null, 3]);
  });
});
