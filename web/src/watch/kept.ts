// What this browser keeps of a house between visits: its key, how far the record of each table was seen, and the numbers
// that it gave into shoes. Knows neither a check nor a screen.
import { storage } from '$lib/state/storage';
import type { Kept } from './module';

const HOUSE = 'punto.house';
const headOf = (table: number) => `punto.head.${String(table)}`;
const numbersOf = (table: number) => `punto.numbers.${String(table)}`;
const DIGITS = /^[0-9a-f]{64}$/;
/** Of so many shoes of a table the own numbers are kept. */
const SHOES = 20;

/** A number that this browser sent for a shoe. */
export interface OwnNumber {
  readonly shoe: number;
  readonly hex: string;
  /** Whether it is in the shoe as far as the house said, or as its file shows. */
  readonly taken: boolean;
}

/** The house's key as an earlier visit found it; null before the first one. */
export function keptHouse(): string | null {
  const house = storage.get(HOUSE);
  return house !== null && DIGITS.test(house) ? house : null;
}

/** What the checks of a table begin with. */
export function keptOf(table: number): Kept {
  const [no = '', digest = ''] = storage.get(headOf(table))?.split(' ') ?? [];
  const isHead = /^\d+$/.test(no) && DIGITS.test(digest);
  return { house: keptHouse(), ...(isHead ? { no: Number(no), digest } : { no: null, digest: null }) };
}

export function keep(table: number, { house, no, digest }: Kept): void {
  if (house !== null) {
    storage.set(HOUSE, house);
  }
  if (no !== null && digest !== null) {
    storage.set(headOf(table), `${String(no)} ${digest}`);
  }
}

/** Forgets the house's key and the record of a table. */
export function forget(table: number): void {
  storage.remove(HOUSE);
  storage.remove(headOf(table));
}

/** The number that this browser sent for a shoe; null when it sent none, or no longer knows it. */
export function ownNumber(table: number, shoe: number): OwnNumber | null {
  return read(table).find((one) => one.shoe === shoe) ?? null;
}

/** Keeps a number that was just sent. Whether it is in the shoe is not known yet. */
export function keepNumber(table: number, shoe: number, hex: string): void {
  if (ownNumber(table, shoe)?.hex !== hex) {
    write(table, { shoe, hex, taken: false });
  }
}

/** The house said that it has the number of a shoe. */
export function markTaken(table: number, shoe: number): void {
  mark(table, shoe, true);
}

/** The house may have lost the number of a shoe, because it is not fixed yet. */
export function markDoubtful(table: number, shoe: number): void {
  mark(table, shoe, false);
}

/** Whether the number is in its shoe: the house said so, or the proof file lists it. */
export function isIn({ hex, taken }: OwnNumber, file: string): boolean {
  return taken || file.includes(`"${hex}"`);
}

function mark(table: number, shoe: number, taken: boolean): void {
  const known = ownNumber(table, shoe);
  if (known !== null && known.taken !== taken) {
    write(table, { ...known, taken });
  }
}

function read(table: number): OwnNumber[] {
  const lines = storage.get(numbersOf(table))?.split('\n') ?? [];
  return lines.flatMap((line) => {
    const [shoe = '', hex = '', taken = ''] = line.split(' ');
    return /^\d+$/.test(shoe) && DIGITS.test(hex)
      ? [{ shoe: Number(shoe), hex, taken: taken === 'taken' }]
      : [];
  });
}

/** Writes the number of a shoe beside those of the latest others. */
function write(table: number, own: OwnNumber): void {
  const all = [...read(table).filter(({ shoe }) => shoe !== own.shoe), own];
  const latest = all.sort((one, other) => one.shoe - other.shoe).slice(-SHOES);
  const lines = latest.map(({ shoe, hex, taken }) => [shoe, hex, ...(taken ? ['taken'] : [])].join(' '));
  storage.set(numbersOf(table), lines.join('\n'));
}
