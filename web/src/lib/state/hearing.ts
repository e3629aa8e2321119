// Who hears every message of the server as it arrives, before it is shown: the checks of shoes, and what keeps cards in step
// with a picture, once they are loaded.
import type { ServerMessage } from '../wire/messages';

/** What messages go on to. */
export interface Next {
  receive(message: ServerMessage): void;
}

interface Hearing {
  by: ((message: ServerMessage) => void) | null;
  /** Whether it keeps a message for now, which it hands on later. */
  holds: ((message: ServerMessage, next: Next) => boolean) | null;
}

export const hearing: Hearing = { by: null, holds: null };
