// What the command bar offers for what somebody types: tables, sections, a round, a patron. Pure.
import { href, type BarSection } from './state/address';
import { t } from './text';

export interface Command {
  readonly id: string;
  readonly label: string;
  /** What kind of thing it leads to. */
  readonly kind: string;
  readonly href: string;
}

export interface Known {
  readonly tables: readonly { readonly table_id: number; readonly name: string }[];
  readonly sections: readonly BarSection[];
}

const MOST = 9;

/** The commands for a text, the closest first; with no text, the sections and tables. */
export function commands(text: string, { tables, sections: offered }: Known): Command[] {
  const typed = text.trim().toLowerCase();
  const sections = offered.map((section) => ({
    id: `section-${section}`,
    label: t(`section.${section}`),
    kind: t('command.section'),
    href: href(section),
  }));
  const floor = tables.map(({ table_id, name }) => ({
    id: `table-${String(table_id)}`,
    label: t('command.table', { name, number: table_id }),
    kind: t('command.table.kind'),
    href: href('tables', [table_id]),
  }));
  const named = [...floor, ...sections]
    .map((command) => ({ command, rank: rank(command.label.toLowerCase(), typed) }))
    .filter((one) => one.rank > 0)
    .toSorted((one, other) => other.rank - one.rank)
    .map(({ command }) => command);
  return [...byNumber(typed), ...named, ...byName(typed)].slice(0, MOST);
}

/** How well a label fits: its beginning, the beginning of a word, anywhere; 0 when it does not. */
function rank(label: string, typed: string): number {
  if (label.startsWith(typed)) {
    return 3;
  }
  return label.includes(` ${typed}`) ? 2 : label.includes(typed) ? 1 : 0;
}

/** `1/4/12` is a round, and a number may be that of a patron. */
function byNumber(typed: string): Command[] {
  const round = /^(\d{1,6})[/. ](\d{1,9})[/. ](\d{1,9})$/.exec(typed);
  if (round !== null) {
    const [, table = '', shoe = '', no = ''] = round;
    const label = t('command.round', { table, shoe, round: no });
    return [{ id: 'round', label, kind: t('command.round.kind'), href: href('rounds', [table, shoe, no]) }];
  }
  if (/^\d{1,9}$/.test(typed)) {
    const label = t('command.patron', { number: typed });
    return [{ id: 'patron', label, kind: t('command.patron.kind'), href: href('patrons', [typed]) }];
  }
  return [];
}

/** Letters may be the beginning of a patron's nickname. */
function byName(typed: string): Command[] {
  if (!/^\p{L}[\p{L}\p{N} ._'-]+$/u.test(typed)) {
    return [];
  }
  const label = t('command.search', { name: typed });
  const address = href('patrons', [], { name: typed });
  return [{ id: 'search', label, kind: t('command.patron.kind'), href: address }];
}
