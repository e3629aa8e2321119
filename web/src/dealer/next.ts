// What the dealer does next: one function from how the table stands to the big line and the steps. Pure; the time is
// passed in. It computes no rule: which card is wanted, the lamp of the device says.
import { slotName } from '$lib/live/words';
import { resultText } from '$lib/state/announce';
import { secondsLeft } from '$lib/state/clock.svelte';
import type { CardSlot, LiveTable, TableView } from '$lib/wire/messages';
import { order, type Choice, type Next, type Screen, type Tone } from './choice';
import { findingNext } from './finding';
import { shownIn } from './places';
import { cutCard, inRound, standUp, turnLine, type Seen } from './seen';
import { t } from './text';

/** What the screen says and offers now. */
export function next(seen: Seen): Next {
  const { live, isLost, self } = seen;
  if (isLost) {
    return says('wait', 'wait', t('line.lost'), t('detail.lost'));
  }
  if (live.dealer !== self) {
    return seatNext(seen);
  }
  if (live.finding !== null) {
    return findingNext(live.finding, { self, names: live.names });
  }
  const wait = live.waits_for ?? '';
  return lags(seen.view, wait) ? roundOverNext() : (WAITS[wait]?.(seen) ?? phaseNext(seen));
}

/** Whether the public state still shows the cards of a round that is over by what the table waits for. */
function lags(view: TableView | null, wait: string): boolean {
  const isDealt = view?.phase.name === 'closed' || view?.phase.name === 'dealing';
  return isDealt && ['start', 'hold', 'shoe', 'recording'].includes(wait);
}

/** What the dealer at the table may do at any time, beside the steps: call a supervisor, and hold the table. */
export function standing({ live, self, isLost }: Seen): readonly Choice[] {
  if (isLost || live.dealer !== self) {
    return [];
  }
  const { call, held } = live;
  return [
    order('c', t(call === null ? 'do.call' : 'do.end_call'), { type: call === null ? 'call' : 'end_call' }),
    order('p', t(held ? 'do.end_hold' : 'do.hold'), { type: held ? 'end_hold' : 'hold' }),
  ];
}

/** How late the card is that the table waits for: not, so that the dealer is reminded, or so that a supervisor is called. */
export function lateness({ card }: LiveTable, now: number): 'none' | 'reminded' | 'called' {
  if (card === null || now < card.reminds_at) {
    return 'none';
  }
  return now < card.calls_at ? 'reminded' : 'called';
}

type Says = (seen: Seen) => Next;

/** What the dealer does while the table waits for this. For anything else the phase says it. */
const WAITS: Readonly<Record<string, Says>> = {
  recording: recordingNext,
  device: deviceNext,
  shoe: shoeNext,
  burn: burnNext,
  supervisor: supervisorNext,
  hold: holdNext,
  start: startNext,
  squeeze: squeezeNext,
  card: cardNext,
};

function says(
  screen: Screen,
  tone: Tone,
  line: string,
  detail: string,
  choices: readonly Choice[] = [],
): Next {
  return { screen, tone, line, detail, choices };
}

function seatNext({ live, view, self }: Seen): Next {
  const step = order('', t('do.sit_down'), { type: 'sit_down' }, { isStep: true });
  if (live.dealer === null) {
    return inRound(view)
      ? says('seat', 'stop', t('line.supervisor'), t('detail.no_dealer.round'))
      : says('seat', 'do', t('line.sit_down'), t('detail.sit_down'), [step]);
  }
  const name = live.names[live.dealer] ?? String(live.dealer);
  if (live.relief === self) {
    const goes = order('h', t('do.no_relief'), { type: 'stand_up' });
    const line = t('line.relief', { name: name.toUpperCase() });
    return says('seat', 'wait', line, t('detail.relief', { name }), [goes]);
  }
  const relieve = order('', t('do.relieve'), { type: 'sit_down' }, { isStep: true });
  return says('seat', 'wait', t('line.taken', { name: name.toUpperCase() }), t('detail.taken'), [relieve]);
}

function deviceNext(seen: Seen): Next {
  const { view } = seen;
  const detail = t(view?.phase.name === 'betting' ? 'detail.bets' : 'detail.device');
  return says('wait', 'stop', t('line.device'), detail, inRound(view) ? [] : [standUp(seen)]);
}

/** The result that is still shown; null when its time is over. */
function resultNext(seen: Seen): Next | null {
  const { view, now } = seen;
  if (view?.phase.name !== 'settled' || view.result === null || view.phase.next_at <= now) {
    return null;
  }
  const { result } = view;
  const line = t('line.result', { result: resultText(result).toUpperCase() });
  const seconds = secondsLeft(view.phase.next_at, now);
  const early = turnLine(seen) ?? t('detail.start.early', { seconds });
  const detail = result.name === 'voided' ? t('detail.void') : early;
  return says('settled', 'do', line, detail, [...cutCard(view), standUp(seen)]);
}

function shoeNext(seen: Seen): Next {
  const { live } = seen;
  const result = resultNext(seen);
  if (result !== null) {
    return result;
  }
  if (live.gate.open && live.gate.why === 'settled') {
    const sure = t('sure.count_out');
    const step = order('', t('do.count_out'), { type: 'count_out' }, { isStep: true, sure });
    return says('shoe', 'do', t('line.count_out'), t('detail.count_out'), [step]);
  }
  if (live.shoe === null) {
    return says('shoe', 'do', t('line.load'), t('detail.load'), [standUp(seen)]);
  }
  const { shoe } = live;
  const open = order('', t('do.open', { shoe }), { type: 'open_shoe' }, { isStep: true });
  return live.fresh
    ? says('shoe', 'do', t('line.open', { shoe }), t('detail.open'), [open, standUp(seen)])
    : says('shoe', 'do', t('line.load'), t('detail.load.over', { shoe }), [standUp(seen)]);
}

