// What a table with a dealer waits for, in words for patrons. Pure.
import { t } from '../i18n/t';
import type { LiveView, TableView } from '../wire/messages';

/** The text of each finding. For a finding that is not listed, patrons read that the pit boss looks at the table. */
const FINDINGS = {
  unreadable: 'finding.unread',
  missed_card: 'finding.unread',
  read_twice: 'finding.check',
  out_of_turn: 'finding.check',
  too_many_copies: 'finding.impossible',
  foreign_card: 'finding.impossible',
  spare_card: 'finding.spare',
  early_card: 'finding.early',
  burn_forgotten: 'finding.burn',
  wrong_shoe: 'finding.shoe',
  misread: 'finding.misread',
  late_reading: 'finding.late',
} as const;

const WAITS = {
  recording: 'live.recording',
  device: 'live.device',
  dealer: 'live.dealer',
  shoe: 'live.shoe',
  burn: 'live.burn',
  hold: 'live.hold',
  start: 'live.start',
  supervisor: 'live.supervisor',
} as const;

/** Whether a table with a dealer waits for people, so that its phase alone would not say why nothing happens. */
export function standsStill(live: LiveView | undefined, phase: TableView['phase']): boolean {
  const wait = live?.waits_for ?? null;
  return (
    phase.name !== 'betting' && wait !== null && wait !== 'card' && wait !== 'start' && wait !== 'squeeze'
  );
}

/** Whether such a table still waits when a result has been shown for its time, so that it is no news any more. */
export function outlastsResult(live: LiveView | undefined, phase: TableView['phase'], now: number): boolean {
  return standsStill(live, phase) && (phase.name !== 'settled' || now >= phase.next_at);
}

/**
 * What a patron reads of a table with a dealer; null where the phase says it all. A result is shown for its time before
 * somebody is said to begin the next round.
 */
export function waitText(live: LiveView | undefined, phase: TableView['phase'], now: number): string | null {
  if (live === undefined) {
    return null;
  }
  const wait = live.waits_for;
  if (wait === 'finding') {
    const code = live.finding ?? '';
    return t(code in FINDINGS ? FINDINGS[code as keyof typeof FINDINGS] : 'live.supervisor');
  }
  const follows = wait === 'start' || wait === 'hold' || wait === 'recording';
  // The cards that the page still shows may be older than what the table waits for.
  const shows = follows && (phase.name === 'settled' ? now < phase.next_at : phase.name !== 'shuffling');
  if (wait !== null && wait in WAITS && !shows) {
    return t(WAITS[wait as keyof typeof WAITS]);
  }
  return live.free_round ? t('live.free_round') : null;
}
