// What a browser keeps of a house: the numbers of the latest shoes of each table, and whether they are in.
import { beforeEach, describe, expect, it } from 'vitest';
import { storage } from '$lib/state/storage';
import {
  forget,
  isIn,
  keep,
  keepNumber,
  keptHouse,
  keptOf,
  markDoubtful,
  markTaken,
  ownNumber,
} from './kept';

const hex = (no: number) => no.toString(16).padStart(64, '0');

beforeEach(() => {
  for (const key of ['punto.house', 'punto.head.1', 'punto.numbers.1', 'punto.numbers.2']) {
    storage.remove(key);
  }
});

describe('what is kept of a house', () => {
  it('is its key and the last bulletin of each table, until it is forgotten', () => {
    expect(keptOf(1)).toEqual({ house: null, no: null, digest: null });
    keep(1, { house: hex(7), no: 12, digest: hex(8) });
    expect(keptOf(1)).toEqual({ house: hex(7), no: 12, digest: hex(8) });
    expect(keptOf(2)).toEqual({ house: hex(7), no: null, digest: null });
    keep(1, { house: null, no: null, digest: null });
    expect(keptHouse()).toBe(hex(7));
    forget(1);
    expect(keptOf(1)).toEqual({ house: null, no: null, digest: null });
  });

  it('is nothing that is no key', () => {
    storage.set('punto.house', 'ab');
    storage.set('punto.head.1', 'x y');
    expect(keptOf(1)).toEqual({ house: null, no: null, digest: null });
  });
});

describe('an own number', () => {
  it('is kept for its table and shoe, and for the latest 20 shoes', () => {
    for (let shoe = 1; shoe <= 23; shoe += 1) {
      keepNumber(1, shoe, hex(shoe));
    }
    keepNumber(2, 3, hex(99));
    expect(ownNumber(1, 3)).toBeNull();
    expect(ownNumber(1, 4)?.hex).toBe(hex(4));
    expect(ownNumber(1, 23)?.hex).toBe(hex(23));
    expect(ownNumber(2, 3)?.hex).toBe(hex(99));
  });

  it('is in its shoe once the house has it, until the house may have lost it', () => {
    markTaken(1, 3);
    expect(ownNumber(1, 3)).toBeNull();
    keepNumber(1, 3, hex(1));
    expect(ownNumber(1, 3)?.taken).toBe(false);
    markTaken(1, 3);
    // It is sent once more in a new connection.
    keepNumber(1, 3, hex(1));
    expect(ownNumber(1, 3)?.taken).toBe(true);
    markDoubtful(1, 3);
    expect(ownNumber(1, 3)?.taken).toBe(false);
    markTaken(1, 3);
    keepNumber(1, 3, hex(2));
    expect(ownNumber(1, 3)).toEqual({ shoe: 3, hex: hex(2), taken: false });
  });

  it('is also in a shoe whose file lists it', () => {
    const own = { shoe: 3, hex: hex(1), taken: false };
    expect(isIn(own, `{"nonces":["${hex(1)}"]}`)).toBe(true);
    expect(isIn(own, `{"nonces":["${hex(2)}"]}`)).toBe(false);
    expect(isIn({ ...own, taken: true }, '{}')).toBe(true);
  });
});
