// Whom somebody invites: numbers and nicknames, each once.
import { expect, it } from 'vitest';
import { patronNames } from './door';

it('reads numbers and nicknames with commas or lines between them', () => {
  expect(patronNames(' Kestrel, 17\nBen 2 ;Kestrel,, ')).toEqual(['Kestrel', 17, 'Ben 2']);
  expect(patronNames(' , ')).toEqual([]);
});
