// The reports of turnover as the server sends them, and how the console adds up what it draws. Sums are strings of
// digits in minor units, because they may exceed the whole numbers of JSON readers.

/** Sums of settled wagers. */
export interface Sums {
  readonly wagers: string;
  readonly staked: string;
  readonly effective_turnover: string;
  readonly paid: string;
  readonly house_result: string;
}

/** The turnover of a spot, with corrections apart. */
export interface SpotTurnover extends Sums {
  readonly spot: string;
  readonly corrected: boolean;
}

/** The turnover of a day at a table. */
export interface TableDay {
  readonly day: string;
  readonly table: number;
  readonly currency: string;
  readonly decimals: number;
  readonly spots: readonly SpotTurnover[];
  readonly total: Sums;
}

export interface DailyReport {
  readonly tables: readonly TableDay[];
  readonly accounts: readonly {
    readonly table: number;
    readonly currency: string;
    readonly turned_over: string;
    readonly account: string;
    readonly agrees: boolean;
  }[];
  readonly agrees: boolean;
}

export interface PatronReport {
  readonly patron: number;
  readonly currency: string | null;
  readonly tables: readonly TableDay[];
  readonly total: Sums | null;
}

/** The sum of sums. */
export function total(all: readonly Sums[]): Sums {
  const add = (name: keyof Sums) => String(all.reduce((sum, one) => sum + BigInt(one[name]), 0n));
  return {
    wagers: add('wagers'),
    staked: add('staked'),
    effective_turnover: add('effective_turnover'),
    paid: add('paid'),
    house_result: add('house_result'),
  };
}

/** The lines of one currency; money of two currencies is never added up. */
export interface OfCurrency {
  readonly currency: string;
  readonly decimals: number;
  readonly total: Sums;
  /** Each table over all days shown, by number. */
  readonly tables: readonly { readonly table: number; readonly total: Sums }[];
  /** Each spot over all tables and days shown, corrections included. */
  readonly spots: readonly { readonly spot: string; readonly total: Sums }[];
}

/** What the report says, by currency. */
export function byCurrency(report: DailyReport): OfCurrency[] {
  return group(report.tables, ({ currency }) => currency).map(([currency, days]) => ({
    currency,
    decimals: days[0]?.decimals ?? 2,
    total: total(days.map((day) => day.total)),
    tables: group(days, ({ table }) => table)
      .map(([table, ofTable]) => ({ table, total: total(ofTable.map((day) => day.total)) }))
      .toSorted((one, other) => one.table - other.table),
    spots: group(
      days.flatMap(({ spots }) => spots),
      ({ spot }) => spot,
    ).map(([spot, lines]) => ({ spot, total: total(lines) })),
  }));
}

/** Groups in the order in which their first member comes. */
function group<One, Name>(all: readonly One[], nameOf: (one: One) => Name): [Name, One[]][] {
  const groups = new Map<Name, One[]>();
  for (const one of all) {
    groups.set(nameOf(one), [...(groups.get(nameOf(one)) ?? []), one]);
  }
  return [...groups];
}
