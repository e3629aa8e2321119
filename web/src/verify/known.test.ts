// A proof file is filled in with the number that this browser gave, and only with one that is in.
import { readFile } from 'node:fs/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { storage } from '$lib/state/storage';
import { keepNumber, markTaken } from '../watch/kept';
import { isInPlay, isOfLiveTable, ownNumberOf } from './known';

const NUMBER = '5c'.repeat(32);
const file = (table: number, shoe: number, nonces: readonly string[] = []) => ({
  name: `${String(table)}-${String(shoe)}`,
  text: JSON.stringify({ table, shoe, nonces }),
});

beforeEach(() => {
  storage.remove('punto.numbers.7');
});

describe('the own number', () => {
  it('is that of the table and shoe of the file, once the house has it', () => {
    keepNumber(7, 41, NUMBER);
    expect(ownNumberOf([file(7, 41)])).toBeNull();
    markTaken(7, 41);
    expect(ownNumberOf([file(7, 41)])).toBe(NUMBER);
    expect(ownNumberOf([file(7, 42)])).toBeNull();
    expect(ownNumberOf([file(8, 41)])).toBeNull();
  });

  it('is also one that the file lists', () => {
    keepNumber(7, 41, NUMBER);
    expect(ownNumberOf([file(7, 41, [NUMBER])])).toBe(NUMBER);
  });

  it('is none for several files, none, or what is no proof file', () => {
    keepNumber(7, 41, NUMBER);
    markTaken(7, 41);
    expect(ownNumberOf([file(7, 41), file(7, 42)])).toBeNull();
    expect(ownNumberOf([])).toBeNull();
    expect(ownNumberOf([{ name: 'notes', text: 'no proof' }])).toBeNull();
    expect(ownNumberOf([{ name: 'null', text: 'null' }])).toBeNull();
  });
});

describe('a shoe', () => {
  it('is in play while its file has cards that are not in bulletins yet', async () => {
    const of = async (name: string) => ({
      name,
      text: await readFile(new URL(`../../../corpora/fair/${name}`, import.meta.url), 'utf8'),
    });
    expect(isInPlay(await of('shoe-1-in-play.json'))).toBe(true);
    expect(isInPlay(await of('shoe-41.json'))).toBe(false);
  });

  it('of a live table is in play until its file is finished', async () => {
    const url = new URL('../../../corpora/scanner/shoe-4.json', import.meta.url);
    const whole = await readFile(url, 'utf8');
    expect([isOfLiveTable({ name: 'whole', text: whole }), isInPlay({ name: 'whole', text: whole })]).toEqual(
      [true, false],
    );
    const file = JSON.parse(whole) as { bulletins: string[] };
    const text = JSON.stringify({ ...file, bulletins: file.bulletins.slice(0, -1) });
    expect(isInPlay({ name: 'open', text })).toBe(true);
  });
});
