// Which view the address names. The part after `#` is all there is to it, so a reload and the back button work.

export type Route =
  | { readonly view: 'lobby' }
  | { readonly view: 'table'; readonly tableId: number }
  | { readonly view: 'history' }
  | { readonly view: 'statement' };

/** The view of an address; the lobby for any that is none. */
export function parseRoute(hash: string): Route {
  const table = /^#\/table\/(\d{1,9})$/.exec(hash);
  if (table?.[1] !== undefined) {
    return { view: 'table', tableId: Number(table[1]) };
  }
  switch (hash) {
    case '#/history':
      return { view: 'history' };
    case '#/statement':
      return { view: 'statement' };
    default:
      return { view: 'lobby' };
  }
}

/** The address of a view. */
export function hrefOf(route: Route): string {
  switch (route.view) {
    case 'table':
      return `#/table/${String(route.tableId)}`;
    case 'history':
      return '#/history';
    case 'statement':
      return '#/statement';
    case 'lobby':
      return '#/';
  }
}

export class Router {
  route = $state.raw<Route>({ view: 'lobby' });

  /** Follows the address from now on; `changed` is told of every view, the first included. */
  start(changed: (route: Route) => void): void {
    const read = () => {
      this.route = parseRoute(location.hash);
      changed(this.route);
    };
    addEventListener('hashchange', read);
    read();
  }
}
