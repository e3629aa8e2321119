// Moments in the reader's language and time zone.
import { reader } from './locale';

let format: Intl.DateTimeFormat | undefined;
let locale: string | undefined;

/** The minute of a moment, in milliseconds since the epoch, without its day. */
export function timeText(at: number): string {
  return new Date(at).toLocaleTimeString(reader.locale, { timeStyle: 'short' });
}

/** The day and minute of a moment, in milliseconds since the epoch. */
export function whenText(at: number): string {
  if (format === undefined || locale !== reader.locale) {
    format = new Intl.DateTimeFormat(reader.locale, { dateStyle: 'medium', timeStyle: 'short' });
    ({ locale } = reader);
  }
  return format.format(at);
}
