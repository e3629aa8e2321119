// The modules that the page loads check the proof files of the corpus, and are no larger than was decided.
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { joined, readFiles } from './files';
import {
  check,
  compilePairing,
  compileVerifier,
  isOfDevice,
  type Ask,
  type Checked,
  type Pairing,
  type ProofText,
} from './module';

const VERIFIER = new URL('punto_verify_wasm.wasm', import.meta.url);
const BEACON = new URL('punto_beacon_wasm.wasm', import.meta.url);
const CORPUS = new URL('../../../corpora/fair/', import.meta.url);
/** What each module may weigh, compressed. */
const BUDGETS = [
  { module: VERIFIER, bytes: 194_000 },
  { module: BEACON, bytes: 36_000 },
];

let ask: Ask;
let pairing: Pairing;
const text = (name: string) => readFile(new URL(name, CORPUS), 'utf8');

beforeAll(async () => {
  ask = await compileVerifier(await readFile(VERIFIER));
  pairing = await compilePairing(await readFile(BEACON));
});

async function checked(name: string, by: Pairing | null): Promise<Checked> {
  const files = [{ name, text: await text(name) }];
  return check(ask, by, { files, key: '', nonce: '', wagers: '', records: [] }) as Checked;
}

describe('the modules', () => {
  it('find nothing wrong with a played shoe, its beacon included', async () => {
    const { files, beacons } = await checked('shoe-41.json', pairing);
    expect(files[0]?.failed).toBe(false);
    expect(files[0]?.choices).toMatch(/^Nobody could choose this shoe/);
    expect(beacons).toEqual([]);
  });

  it('leave the beacon unchecked when its module is missing', async () => {
    const { files } = await checked('shoe-41.json', null);
    expect(files[0]?.findings.find((one) => one.check === 'beacon')?.verdict).toBe('not_checked');
    expect(files[0]?.choices).not.toMatch(/^Nobody could choose/);
  });

  it('name the card that another order shows', async () => {
    const { files, text: lines } = await checked('shoe-41-crooked.json', pairing);
    expect(files[0]?.findings.find((one) => one.check === 'cards')?.place).toBe('round 2, card 1');
    expect(lines).toMatch(/\n {2}cards: FAILED: round 2, card 1: /);
  });

  it('hold the proof file of a live shoe against the records of its device', async () => {
    const live = new URL('../scanner/', CORPUS);
    const read = async (name: string) => ({ name, text: await readFile(new URL(name, live), 'utf8') });
    const [file, signed] = await Promise.all([read('shoe-4.json'), read('shoe-4.jsonl')]);
    const verdicts = (records: ProofText[]) => {
      const { files } = check(ask, null, {
        files: [file],
        key: '',
        nonce: '',
        wagers: '',
        records,
      }) as Checked;
      expect(files.every(isOfDevice)).toBe(true);
      return new Map(files[0]?.findings.map((one) => [one.check, one.verdict]));
    };
    expect(verdicts([]).get('use')).toBe('not_checked');
    const held = verdicts([signed]);
    expect(['records', 'use', 'cards', 'end', 'outcomes'].map((one) => held.get(one))).toEqual(
      Array(5).fill('ok'),
    );
    expect(verdicts([{ ...signed, text: signed.text.replace('Kc', 'Kd') }]).get('records')).toBe('failed');
  });

  it('say which part of a question they cannot read', () => {
    expect(ask({ files: [], key: 'xy', nonce: '', wagers: '', records: [] }, [])).toMatchObject({
      problem: 'key',
    });
  });

  it.each(BUDGETS)('fit their budgets: $module', async ({ module, bytes }) => {
    expect(gzipSync(await readFile(module), { level: 9 }).length).toBeLessThanOrEqual(bytes);
  });
});

describe('files', () => {
  it('are read byte for byte, in the order of their names, and bets and records are kept apart from proofs', async () => {
    const files = [
      new File(['\uFEFF{}'], 'shoe-10.json'),
      new File([await text('shoe-41-round-3-bets.json')], 'bets.json'),
      new File(['{"key":"03"}'], 'records.jsonl'),
      new File(['{}'], 'shoe-9.json'),
      new File([new Uint8Array([0xff, 0xfe])], 'picture.png'),
      new File(['x'.repeat((1 << 20) + 1)], 'long.json'),
    ];
    const read = await readFiles(files);
    expect(read.proofs).toEqual([
      { name: 'shoe-9.json', text: '{}' },
      { name: 'shoe-10.json', text: '\uFEFF{}' },
    ]);
    expect(read.wagers?.name).toBe('bets.json');
    expect(read.records).toEqual([{ name: 'records.jsonl', text: '{"key":"03"}' }]);
    expect([read.large, read.noText]).toEqual([['long.json'], ['picture.png']]);
  });

  it('replace those of the same name', () => {
    const [one, other] = [
      { name: 'a', text: '1' },
      { name: 'a', text: '2' },
    ] as const;
    expect(joined([one, { name: 'b', text: '' }], [other])).toEqual([{ name: 'b', text: '' }, other]);
  });
});
