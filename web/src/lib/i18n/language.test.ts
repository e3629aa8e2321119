// The language of the page follows the reader's browser until they choose one.
import { afterEach, describe, expect, it } from 'vitest';
import { storage } from '../state/storage';
import { LANGUAGES, localeOf, prefer, preferred } from './language';

afterEach(() => {
  storage.remove('punto.language');
});

describe('the language of the page', () => {
  it.each([
    [['zh-HK', 'en'], 'zh-Hant'],
    [['zh-TW'], 'zh-Hant'],
    [['zh-CN'], 'zh-Hans'],
    [['zh'], 'zh-Hans'],
    [['pt-PT'], 'pt-BR'],
    [['es-419'], 'es'],
    [['de-DE', 'ja-JP', 'en'], 'ja'],
    [['sr-Latn', 'de'], 'en'],
    [['no tag', 'th'], 'th'],
    [[], 'en'],
  ])('is of the browser’s %j: %s', (browser, language) => {
    expect(preferred(browser)).toBe(language);
  });

  it('is the one that the reader chose, on every later visit', () => {
    prefer('ko');
    expect(preferred(['es'])).toBe('ko');
  });

  it('is ignored when it is not one of the page’s', () => {
    storage.set('punto.language', 'xx');
    expect(preferred(['es'])).toBe('es');
  });

  it('comes with the numbers and times of the reader’s country, where the browser names it', () => {
    expect(localeOf('en', ['de-DE', 'en-GB'])).toBe('en-GB');
    expect(localeOf('zh-Hant', ['zh-CN', 'zh-HK'])).toBe('zh-HK');
    expect(localeOf('ja', ['de-DE', 'en-GB'])).toBe('ja');
  });

  it.each(LANGUAGES)('$tag has numbers and plural rules of its own in the browser', ({ tag }) => {
    expect(Intl.NumberFormat.supportedLocalesOf(tag)).toEqual([tag]);
    expect(Intl.PluralRules.supportedLocalesOf(tag)).toEqual([tag]);
  });
});
