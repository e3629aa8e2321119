// The signs of the sides: which set, and strokes inside their square.
import { describe, expect, it } from 'vitest';
import { glyph } from './glyph';
import { GLYPH_CHOICES, glyphSetOf, readGlyphChoice, signOf, signsOf, type GlyphSet } from './glyph-set';
import { isSign, sign } from './sign';

const SETS: readonly GlyphSet[] = ['latin', 'traditional', 'simplified'];

describe('the set of signs', () => {
  it.each([
    ['en', 'latin'],
    ['ja', 'latin'],
    ['zh', 'simplified'],
    ['zh-Hans', 'simplified'],
    ['zh-CN', 'simplified'],
    ['zh-Hant', 'traditional'],
    ['zh-TW', 'traditional'],
    ['zh-Hant-HK', 'traditional'],
  ])('of a page in %s is %s', (language, set) => {
    expect(glyphSetOf('auto', language)).toBe(set);
  });

  it('is what the patron chose', () => {
    expect(glyphSetOf('latin', 'zh')).toBe('latin');
    expect(glyphSetOf('traditional', 'en')).toBe('traditional');
    expect(GLYPH_CHOICES.map((choice) => readGlyphChoice(choice))).toEqual(GLYPH_CHOICES);
    expect(readGlyphChoice('runes')).toBe('auto');
    expect(readGlyphChoice(null)).toBe('auto');
  });

  it('names Banker first', () => {
    expect(signsOf('latin')).toBe('B P T');
    expect(signsOf('traditional')).toBe('莊 閒 和');
    expect(signsOf('simplified')).toBe('庄 闲 和');
  });

  it.each(SETS)('%s can be drawn', (set) => {
    for (const letter of 'BPT') {
      const text = signOf(letter, set);
      expect(isSign(text) ? sign(text, 0, 0, 10) : glyph(text, 0, 0)).toMatch(/^M/);
    }
  });
});

describe('the strokes of a sign', () => {
  it.each(['莊', '閒', '和', '庄', '闲'])('%s stay in their square', (text) => {
    const box = sign(text, 100, 300, 10);
    let [x, y] = [NaN, NaN];
    for (const [, command, numbers = ''] of box.matchAll(/([MLHVQ])([^MLHVQZ]*)/g)) {
      const at = numbers.split(',').map(Number);
      expect(at.every(Number.isFinite), box).toBe(true);
      x = command === 'V' ? x : (at.at(command === 'H' ? 0 : -2) ?? NaN);
      y = command === 'H' ? y : (at.at(-1) ?? NaN);
      expect(Math.abs(x - 100), box).toBeLessThanOrEqual(5);
      expect(Math.abs(y - 300), box).toBeLessThanOrEqual(5);
    }
  });

  it('are as large as said', () => {
    expect(sign('庄', 0, 0, 20)).toMatch(/^M0\.4,-10V-7\.4M-8,-7\.2H9\.6/);
  });
});
