// Moments in the reader's language and time zone.
import { reader } from './locale';

let format: Intl.DateTimeFormat | undefined;
let locale: string | undefined;

/** The day and minute of a moment, in milliseconds since the epoch. */
export function whenText(at: number): string {
  if (format === undefined || locale !== reader.locale) {
    format = new Intl.DateTimeFormat(reader.locale, { dateStyle: 'medium', timeStyle: 'short' });
    ({ locale } = reader);
  }
  return format.format(at);
}
