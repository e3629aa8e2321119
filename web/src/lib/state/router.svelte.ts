// Maps the part of the address after `#` to a view, so that a reload and the back button work.

export type Route =
  | { readonly view: 'lobby' }
  | { readonly view: 'table'; readonly tableId: number }
  | { readonly view: 'history' }
  | { readonly view: 'statement' };

/** Parses an address; unknown addresses give the lobby. */
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

  /** Follows the address; calls `onChange` with the first view and every later one. */
  start(onChange: (route: Route) => void): void {
    const read = () => {
      this.route = parseRoute(location.hash);
      onChange(this.route);
    };
    addEventListener('hashchange', read);
    read();
  }
}
