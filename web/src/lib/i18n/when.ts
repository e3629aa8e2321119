// Moments in the reader's language and time zone.

const WHEN = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** The day and minute of a moment, in milliseconds since the epoch. */
export function whenText(at: number): string {
  return WHEN.format(at);
}
