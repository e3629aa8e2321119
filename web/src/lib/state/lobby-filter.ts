// Which tables of the lobby are shown, and in which order. Pure. It compares what the server says of the tables with
// what the patron chose, and knows no rule of a game.
import type { LobbyEntry } from './lobby';
import { deadline, notOpen } from './live-table';

/** What a table must have to be shown. */
export const FLAGS = ['betting', 'seats', 'affordable', 'good_roads', 'favourites'] as const;
export type Flag = (typeof FLAGS)[number];

/** The orders of the tables; `house` is that of the server. */
export const ORDERS = ['house', 'name', 'low', 'high', 'seated', 'good_roads', 'closing'] as const;
export type Order = (typeof ORDERS)[number];

/** What the patron chose. */
export interface Choice {
  readonly flags: readonly Flag[];
  /** The id of the house rules; empty for all. */
  readonly rules: string;
  /** A part of the name; empty for all. */
  readonly search: string;
  readonly order: Order;
}

/** What the choice is compared with, beside the tables. */
export interface Known {
  readonly favourites: ReadonlySet<number>;
  /** What the patron can bet with; null for a spectator, for whom no table costs too much. */
  readonly purse: { readonly currency: string; readonly amount: number } | null;
  /** The ids of a table's good roads. */
  readonly goodRoads: (entry: LobbyEntry) => readonly string[];
}

/** House rules by which tables can be chosen. */
export interface RulesName {
  readonly id: string;
  readonly title: string;
}

/** The tables to show, in their order. */
export function chosen(entries: readonly LobbyEntry[], choice: Choice, known: Known): LobbyEntry[] {
  const search = folded(choice.search);
  const fits = (entry: LobbyEntry) =>
    (choice.rules === '' || entry.table.rules.id === choice.rules) &&
    (search === '' || folded(entry.table.name).includes(search)) &&
    choice.flags.every((flag) => has(flag, entry, known));
  return inOrder(entries.filter(fits), choice.order, known);
}

/** How many limits a choice sets on the tables. */
export function countFilters({ flags, rules, search }: Omit<Choice, 'order'>): number {
  return flags.length + Number(rules !== '') + Number(search.trim() !== '');
}

/** The house rules of the tables, each once, by name. */
export function rulesOf(entries: readonly LobbyEntry[]): RulesName[] {
  const byId = new Map(entries.map(({ table: { rules } }) => [rules.id, rules.title]));
  return [...byId].map(([id, title]) => ({ id, title })).sort((a, b) => compareNames(a.title, b.title));
}

/** The numbers among some words. */
export function numbersOf(words: readonly string[]): ReadonlySet<number> {
  return new Set(words.map(Number).filter(Number.isSafeInteger));
}

/** The numbers with this one among them, or without it if it was. */
export function toggled(numbers: ReadonlySet<number>, one: number): ReadonlySet<number> {
  return numbers.has(one)
    ? new Set([...numbers].filter((other) => other !== one))
    : new Set([...numbers, one]);
}

/** The order on the screen while somebody acts in the list: tables stay where they are, new ones follow. */
export function steady(before: readonly number[], next: readonly LobbyEntry[]): LobbyEntry[] {
  const place = new Map(before.map((id, idx) => [id, idx]));
  const placeOf = ({ table }: LobbyEntry) => place.get(table.table_id) ?? before.length;
  return [...next].sort((a, b) => placeOf(a) - placeOf(b));
}

function has(flag: Flag, entry: LobbyEntry, known: Known): boolean {
  const { table } = entry;
  switch (flag) {
    case 'betting':
      return table.phase.name === 'betting' && notOpen(table.status) === null;
    case 'seats':
      return notOpen(table.status) === null && hasFreeSeat(table);
    case 'affordable':
      return isAffordable(table, known.purse);
    case 'good_roads':
      return known.goodRoads(entry).length > 0;
    case 'favourites':
      return known.favourites.has(table.table_id);
  }
}

function hasFreeSeat({ capacity, patrons }: LobbyEntry['table']): boolean {
  return capacity === undefined || patrons < capacity;
}

function isAffordable({ currency, minimum }: LobbyEntry['table'], purse: Known['purse']): boolean {
  return purse === null || (purse.currency === currency && minimum <= purse.amount);
}

function inOrder(entries: LobbyEntry[], order: Order, known: Known): LobbyEntry[] {
  switch (order) {
    case 'house':
      return entries;
    case 'name':
      return entries.sort((a, b) => compareNames(a.table.name, b.table.name));
    case 'low':
      return entries.sort((a, b) => a.table.minimum - b.table.minimum || a.table.maximum - b.table.maximum);
    case 'high':
      return entries.sort((a, b) => b.table.maximum - a.table.maximum || b.table.minimum - a.table.minimum);
    case 'seated':
      return entries.sort((a, b) => b.table.patrons - a.table.patrons);
    case 'good_roads':
      return entries.sort((a, b) => known.goodRoads(b).length - known.goodRoads(a).length);
    case 'closing':
      return entries.sort((a, b) => closing(a) - closing(b));
  }
}

/** When betting closes; tables without it follow those with it. */
function closing({ table: { phase } }: LobbyEntry): number {
  return phase.name === 'betting' ? (deadline(phase) ?? Number.MAX_VALUE) : Number.MAX_VALUE;
}

function compareNames(a: string, b: string): number {
  return a.localeCompare(b, undefined, { numeric: true, sensitivity: 'base' });
}

/** A text without capitals and accents, so that a search finds what a reader means. */
function folded(text: string): string {
  return text.trim().normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