function burnNext({ live: { burn, relief, names } }: Seen): Next {
  if (burn === null) {
    const name = relief === null ? '' : (names[relief] ?? String(relief));
    return says('burn', 'do', t('line.burn.one'), t('detail.burn.one', { name }));
  }
  if (burn.cards === null) {
    return says('burn', 'do', t('line.burn.first'), t('detail.burn.first'));
  }
  const { passed, cards } = burn;
  const line = t('line.burn', { left: Math.max(0, cards - passed) });
  return says('burn', 'do', line, t('detail.burn', { passed, cards }));
}

/** Why the table begins no round; null when it does. */
function notOpenNext(seen: Seen): Next | null {
  const { status } = seen.live;
  if (status === 'open') {
    return null;
  }
  const isClosed = status === 'closed';
  const line = t(isClosed ? 'line.closed' : 'line.halted');
  return says('halted', 'wait', line, t(isClosed ? 'detail.closed' : 'detail.halted'), [standUp(seen)]);
}

/** The table is to be recorded, and is not. It goes on by itself, or a supervisor allows rounds without. A burn goes on. */
function recordingNext(seen: Seen): Next {
  const { call, gate } = seen.live;
  if (gate.open && gate.why === 'burn') {
    return burnNext(seen);
  }
  const detail = t(call === null ? 'detail.recording' : 'detail.recording.called');
  const lost = () => says('wait', 'stop', t('line.recording'), detail, [standUp(seen)]);
  return resultNext(seen) ?? notOpenNext(seen) ?? lost();
}

/** A supervisor is called: by the dealer, or because so many readings wait. */
function supervisorNext(seen: Seen): Next {
  const { live } = seen;
  if (live.call === null) {
    return says('wait', 'stop', t('line.supervisor'), t('detail.supervisor', { count: live.waiting }));
  }
  return resultNext(seen) ?? says('wait', 'stop', t('line.called'), t('detail.called'), [standUp(seen)]);
}

function starts(): Choice {
  return order('', t('do.start'), { type: 'start_betting' }, { isStep: true });
}

/** The dealer holds the table: a round begins when they say so. */
function holdNext(seen: Seen): Next {
  const { view } = seen;
  const held = () =>
    says('halted', 'wait', t('line.held'), t('detail.held'), [starts(), ...cutCard(view), standUp(seen)]);
  return resultNext(seen) ?? notOpenNext(seen) ?? held();
}

function roundOverNext(): Next {
  return says('deal', 'wait', t('line.round_over'), t('detail.round_over'));
}

function startNext(seen: Seen): Next {
  const before = resultNext(seen) ?? notOpenNext(seen);
  if (before !== null) {
    return before;
  }
  const { view } = seen;
  const step = starts();
  const detail = t(view?.shoe.cut_card_out === true ? 'detail.start.cut' : 'detail.start');
  return says('settled', 'do', t('line.start'), detail, [step, ...cutCard(view), standUp(seen)]);
}

/** Patrons turn the cards that lie face down. */
function squeezeNext(seen: Seen): Next {
  const turn = turnLine(seen);
  const choices = [...misread(seen.view), ...cutCard(seen.view)];
  return turn === null
    ? says('deal', 'wait', t('line.squeeze'), t('detail.squeeze'), choices)
    : says('deal', 'do', turn, t('detail.squeeze'), choices);
}

/** Says that a card was misread, if one is shown. */
function misread(view: TableView | null): readonly Choice[] {
  const isShown = view !== null && shownIn(view.cards).length > 0;
  return isShown
    ? [{ key: 'm', label: t('do.misread'), deed: { kind: 'slot' }, isStep: false, sure: '' }]
    : [];
}

function cardNext(seen: Seen): Next {
  const { live, view, now } = seen;
  const { gate } = live;
  if (gate.slot === null) {
    return says('deal', 'wait', t('line.no_more_bets'), t('detail.no_more_bets'));
  }
  const choices = [...misread(view), ...cutCard(view)];
  const late = lateness(live, now);
  const line = cardLine(gate.slot);
  const turn = turnLine(seen);
  if (turn !== null && late === 'none') {
    return says('deal', 'do', turn, t('detail.turn', { line }), choices);
  }
  const detail = { none: t('detail.card'), reminded: t('detail.card.late'), called: t('detail.card.called') };
  return says('deal', late === 'none' ? 'do' : 'stop', line, detail[late], choices);
}

function cardLine(place: CardSlot): string {
  const slot = slotName(place).toUpperCase();
  if (place !== 'P3' && place !== 'B3') {
    return t('line.card', { slot });
  }
  return t('line.third', { side: slot.split(' ')[0] ?? '', slot });
}

/** The table waits for the clock. */
function phaseNext(seen: Seen): Next {
  const { view, now } = seen;
  switch (view?.phase.name) {
    case 'betting':
      return bettingNext(view, secondsLeft(view.phase.closes_at, now));
    case 'closed':
    case 'dealing':
      return says('deal', 'wait', t('line.no_more_bets'), t('detail.no_more_bets'));
    case 'settled':
    case 'shuffling':
    case undefined:
      return resultNext(seen) ?? notOpenNext(seen) ?? says('wait', 'wait', t('line.wait'), '');
  }
}

function bettingNext(view: TableView, seconds: number): Next {
  if (seconds === 0) {
    return says('betting', 'wait', t('line.no_more_bets'), t('detail.no_more_bets'));
  }
  const line = t(view.shoe.last_round ? 'line.bets.last' : 'line.bets', { seconds });
  return says('betting', 'wait', line, t('detail.bets'), cutCard(view));
}
