// The addresses of the console: the part after `#`, so that reload, back and links work. Pure.

/** All sections, in the order of the bar. */
export const SECTIONS = [
  'tables',
  'rounds',
  'slips',
  'patrons',
  'proposals',
  'reports',
  'ledger',
  'log',
  'staff',
  'devices',
] as const;
export type BarSection = (typeof SECTIONS)[number];
export type Section = BarSection | 'me' | 'enrol';

/** What decides which sections somebody is offered. */
export interface Sees {
  readonly mayReadStaff: boolean;
  /** Whether the house has a live table. Others need no devices. */
  readonly hasLive: boolean;
}

/** The sections that somebody is offered, in the order of the bar; each has a digit as its key, and the tenth a 0. */
export function offered({ mayReadStaff, hasLive }: Sees): { section: BarSection; key: string }[] {
  return SECTIONS.filter(
    (section) => (section !== 'staff' || mayReadStaff) && (section !== 'devices' || hasLive),
  ).map((section, index) => ({ section, key: String((index + 1) % 10) }));
}

/** A place: its section, what of it is open, and what is searched there. */
export interface Address {
  readonly section: Section;
  readonly parts: readonly string[];
  readonly query: Readonly<Record<string, string>>;
}

const ALL: readonly string[] = [...SECTIONS, 'me', 'enrol'];

/** Reads an address; one that is not known is that of the tables. */
export function parse(hash: string): Address {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const [section = '', ...parts] = path.split('/').filter((part) => part !== '');
  if (!ALL.includes(section)) {
    return { section: 'tables', parts: [], query: {} };
  }
  return {
    section: section as Section,
    parts: parts.map((part) => decode(part)),
    query: Object.fromEntries(new URLSearchParams(query)),
  };
}

/** A part that is not encoded as it should be stays as it is. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The address of a place. */
export function href(
  section: Section,
  parts: readonly (string | number)[] = [],
  query: Readonly<Record<string, string>> = {},
): string {
  const path = [section, ...parts.map((part) => encodeURIComponent(part))].join('/');
  const asked = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== '')).toString();
  return asked === '' ? `#/${path}` : `#/${path}?${asked}`;
}

/** The whole number that a part of an address is; null when it is none. */
export function numberOf(part: string | undefined): number | null {
  return part !== undefined && /^\d{1,9}$/.test(part) ? Number(part) : null;
}

/** Whether a part of an address was a number. */
export function isNumber(part: number | null | undefined): part is number {
  return typeof part === 'number';
}
