// The settings of a table as lines that somebody reads, changes and compares; and the change as the server takes it.
// Pure. It judges no value: the server says what is acceptable.
import { parseMinor, toDecimal } from '$lib/money/money';
import type { SettingsChange, TableSettings } from '$lib/wire/messages';

/** What a value is: a text, one of some words, an amount, a count, or a time, which is written in seconds. */
type Kind = 'text' | 'choice' | 'money' | 'count' | 'seconds';

/** The values of each setting that takes only some, as the server names them. */
export const CHOICES: Readonly<Record<string, readonly string[]>> = {
  draw: ['sealed', 'after_bets'],
  'scanner.start': ['dealer', 'auto'],
  'scanner.shoes': ['any', 'assigned'],
  'scanner.count_out': ['no', 'yes'],
  'scanner.burn_on_handover': ['no', 'yes'],
};

/** One setting. */
export interface Setting {
  /** Its name, such as `timings.betting_ms` or `limits.tie.maximum`. */
  readonly name: string;
  readonly kind: Kind;
  /** Its value as it is written. */
  readonly value: string;
}

const TIMINGS = [
  'betting_ms',
  'card_ms',
  'result_ms',
  'shuffle_ms',
  'pledge_ms',
  'reveal_ms',
  'drain_ms',
] as const;
const COUNTS = ['idle_warning', 'idle_limit', 'auto_rounds'] as const;
/** A second has three decimals of milliseconds. */
const SECOND_DECIMALS = 3;

/**
 * All settings of a table that a manager may change, in the order in which they are shown: in rows of two or four, so an
 * even number stands before the limits, and minimum and maximum of a spot are side by side.
 */
export function lines(settings: TableSettings): Setting[] {
  const money = (minor: number) => written(minor, settings.currency.decimals);
  const seconds = (ms: number) => written(ms, SECOND_DECIMALS);
  return [
    { name: 'name', kind: 'text', value: settings.name },
    { name: 'rules', kind: 'text', value: settings.rules.id },
    { name: 'place', kind: 'count', value: String(settings.place) },
    { name: 'ante', kind: 'money', value: money(settings.ante) },
    { name: 'capacity', kind: 'count', value: String(settings.capacity) },
    { name: 'exposure', kind: 'money', value: money(settings.exposure) },
    ...Object.entries(settings.limits).flatMap(([spot, range]): Setting[] => [
      { name: `limits.${spot}.minimum`, kind: 'money', value: money(range.minimum) },
      { name: `limits.${spot}.maximum`, kind: 'money', value: money(range.maximum) },
    ]),
    ...drawing(settings),
    ...TIMINGS.map((name): Setting => ({
      name: `timings.${name}`,
      kind: 'seconds',
      value: seconds(settings.timings[name]),
    })),
    ...squeezing(settings),
    { name: 'seating.grace_ms', kind: 'seconds', value: seconds(settings.seating.grace_ms) },
    ...COUNTS.map((name): Setting => ({
      name: `seating.${name}`,
      kind: 'count',
      value: String(settings.seating[name]),
    })),
  ];
}

/** What decides the cards; at a live table, how it is run. */
function drawing({ draw, scanner }: TableSettings): Setting[] {
  if (scanner === null) {
    return [{ name: 'draw', kind: 'choice', value: draw }];
  }
  const seconds = (ms: number) => written(ms, SECOND_DECIMALS);
  return [
    { name: 'scanner.start', kind: 'choice', value: scanner.start },
    { name: 'scanner.shoes', kind: 'choice', value: scanner.shoes },
    { name: 'scanner.count_out', kind: 'choice', value: scanner.count_out ? 'yes' : 'no' },
    { name: 'scanner.burn_on_handover', kind: 'choice', value: scanner.burn_on_handover ? 'yes' : 'no' },
    { name: 'scanner.conf_min', kind: 'count', value: String(scanner.conf_min) },
    { name: 'scanner.dealer_ms', kind: 'seconds', value: seconds(scanner.dealer_ms) },
    { name: 'scanner.supervisor_ms', kind: 'seconds', value: seconds(scanner.supervisor_ms) },
    { name: 'scanner.abandon_ms', kind: 'seconds', value: seconds(scanner.abandon_ms) },
  ];
}

