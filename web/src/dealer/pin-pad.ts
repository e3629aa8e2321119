// What a dealer types to log in at a table: number, then PIN. Pure.

/** How many digits a PIN has. */
export const PIN_DIGITS = 6;
/** How many digits a number has, at most. */
const NUMBER_DIGITS = 9;

export type PadField = 'number' | 'pin';

export interface Pad {
  /** What the next digit goes to. */
  readonly field: PadField;
  readonly number: string;
  readonly pin: string;
}

export const EMPTY: Pad = { field: 'number', number: '', pin: '' };

/** The keys of the pad, row by row. */
export const PAD_KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', 'Backspace', '0', 'Enter'] as const;

/** Whether both are there. */
export function isWhole({ number, pin }: Pad): boolean {
  return Number(number) > 0 && pin.length === PIN_DIGITS;
}

/** What is typed after this key. Enter goes on from the number to the PIN; another key changes nothing. */
export function pressed(pad: Pad, key: string): Pad {
  const { field, number, pin } = pad;
  if (/^\d$/.test(key)) {
    return field === 'number'
      ? { ...pad, number: (number + key).slice(0, NUMBER_DIGITS) }
      : { ...pad, pin: (pin + key).slice(0, PIN_DIGITS) };
  }
  if (key === 'Enter') {
    return number === '' ? pad : { ...pad, field: 'pin' };
  }
  if (key !== 'Backspace') {
    return pad;
  }
  if (field === 'number') {
    return { ...pad, number: number.slice(0, -1) };
  }
  return pin === '' ? { ...pad, field: 'number' } : { ...pad, pin: pin.slice(0, -1) };
}
