// Refusals in words for staff: amounts in the currency of the request, fields by the names that the console shows.
import { expect, it } from 'vitest';
import { explain } from './explain';

const refusal = (code: string, more = {}) => ({ code, message: 'The server said it.', ...more });

it.each([
  [{ code: 'YEN', decimals: 0 }, '1,234 YEN'],
  [{ code: 'PLAY', decimals: 2 }, '12.34 PLAY'],
  [{ code: 'BHD', decimals: 3 }, '1.234 BHD'],
])('the room below a limit has the decimals of %o', (currency, amount) => {
  expect(explain(refusal('above_limit', { limit: 1_234 }), currency)).toContain(
    `adjust ${amount} more alone`,
  );
  expect(explain(refusal('not_so_much', { limit: 1_234 }), currency)).toContain(`only ${amount}`);
});

it('an amount in a currency that is not known is left out', () => {
  expect(explain(refusal('above_limit', { limit: 1_234 }))).not.toMatch(/\d/);
});

it('names fields as the console shows them', () => {
  const fields = { 'limits.tie': 'the least is above the largest', password: 'it is too easy' };
  expect(explain(refusal('bad_settings', { fields }))).toBe(
    'Tie, minimum and maximum: the least is above the largest. Password: it is too easy.',
  );
});

it('leaves to the server what it has no words for', () => {
  expect(explain(refusal('code_of_tomorrow'))).toBe('The server said it.');
});
