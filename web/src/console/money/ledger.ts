// The search of the ledger, and the words for its accounts and transfers.
import type { AccountName, FoundTransfer } from '$lib/wire/messages';
import { money } from '../amounts';
import type { Query } from '../desk';
import { floor } from '../floor/floor.svelte';
import { dayEnd, dayStart } from '../rounds/days';
import { roundText } from '../rounds/words';
import { t, textOf } from '../text';

/** The kinds of accounts, as the server names them. */
export const ACCOUNTS = [
  'patron_cash',
  'patron_bonus',
  'receivable',
  'stakes_held',
  'house_table',
  'adjustments',
  'issue',
] as const;

/** What transfers do, as the server names it. */
export const KINDS = ['move', 'hold', 'capture', 'release', 'cover', 'repay', 'reverse'] as const;

const OF_TABLES: readonly string[] = ['stakes_held', 'house_table'];
const OF_THE_HOUSE: readonly string[] = ['', 'adjustments', 'issue'];

/** Whether accounts of a kind have an owner whose number can be asked for. */
export function isOwned(kind: string): boolean {
  return !OF_THE_HOUSE.includes(kind);
}

/** The fields of the search, as they stand in an address. */
export type Fields = Readonly<Record<string, string>>;

/** What the server is asked for the fields of the search. */
export function queryOf({
  account = '',
  owner = '',
  kind = '',
  from = '',
  until = '',
  id = '',
}: Fields): Query {
  return {
    account: isOwned(account) && owner !== '' ? `${account}:${owner}` : account,
    kind,
    from: dayStart(from),
    until: dayEnd(until),
    id,
  };
}

/** The fields that find all transfers of an account. */
export function fieldsOf({ kind, owner }: AccountName): Fields {
  return { account: kind, owner: owner === 0 ? '' : String(owner) };
}

/** An account in words; that of a table by its name. */
export function accountText({ kind, owner }: AccountName): string {
  const whose = OF_TABLES.includes(kind) ? floor.name(owner) : String(owner);
  return textOf('ledger.account', kind).replace('{owner}', whose);
}

/** How much a transfer moved, and of how much where more was asked for. */
export function amountText({ amount, asked, currency: { decimals } }: FoundTransfer): string {
  const moved = money(amount, decimals);
  return asked === null || asked === amount
    ? moved
    : `${moved} ${t('ledger.asked', { amount: money(asked, decimals) })}`;
}

/** The transfer that one uses or reverses, in short; empty where there is none. */
export function aboutText({ kind, about }: FoundTransfer): string {
  return about === null ? '' : textOf('ledger.about', kind).replace('{id}', `…${about.slice(-8)}`);
}

/** The event or the entry that a transfer belongs to. */
export function causeText({ table_id, round, seq }: FoundTransfer): string {
  if (table_id === null || round === null) {
    return t('ledger.entry', { number: seq });
  }
  const table = floor.name(table_id);
  return round.round_no === 0
    ? t('ledger.before_round', { table, shoe: round.shoe_no })
    : t('rounds.at_table', { table, round: roundText(round) });
}
