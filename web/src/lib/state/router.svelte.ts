// Maps the part of the address after `#` to a view, so that a reload and the back button work.

/** A view without anything else in its address. */
export type PlainView = (typeof PLAIN_VIEWS)[number];

/** A round of a table, by its numbers. */
export interface RoundPlace {
  readonly tableId: number;
  readonly shoeNo: number;
  readonly roundNo: number;
}

export type Route =
  | { readonly view: 'lobby' }
  | { readonly view: 'table'; readonly tableId: number }
  /** The check of proof files, of a round of the patron or of what they drop there. */
  | { readonly view: 'verify'; readonly round: RoundPlace | null }
  | { readonly view: PlainView };

const PLAIN_VIEWS = [
  'balance',
  'history',
  'statement',
  'limits',
  'account',
  'preferences',
  'staff',
  'enrol',
] as const;

/** Parses an address; unknown addresses give the lobby. */
export function parseRoute(hash: string): Route {
  const table = /^#\/table\/(\d{1,9})$/.exec(hash);
  if (table?.[1] !== undefined) {
    return { view: 'table', tableId: Number(table[1]) };
  }
  if (hash === '#/verify') {
    return { view: 'verify', round: null };
  }
  const round = /^#\/verify\/(\d{1,9})\/(\d{1,9})\/(\d{1,5})$/.exec(hash);
  if (round !== null) {
    const [tableId = 0, shoeNo = 0, roundNo = 0] = round.slice(1).map(Number);
    return { view: 'verify', round: { tableId, shoeNo, roundNo } };
  }
  const view = PLAIN_VIEWS.find((name) => hash === `#/${name}`);
  return { view: view ?? 'lobby' };
}

/** The address of a view. */
export function hrefOf(route: Route): string {
  switch (route.view) {
    case 'table':
      return `#/table/${String(route.tableId)}`;
    case 'lobby':
      return '#/';
    case 'verify': {
      const place =
        route.round === null ? [] : [route.round.tableId, route.round.shoeNo, route.round.roundNo];
      return ['#/verify', ...place.map(String)].join('/');
    }
    default:
      return `#/${route.view}`;
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
