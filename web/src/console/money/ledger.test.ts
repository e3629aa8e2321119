// The search of the ledger asks for what its fields say, and each account and transfer has words.
import { describe, expect, it } from 'vitest';
import type { FoundTransfer } from '$lib/wire/messages';
import { isText } from '../text';
import { aboutText, ACCOUNTS, accountText, amountText, causeText, fieldsOf, KINDS, queryOf } from './ledger';

const transfer: FoundTransfer = {
  transfer_id: '0000100000020003000000040144c006',
  place: 7,
  at: 0,
  kind: 'capture',
  from: { kind: 'stakes_held', owner: 3 },
  to: { kind: 'house_table', owner: 3 },
  amount: 1_050,
  currency: { code: 'PLAY', decimals: 2 },
  asked: null,
  about: '0000100000020003000000040144c001',
  table_id: 3,
  round: { shoe_no: 2, round_no: 5 },
  seq: 12,
};

describe('the search of the ledger', () => {
  it('asks for an account of an owner, or for all of a kind', () => {
    expect(queryOf({ account: 'patron_cash', owner: '7' })['account']).toBe('patron_cash:7');
    expect(queryOf({ account: 'issue', owner: '7' })['account'], 'the house has one').toBe('issue');
    expect(queryOf({ account: 'house_table', owner: '' })['account']).toBe('house_table');
    expect(queryOf({ owner: '7' })['account'], 'a number alone names no account').toBe('');
    expect(fieldsOf({ kind: 'patron_cash', owner: 7 })).toEqual({ account: 'patron_cash', owner: '7' });
    expect(fieldsOf({ kind: 'issue', owner: 0 })).toEqual({ account: 'issue', owner: '' });
  });

  it('asks for whole days', () => {
    const { from, until } = queryOf({ from: '2026-03-01', until: '2026-03-01' });
    expect([from, until]).toEqual([Date.UTC(2026, 2, 1), Date.UTC(2026, 2, 2)]);
  });
});

describe('a transfer', () => {
  it('says accounts, amount and what it is about', () => {
    expect(accountText({ kind: 'patron_bonus', owner: 7 })).toBe('Patron 7, bonus money');
    expect(accountText(transfer.to)).toBe('#3, result');
    expect(aboutText(transfer)).toBe('of hold …0144c001');
    expect([aboutText({ ...transfer, kind: 'hold', about: null }), amountText(transfer)]).toEqual([
      '',
      '10.50',
    ]);
    expect(amountText({ ...transfer, kind: 'cover', asked: 2_000 })).toBe('10.50 of 20.00');
    expect(amountText({ ...transfer, kind: 'cover', asked: 1_050 })).toBe('10.50');
  });

  it('says the round or the entry that it belongs to', () => {
    expect(causeText(transfer)).toBe('#3: Shoe 2, round 5');
    expect(causeText({ ...transfer, round: { shoe_no: 2, round_no: 0 } })).toBe(
      '#3: shoe 2, before the first round',
    );
    expect(causeText({ ...transfer, table_id: null, round: null })).toBe('Log, no. 12');
  });

  it('has words for every kind and every account', () => {
    const names = [
      ...KINDS.map((kind) => `ledger.kind.${kind}`),
      ...ACCOUNTS.flatMap((kind) => [`ledger.account.${kind}`, `ledger.accounts.${kind}`]),
    ];
    expect(names.filter((name) => !isText(name))).toEqual([]);
  });
});
