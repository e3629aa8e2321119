// The module that the page loads checks a table, and is no larger than was decided.
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { instantiate, type Report, type Tell } from './module';

const MODULE = new URL('punto_watch_wasm.wasm', import.meta.url);
const IN_PLAY = new URL('../../../corpora/fair/shoe-1-in-play.json', import.meta.url);
/** What the module may weigh, compressed. */
const BUDGET_BYTES = 97_000;

interface File {
  readonly table: number;
  readonly shoe: number;
  readonly shown: readonly { readonly index: number; readonly card: string; readonly salt: string }[];
}

async function begun(): Promise<{ tell: Tell; text: string; file: File; report: Report | null }> {
  const text = await readFile(IN_PLAY, 'utf8');
  const file = JSON.parse(text) as File;
  const tell = instantiate(await WebAssembly.compile(await readFile(MODULE)));
  const report = tell({ begin: { table: file.table, house: null, no: null, digest: null } });
  return { tell, text, file, report };
}

describe('the module', () => {
  it('knows nothing before the first file, and checks every card of it', async () => {
    const { tell, text, file, report } = await begun();
    expect(report?.state).toBe('waiting');
    const arrived = tell({ file: { text } });
    expect(arrived?.state).toBe('checked');
    expect(arrived?.cards).toBe(file.shown.length);
    expect(arrived?.head?.digits).toMatch(/^\d{5}( \d{5}){3}$/);
    expect(arrived?.keep).toMatchObject({ no: arrived?.head?.no, digest: arrived?.head?.digest });
    expect(arrived?.findings.map(({ check }) => check)).toContain('wagers');
  });

  it('names the check that another card fails', async () => {
    const { tell, text, file } = await begun();
    tell({ file: { text } });
    const first = file.shown[0];
    const card = first?.card === 'As' ? 'Kd' : 'As';
    const shown = { shoe: file.shoe, card, proof: { index: first?.index ?? 0, salt: first?.salt ?? '' } };
    expect(tell({ card: shown })).toMatchObject({ state: 'failed', check: 'cards' });
  });

  it('finds another record than an earlier visit kept, and keeps that', async () => {
    const { tell, text, file } = await begun();
    const head = { no: 2, digest: 'ab'.repeat(32) };
    tell({ begin: { table: file.table, house: null, ...head } });
    const report = tell({ file: { text } });
    expect(report).toMatchObject({ state: 'failed', check: 'fork' });
    expect(report?.keep).toMatchObject(head);
  });

  it('says nothing of what it cannot read', async () => {
    const { tell } = await begun();
    expect(tell({ file: { text: '{}' } })).toBeNull();
    expect(tell('no_proof')?.state).toBe('no_proof');
  });

  it('fits its budget', async () => {
    expect(gzipSync(await readFile(MODULE), { level: 9 }).length).toBeLessThanOrEqual(BUDGET_BYTES);
  });
});
