// Messages are compiled before the page is built, and filled in by the reader's rules.
import { afterEach, describe, expect, expectTypeOf, it } from 'vitest';
import { compile } from '../../../build/compile';
import { reader } from './locale';
import { fill, type Values, type ValuesOf } from './message';

afterEach(() => {
  reader.language = 'en';
  reader.locale = undefined;
});

function say(source: string, values: Values, language = 'en'): string {
  reader.language = language;
  reader.locale = language;
  return fill(compile(source), values);
}

describe('a message', () => {
  it('stays a text when it has plain placeholders only', () => {
    expect(compile('Round {round} of {table}')).toBe('Round {round} of {table}');
    expect(say('Round {round} of {table}', { round: 7, table: '{round}' })).toBe('Round 7 of {round}');
  });

  it.each([
    [0, 'en', '0 rounds'],
    [1, 'en', '1 round'],
    [1_200, 'en', '1,200 rounds'],
    [1, 'es', '1 round'],
    [1_200_000, 'es', '1.200.000 rounds'],
    [1, 'th', '1 rounds'],
  ])('has %d rounds in %s as %s', (count, language, text) => {
    expect(say('{count, plural, one {# round} other {# rounds}}', { count }, language)).toBe(text);
  });

  it('has a form for one exact number', () => {
    const source = '{count, plural, =0 {none} one {# card} other {# cards}} left';
    expect([0, 1, 2].map((count) => say(source, { count }))).toEqual([
      'none left',
      '1 card left',
      '2 cards left',
    ]);
  });

  it('selects by a word, and falls back to the other form', () => {
    const source = 'bets {period, select, day {a day} other {a round}}';
    expect(say(source, { period: 'day' })).toBe('bets a day');
    expect(say(source, { period: 'constructor' })).toBe('bets a round');
  });

  it('counts in order, and fills in what lies within a form', () => {
    const source = '{place, selectordinal, one {#st} two {#nd} few {#rd} other {#th}} of {all, number}';
    expect(say(source, { place: 22, all: 1_000 })).toBe('22nd of 1,000');
    const nested = '{count, plural, one {{name} has # chip} other {{name} has # chips}}';
    expect(say(nested, { count: 2, name: 'Ann' })).toBe('Ann has 2 chips');
  });

  it.each([
    '{at, date}',
    '{count, plural, one {#}}',
    '{count, plural, offset:1 one {#} other {#}}',
    '{share, number, percent}',
    "a '{brace}'",
    '{open',
  ])('is refused at build time: %s', (source) => {
    expect(() => compile(source)).toThrow();
  });

  it('tells the compiler which values it needs', () => {
    type Plural = ValuesOf<'{a}, {n, plural, one {{b} #} other {{c, number}}} {s, select, x {y} other {z}}'>;
    expectTypeOf<Plural>().toEqualTypeOf<{
      a: string | number;
      n: number;
      b: string | number;
      c: number;
      s: string;
    }>();
    expectTypeOf<keyof ValuesOf<'no values'>>().toEqualTypeOf<never>();
  });
});
