// The messages of the server that a watching client reads, and what the checks get of each. Knows no order and no
// connection.
import { EMPTY_SEAT, updateSeat, type Seat } from '$lib/state/live-table';
import type { ServerMessage } from '$lib/wire/messages';
import type { Message } from './module';

/** The table of a message; null when it is about none. */
export function tableOf(message: ServerMessage): number | null {
  return message.type === 'snapshot'
    ? message.table.table_id
    : 'table_id' in message
      ? message.table_id
      : null;
}

/** The shoe that a message puts on the table; null when it does not say. */
export function shoeOf(message: ServerMessage): number | null {
  if (message.type === 'snapshot') {
    return message.table.shoe.shoe_no;
  }
  const shoe = message.type === 'frame' && 'shoe' in message.event ? message.event.shoe : null;
  return shoe !== null && 'shoe_no' in shoe ? shoe.shoe_no : null;
}

/** What the checks get of a frame, a bulletin or the patron's own wagers; null for other messages. */
export function messageOf(message: ServerMessage, now: number): Message | null {
  switch (message.type) {
    case 'bulletin': {
      const { text, key, signature } = message;
      return { bulletin: { text, key, signature, now } };
    }
    case 'wagers_closed': {
      const { round, patron, currency, decimals, wagers, salt, index, count, path } = message;
      const own = { patron, currency, decimals, wagers, salt, index, count, path };
      return { wagers: { shoe: round.shoe_no, round: round.round_no, ...own } };
    }
    case 'nonce_taken':
    case 'nonce_refused':
      return { answered: { shoe: message.shoe_no, taken: message.type === 'nonce_taken' } };
    case 'frame': {
      const { event } = message;
      if (event.type === 'cards_burned') {
        const { first, face_down } = event;
        return { burned: { shoe: event.shoe.shoe_no, first, face_down, proof: event.proof ?? null } };
      }
      return null;
    }
    default:
      return null;
  }
}

/** The patron's stakes as the screen shows them, followed from the messages themselves: the screen may lag behind. */
export class OwnStakes {
  constructor(private seat: Seat = EMPTY_SEAT) {}

  /** Whether the patron has a seat. */
  get isSeated(): boolean {
    return this.seat.seated;
  }

  /** What a message changes of them, or that the round is settled; null when it does neither. */
  hear(message: ServerMessage): Message | null {
    switch (message.type) {
      case 'wagers_cleared':
        this.seat = { ...this.seat, wagers: [], staked: 0 };
        break;
      case 'you_settled':
      case 'you_voided':
        this.seat = updateSeat(this.seat, message);
        return { settled: { shoe: message.round.shoe_no, round: message.round.round_no } };
      case 'slip_accepted':
        if (message.round.round_no !== this.seat.roundNo) {
          return null;
        }
        this.seat = updateSeat(this.seat, message);
        break;
      case 'yours':
        this.seat = updateSeat(this.seat, message);
        break;
      default:
        return null;
    }
    const { shoeNo: shoe, roundNo: round, wagers, settled } = this.seat;
    // Once the round is settled, the table is cleared, and the checks keep the stakes of before.
    return settled === null
      ? { staked: { shoe, round, stakes: wagers.map(({ spot, stake }) => ({ spot, stake })) } }
      : null;
  }
}
