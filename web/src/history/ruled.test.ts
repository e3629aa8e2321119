// Which cards a corrected round of a live table names.
import { describe, expect, it } from 'vitest';
import { ruledText } from './ruled';

describe('what was ruled', () => {
  it('names the cards that differ, and nothing where nothing was ruled', () => {
    expect(ruledText([], ['9h', 'Kd', 'Ks', '7c'])).toBeNull();
    expect(ruledText(['6h', 'Kd', 'Ks', '7c'], ['9h', 'Kd', 'Ks', '7c'])).toEqual({
      read: '6 of hearts',
      ruled: '9 of hearts',
    });
  });

  it('names all cards where one side has more', () => {
    const text = ruledText(['5h', 'Kd', 'Ks', '7c', '2d'], ['9h', 'Kd', 'Ks', '7c']);
    expect(text?.read.split(', ')).toHaveLength(5);
    expect(text?.ruled.split(', ')).toHaveLength(4);
  });
});
