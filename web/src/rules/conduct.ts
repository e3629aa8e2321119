// How a table is run, as sentences that the data of its house rules choose. Decides nothing.
import { reader } from '$lib/i18n/locale';
import { chosen, named, t } from '$lib/i18n/t';
import { formatMinor, formatShare } from '$lib/money/money';
import type { RulesView, TableView } from '$lib/wire/messages';
import type { RulesDocument } from './document';

/** A matter of the rules: its name and what the rules say about it. */
export interface Matter {
  readonly name: string;
  readonly sentences: readonly string[];
}

/** All matters on which the rules say something this page has words for. */
export function matters(
  document: RulesDocument,
  { rules, shoe: { size }, ante, decimals }: Pick<TableView, 'rules' | 'shoe' | 'ante' | 'decimals'>,
): Matter[] {
  const said = (key: string, place: string) => chosen(`rules.table.${key}.${document.word(place)}`);
  const all: [name: string, sentences: (string | null)[]][] = [
    [t('rules.table.shoe'), [shoe(document, size)]],
    [t('rules.table.burn'), [burn(document)]],
    [t('rules.table.shoe_end'), [shoeEnd(document)]],
    [t('rules.table.closing'), closing(rules)],
    [t('rules.table.opposing'), [chosen(`rules.opposing.${document.word('conduct.player_and_banker')}`)]],
    [
      t('rules.table.leaving'),
      [
        said('leaving', 'conduct.leaving_while_betting'),
        said('leaving_later', 'conduct.leaving_later'),
        t('rules.table.leaving.line'),
      ],
    ],
    [t('rules.table.unreadable'), [said('unreadable', 'conduct.unreadable_card')]],
    [t('rules.table.wrong'), [said('wrong', 'conduct.wrong_result')]],
    [t('rules.table.void'), [t('rules.table.void.text')]],
    [t('rules.table.interrupted'), [said('interrupted', 'conduct.interrupted_round')]],
    [t('rules.table.entry'), [entry(ante, decimals)]],
    [t('rules.table.range'), [said('range', 'conduct.stake_range')]],
    [t('rules.table.bonus'), [bonus(rules)]],
    [t('rules.table.rounding'), [said('rounding', 'odds.rounding')]],
    [t('rules.table.odds'), [said('odds', 'odds.shown')]],
    [t('rules.table.roads'), [chosen(`rules.roads.${document.word('roads.window')}`)]],
  ];
  return all
    .map(([name, sentences]) => ({ name, sentences: sentences.filter((one) => one !== null) }))
    .filter(({ sentences }) => sentences.length > 0);
}

/** What a patron must have to sit down, as the table says it. */
function entry(ante: number, decimals: number): string {
  return ante > 0
    ? t('rules.table.entry.amount', { amount: formatMinor(ante, decimals) })
    : t('rules.table.entry.none');
}

function shoe(document: RulesDocument, cards: number): string | null {
  const decks = document.number('decks.count');
  return decks === null ? null : t('rules.table.shoe.text', { decks, cards });
}

function burn(document: RulesDocument): string | null {
  const count = document.number('burn.count') ?? '';
  const zero_card = document.number('burn.zero_card') ?? '';
  return chosen(`rules.table.burn.${document.word('burn.kind')}`, { count, zero_card });
}

function shoeEnd(document: RulesDocument): string | null {
  const more_rounds = document.number('shoe_end.more_rounds') ?? 0;
  const values = {
    more_rounds,
    rounds: document.number('shoe_end.rounds') ?? '',
    from_end: document.number('shoe_end.from_end') ?? '',
  };
  const kind = document.word('shoe_end.kind');
  const form = ['last', 'one'][more_rounds] ?? 'more';
  return (
    chosen(`rules.table.shoe_end.${kind}`, values) ?? chosen(`rules.table.shoe_end.${kind}.${form}`, values)
  );
}

/** From which round on which spots are closed, one sentence for each such round. */
function closing({ spots }: RulesView): string[] {
  const rounds = [...new Set(spots.map((spot) => spot.closed_from_round))].filter((round) => round !== null);
  return rounds.map((round) => {
    const names = spots
      .filter((spot) => spot.closed_from_round === round)
      .map((spot) => named('spot', spot.spot, spot.title));
    return t('rules.table.closing.text', { spots: new Intl.ListFormat(reader.locale).format(names), round });
  });
}

function bonus({ bonus_money: rule }: RulesView): string | null {
  return rule === null
    ? null
    : t('rules.bonus', {
        share: formatShare(rule.stake_share),
        chance: formatShare(rule.win_chance),
      });
}

/** A row of the drawing table: a total, and what is drawn on it. */
export interface DrawRow {
  readonly total: string;
  readonly does: string;
}

/** The rows of a drawing table that the rules name, for one side; none when this page does not know it. */
export function drawRows(tableau: string, side: 'player' | 'banker'): DrawRow[] {
  const rows: DrawRow[] = [];
  for (let no = 1; ; no += 1) {
    const total = chosen(`rules.draw.${tableau}.${side}.${String(no)}`);
    const does = chosen(`rules.draw.${tableau}.${side}.${String(no)}.does`);
    if (total === null || does === null) {
      return rows;
    }
    rows.push({ total, does });
  }
}
