// A guest with play money at the mock house.
import type { HistoryRound, PatronInfo, ServerMessage } from '../src/lib/wire/messages';

/** What the server says of itself in its greeting. */
export const GREETING = {
  version: 'punto.v1',
  limits: {
    message_bytes: 16_384,
    messages_at_once: 100,
    message_every_us: 20_000,
    wagers: 23,
    queue_bytes: 65_536,
    idle_ms: 60_000,
    ping_every_ms: 20_000,
  },
};

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
