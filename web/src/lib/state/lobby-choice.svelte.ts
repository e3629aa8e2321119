// What the patron chose in the lobby: view, filter, order and favourites, kept by this browser. The text of a search
// is not kept: a search is for once.
import { FLAGS, numbersOf, ORDERS, toggled, type Choice, type Flag, type Order } from './lobby-filter';
import { storage } from './storage';

const VIEW = 'punto.lobby.view';
const ORDER = 'punto.lobby.order';
const FILTER = 'punto.lobby.filter';
const RULES = 'punto.lobby.rules';
const FAVOURITES = 'punto.favourites';

/** How the lobby shows its tables. */
export type View = 'cards' | 'list';

export class LobbyChoice implements Choice {
  #view = $state<View>(storage.get(VIEW) === 'list' ? 'list' : 'cards');
  #order = $state<Order>(ORDERS.find((order) => order === storage.get(ORDER)) ?? 'house');
  #flags = $state.raw<readonly Flag[]>(FLAGS.filter((flag) => words(FILTER).includes(flag)));
  #rules = $state(storage.get(RULES) ?? '');
  #favourites = $state.raw(numbersOf(words(FAVOURITES)));
  search = $state('');

  get view(): View {
    return this.#view;
  }

  set view(view: View) {
    this.#view = view;
    storage.set(VIEW, view);
  }

  get order(): Order {
    return this.#order;
  }

  set order(order: Order) {
    this.#order = order;
    storage.set(ORDER, order);
  }

  get rules(): string {
    return this.#rules;
  }

  set rules(id: string) {
    this.#rules = id;
    storage.set(RULES, id);
  }

  get flags(): readonly Flag[] {
    return this.#flags;
  }

  /** Switches a part of the filter on or off. */
  toggle(flag: Flag): void {
    const isOn = this.#flags.includes(flag);
    this.#setFlags(FLAGS.filter((one) => (one === flag ? !isOn : this.#flags.includes(one))));
  }

  /** Shows all tables again; the order stays. */
  clear(): void {
    this.search = '';
    this.rules = '';
    this.#setFlags([]);
  }

  get favourites(): ReadonlySet<number> {
    return this.#favourites;
  }

  /** Makes a table a favourite, or no longer one. */
  star(tableId: number): void {
    this.#favourites = toggled(this.#favourites, tableId);
    storage.set(FAVOURITES, [...this.#favourites].join(' '));
  }

  #setFlags(flags: readonly Flag[]): void {
    this.#flags = flags;
    storage.set(FILTER, flags.join(' '));
  }
}

function words(key: string): string[] {
  return (storage.get(key) ?? '').split(' ').filter((word) => word !== '');
}