/** How long patrons turn cards where nothing was chosen, in milliseconds. */
const SQUEEZE_MS = { ms: 12_000, third_ms: 8_000 };

/** How patrons turn the cards; a stake of 0 is for not at all. */
function squeezing({ squeeze, currency }: TableSettings): Setting[] {
  const { from, ms, third_ms } = squeeze ?? { from: 0, ...SQUEEZE_MS };
  const seconds = (time: number) => written(time, SECOND_DECIMALS);
  return [
    { name: 'squeeze.from', kind: 'money', value: written(from, currency.decimals) },
    { name: 'squeeze.ms', kind: 'seconds', value: seconds(ms) },
    { name: 'squeeze.third_ms', kind: 'seconds', value: seconds(third_ms) },
  ];
}

/** An amount as somebody types it, without decimals that are zero. */
function written(minor: number, decimals: number): string {
  return toDecimal(minor, decimals).replace(/\.?0+$/, (zeros) => (zeros.startsWith('.') ? '' : zeros));
}

/** A setting that is other than before. */
export interface Difference {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

/** What somebody changed, in the order of the settings. */
export function differences(
  before: readonly Setting[],
  draft: Readonly<Record<string, string>>,
): Difference[] {
  return before.flatMap(({ name, value }) => {
    const after = (draft[name] ?? value).trim();
    return after === value ? [] : [{ name, before: value, after }];
  });
}

/** The names of settings whose draft cannot be read as what they are. */
export function unreadable(
  before: readonly Setting[],
  draft: Readonly<Record<string, string>>,
  decimals: number,
): string[] {
  return before
    .filter(({ name, kind, value }) => number(kind, (draft[name] ?? value).trim(), decimals) === null)
    .map(({ name }) => name);
}

/** The number that is meant; 0 for a text or a choice, which is no number. */
function number(kind: Kind, text: string, decimals: number): number | null {
  if (kind === 'text' || kind === 'choice') {
    return text === '' ? null : 0;
  }
  return parseMinor(text, kind === 'money' ? decimals : kind === 'seconds' ? SECOND_DECIMALS : 0);
}

/** The change to send: what is other than before, and both ends of a range of which one is. */
export function changeOf(settings: TableSettings, draft: Readonly<Record<string, string>>): SettingsChange {
  const before = lines(settings);
  const change: Record<string, unknown> = {};
  const scanner = settings.scanner === null ? null : { scanner: {} };
  const parts: Record<string, Record<string, unknown>> = {
    limits: {},
    timings: {},
    seating: {},
    ...scanner,
  };
  const value = (name: string): number => {
    const one = before.find((line) => line.name === name);
    return (
      number(one?.kind ?? 'count', (draft[name] ?? one?.value ?? '').trim(), settings.currency.decimals) ?? 0
    );
  };
  for (const { name, after } of differences(before, draft)) {
    const [group = '', key = ''] = name.split('.');
    const part = parts[group];
    if (group === 'squeeze') {
      change['squeeze'] = {
        from: value('squeeze.from'),
        ms: value('squeeze.ms'),
        third_ms: value('squeeze.third_ms'),
      };
    } else if (group === 'limits' && part !== undefined) {
      part[key] = {
        minimum: value(`limits.${key}.minimum`),
        maximum: value(`limits.${key}.maximum`),
      };
    } else if (name === 'scanner.count_out') {
      parts['scanner'] = { ...part, count_out: after === 'yes' };
    } else if (name === 'scanner.burn_on_handover') {
      parts['scanner'] = { ...part, burn_on_handover: after === 'yes' };
    } else if (part !== undefined) {
      part[key] = name in CHOICES ? after : value(name);
    } else if (name === 'rules') {
      change['rules'] = { id: after };
    } else {
      change[name] = name === 'name' || name === 'draw' ? after : value(name);
    }
  }
  return { ...change, ...parts } as SettingsChange;
}
