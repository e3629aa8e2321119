// A guest with play money at the mock house.
import type { HistoryRound, PatronInfo, ServerMessage } from '../src/lib/wire/messages';

export const PURSE = 1_000_000;

export interface Guest {
  readonly token: string;
  readonly info: PatronInfo;
  readonly rounds: HistoryRound[];
  readonly lines: Set<(message: ServerMessage) => void>;
}

export function newGuest(patron_id: number, nickname: string): Guest {
  const info = {
    patron_id,
    nickname,
    currency: 'PLAY',
    decimals: 2,
    play_money: true,
    balance: PURSE,
    bonus: 0,
    owed: 0,
    number: 1,
  };
  return { token: `guest-${String(patron_id)}`, info, rounds: [], lines: new Set() };
}
