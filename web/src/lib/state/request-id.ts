// Ids that the page makes for its requests, so that one sent twice counts once.

/**
 * Makes an id of 32 hex digits: twelve of the time, twenty random.
 *
 * Ids made one after the other are stored beside each other. `crypto.randomUUID` is not used, because a page
 * without TLS does not have it.
 */
export function newId(): string {
  const time = Date.now().toString(16).padStart(12, '0');
  const bytes = crypto.getRandomValues(new Uint8Array(10));
  return time + [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
