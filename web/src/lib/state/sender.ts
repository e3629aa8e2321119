// What tables need of the connection.
import type { ClientMessage } from '../wire/messages';

/** Sends messages to the server; false means that the message was not sent. */
export interface MessageSender {
  send(message: ClientMessage): boolean;
}
