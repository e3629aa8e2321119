import { describe, expect, it } from 'vitest';
import { hrefOf, parseRoute, type Route } from './router.svelte';

describe('an address', () => {
  it('is read as it was written', () => {
    const routes: Route[] = [
      { view: 'lobby' },
      { view: 'history' },
      { view: 'table', tableId: 7 },
      { view: 'verify', round: null },
      { view: 'verify', round: { tableId: 7, shoeNo: 41, roundNo: 3 } },
    ];
    for (const route of routes) {
      expect(parseRoute(hrefOf(route))).toEqual(route);
    }
  });

  it('that names nothing leads to the lobby', () => {
    for (const hash of [
      '',
      '#/nowhere',
      '#/table/',
      '#/table/x',
      '#/verify/7',
      '#/verify/7/41/3/1',
      '#/verify/7/-1/3',
    ]) {
      expect(parseRoute(hash), hash).toEqual({ view: 'lobby' });
    }
  });
});
