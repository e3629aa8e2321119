// The signs of Banker, Player and tie on the roads, which a patron chooses. Unless they do, the page's language does.

/** A set of signs. */
export type GlyphSet = 'latin' | 'traditional' | 'simplified';
/** What a patron chooses: a set, or the one of the page's language. */
export type GlyphChoice = 'auto' | GlyphSet;

export const GLYPH_CHOICES: readonly GlyphChoice[] = ['auto', 'latin', 'traditional', 'simplified'];

const SIGNS: Readonly<Record<GlyphSet, Readonly<Record<string, string>>>> = {
  latin: { B: 'B', P: 'P', T: 'T' },
  traditional: { B: '莊', P: '閒', T: '和' },
  simplified: { B: '庄', P: '闲', T: '和' },
};

/** The sign of a bead's first letter. */
export function signOf(letter: string, set: GlyphSet): string {
  return SIGNS[set][letter] ?? letter;
}

/** The three signs of a set, Banker first. */
export function signsOf(set: GlyphSet): string {
  return Object.values(SIGNS[set]).join(' ');
}

/** The set that the page draws, `language` being the tag of its language. */
export function glyphSetOf(choice: GlyphChoice, language: string): GlyphSet {
  if (choice !== 'auto') {
    return choice;
  }
  if (!/^zh\b/i.test(language)) {
    return 'latin';
  }
  return /hant|-(tw|hk|mo)\b/i.test(language) ? 'traditional' : 'simplified';
}

/** A stored choice; the page's language decides where it is none. */
export function readGlyphChoice(stored: string | null): GlyphChoice {
  return GLYPH_CHOICES.find((choice) => choice === stored) ?? 'auto';
}
