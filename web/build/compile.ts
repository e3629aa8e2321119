// Compiles ICU messages to what the page fills in, so that no parser is loaded with the page.
import {
  parse,
  TYPE,
  type MessageFormatElement,
  type PluralElement,
  type SelectElement,
} from '@formatjs/icu-messageformat-parser';
import type { Message, Part } from '../src/lib/i18n/message.ts';

/** Compiles a message. One with plain placeholders only stays a text; it throws on what the page cannot fill in. */
export function compile(source: string): Message {
  return partsOf(parse(source, { ignoreTag: true, shouldParseSkeletons: false }), null);
}

/** `counted` is the number that `#` stands for. */
function partsOf(elements: readonly MessageFormatElement[], counted: string | null): Message {
  const parts = elements.map((element) => partOf(element, counted));
  return parts.every((part) => typeof part === 'string') ? parts.join('') : parts;
}

function partOf(element: MessageFormatElement, counted: string | null): Part {
  switch (element.type) {
    case TYPE.literal:
      if (/[{}]/.test(element.value)) {
        throw new Error(`A text cannot contain braces: ${element.value}`);
      }
      return element.value;
    case TYPE.argument:
      return `{${element.value}}`;
    case TYPE.number:
      if (element.style !== undefined && element.style !== null) {
        throw new Error(`{${element.value}} must have the form {${element.value}, number}`);
      }
      return [element.value, 'number'];
    case TYPE.pound:
      if (counted === null) {
        throw new Error('# stands for no number');
      }
      return [counted, 'number'];
    case TYPE.select:
      return [element.value, 'select', forms(element, counted)];
    case TYPE.plural:
      if (element.offset !== 0) {
        throw new Error(`{${element.value}} has an offset`);
      }
      return [
        element.value,
        element.pluralType === 'ordinal' ? 'selectordinal' : 'plural',
        forms(element, element.value),
      ];
    case TYPE.date:
    case TYPE.time:
    case TYPE.tag:
      throw new Error(`{${element.value}}: format dates in code, and use no tags`);
  }
}

function forms({ options }: SelectElement | PluralElement, counted: string | null): Record<string, Message> {
  return Object.fromEntries(
    Object.entries(options).map(([form, { value }]) => [form, partsOf(value, counted)]),
  );
}
