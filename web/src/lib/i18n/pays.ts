// Says in words on which facts a spot pays which odds. Reads the lines of the paytable; judges none.
import type { PayLine, SpotView } from '$lib/wire/messages';
import { oddsText } from './odds';
import { isKey, listText, t } from './t';

/** The odds of a spot; where they differ by facts, each with what must hold beyond the others: `1:1, half on 6`. */
export function paysText({ pays, shown }: Pick<SpotView, 'pays' | 'shown'>): string {
  const differ = pays.some((line) => line.shown !== pays[0]?.shown);
  if (!differ) {
    return oddsText(shown);
  }
  const shared = (fact: string) => pays.every(({ when }) => when.includes(fact));
  const lines = pays.map((line) => ({ line, own: line.when.filter((fact) => !shared(fact)) }));
  // The line that pays when nothing special holds is judged last and said first.
  lines.sort((one, other) => Number(one.own.length > 0) - Number(other.own.length > 0));
  const isPlain = lines[0]?.own.length === 0;
  return listText(lines.map(({ line, own }) => lineText(line, own, isPlain)));
}

function lineText(line: PayLine, own: readonly string[], isException: boolean): string {
  const [numerator, denominator] = line.odds;
  const isHalf = isException && own.length > 0 && numerator * 2 === denominator && line.shown === '0.5';
  const odds = isHalf ? t('spot.odds.half') : oddsText([line.shown]);
  return own.length === 0 ? odds : t('spot.odds.when', { odds, facts: own.map(factText).join(' ') });
}

/** A fact in words, such as "on 6". */
function factText(fact: string): string {
  const [, name = fact, count = ''] = /^(.+)_(\d+)$/.exec(fact) ?? [];
  const key = `fact.${isKey(`fact.${fact}`) ? fact : name}`;
  return isKey(key) ? t(key as 'fact.banker_total', { count }) : fact.replaceAll('_', ' ');
}
