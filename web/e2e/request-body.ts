// Reads the JSON body of a request to the mock house.
import type { IncomingMessage } from 'node:http';

/** The body of a request. */
export async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of request) {
    parts.push(part as Buffer);
  }
  return JSON.parse(Buffer.concat(parts).toString());
}
