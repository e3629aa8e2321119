// Loads all English texts for the unit tests.
import type { Message } from './message';
import { texts } from './texts';

const english = import.meta.glob<Readonly<Record<string, Message>>>('./en/*.ts', {
  import: 'texts',
  eager: true,
});
for (const area of Object.values(english)) {
  texts.add(area);
}
