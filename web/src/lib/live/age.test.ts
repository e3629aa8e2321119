// An age is read at a glance.
import { expect, it } from 'vitest';
import { ageText } from './age';

it('has seconds, minutes, and hours when there are some', () => {
  expect([-5, 42_900, 725_000, 3_727_000].map(ageText)).toEqual(['0:00', '0:42', '12:05', '1:02:07']);
});
