// Says facts and payouts in words. Reads the lines of a paytable; judges none.
import { oddsText } from '$lib/i18n/odds';
import { chosen, t } from '$lib/i18n/t';
import type { PayLine, SpotView } from '$lib/wire/messages';

type Paytable = Pick<SpotView, 'pays' | 'shown'>;

/** What a spot pays and on which facts: `1:1, half when Banker wins with 6`. */
export function payoutText({ pays, shown }: Paytable): string {
  if (!isConditional({ pays })) {
    return oddsText(shown);
  }
  const plain = plainLine(pays);
  const special = pays.filter((line) => line !== plain).map((line) => conditional(line, plain));
  const parts = plain === undefined ? special : [oddsText([plain.shown]), ...special];
  return joined(parts, (first, second) => t('rules.bets.pays.more', { first, second }));
}

/** Whether a spot pays different odds on different facts. */
export function isConditional({ pays }: Pick<Paytable, 'pays'>): boolean {
  return pays.some((line) => line.shown !== pays[0]?.shown);
}

/** The odds of a spot when nothing special holds; all of them when it pays on special facts only. */
export function mainOdds({ pays, shown }: Paytable): string {
  const plain = isConditional({ pays }) ? plainLine(pays) : undefined;
  return oddsText(plain === undefined ? shown : [plain.shown]);
}

/** The line with no facts beyond those that all lines share. */
function plainLine(pays: readonly PayLine[]): PayLine | undefined {
  const shared = (fact: string) => pays.every(({ when }) => when.includes(fact));
  return pays.find(({ when }) => when.every(shared));
}

/** Whether a spot pays less than even money whenever it wins: a commission is taken from its wins. */
export function hasCommission({ pays }: Pick<SpotView, 'pays'>): boolean {
  return pays.length === 1 && pays.every(({ odds: [numerator, denominator] }) => numerator < denominator);
}

/** One line with its condition; beside even money, a half is said as such. */
function conditional(line: PayLine, plain: PayLine | undefined): string {
  const [numerator, denominator] = line.odds;
  const isEven = plain !== undefined && plain.odds[0] === plain.odds[1];
  const isHalf = isEven && line.shown === '0.5' && numerator * 2 === denominator;
  const odds = isHalf ? t('rules.bets.pays.half') : oddsText([line.shown]);
  return t('rules.bets.pays.when', { odds, facts: factsText(line.when) });
}

/** Facts that hold together, in words: "Banker wins with 6 on two cards". */
export function factsText(facts: readonly string[]): string {
  const known = facts.map((fact) => /^(.+?)(?:_(\d+))?$/.exec(fact) ?? [fact, fact]);
  const count = known.map(([, , number]) => number).find((number) => number !== undefined) ?? '';
  const names = known.map(([, name]) => name ?? '').join('_and_');
  const together = chosen(`rules.facts.${names}`, { count });
  if (together !== null) {
    return together;
  }
  const each = facts.map((fact, idx) => {
    const [, name = fact, number = ''] = known[idx] ?? [];
    return chosen(`rules.facts.${name}`, { count: number }) ?? fact.replaceAll('_', ' ');
  });
  return joined(each, (first, second) => t('rules.facts.and', { first, second }));
}

function joined(parts: readonly string[], join: (first: string, second: string) => string): string {
  return parts.reduce((first, second) => (first === '' ? second : join(first, second)), '');
}

/** On which facts the stake of a spot goes back; empty when on none. */
export function pushSentences({ push }: Pick<SpotView, 'push'>): string[] {
  return push.map((facts) => t('rules.bets.push', { facts: factsText(facts) }));
}
