// The shoe before the open one is kept in the tab, and only that one.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepEndedShoe, keptEndedShoe } from './ended-shoe';

describe('the shoe before', () => {
  beforeEach(() => {
    const stored = new Map<string, string>();
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    });
  });

  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('comes back for the shoe after it, at its table', () => {
    const shoe = { shoeNo: 3, rounds: ['B', 'Pp', 'T'] };
    keepEndedShoe(7, shoe);
    expect(keptEndedShoe(7, 4)).toEqual(shoe);
    expect(keptEndedShoe(8, 4)).toBeNull();
  });

  it('does not come back for a later shoe', () => {
    keepEndedShoe(7, { shoeNo: 3, rounds: ['B'] });
    expect(keptEndedShoe(7, 5)).toBeNull();
    expect(keptEndedShoe(7, 3)).toBeNull();
  });

  it('is forgotten when it is corrected', () => {
    keepEndedShoe(7, { shoeNo: 3, rounds: ['B'] });
    keepEndedShoe(7, null);
    expect(keptEndedShoe(7, 4)).toBeNull();
  });

  it('is not known where the browser keeps nothing', () => {
    vi.stubGlobal('sessionStorage', undefined);
    keepEndedShoe(7, { shoeNo: 3, rounds: ['B'] });
    expect(keptEndedShoe(7, 4)).toBeNull();
  });
});
