// The texts of the checks of a table in play, in English. The lines of the checks are the program's own.

export const texts = {
  'watch.mark.checked': 'Checked',
  'watch.mark.waiting': 'Checking',
  'watch.mark.no_proof': 'No proof',
  'watch.mark.live': 'Proof at the end',
  'watch.mark.failed': 'Check failed',
  'watch.mark.missing': 'Not checked here',
  'watch.cards': '{count, plural, one {# card checked} other {# cards checked}}',
  'watch.title': 'Checks of this shoe',
  'watch.intro':
    'This device checks every card at the moment it is shown, and sends no result. While you have a seat, it sends a random number of yours for each new shoe.',
  'watch.waiting': 'Nothing is wrong so far. The order is not sealed yet, or something is on its way.',
  'watch.verdict':
    '{cards, plural, =0 {Checked: the order is sealed, and no card was shown yet.} one {Checked: # card, the next of the sealed order.} other {Checked: # cards, each the next of the sealed order.}}',
  'watch.verdict.bets':
    '{cards, plural, =0 {Checked: the order is sealed, and no card was shown yet;} one {Checked: # card, the next of the sealed order;} other {Checked: # cards, each the next of the sealed order;}} {rounds, plural, one {your bets of # round fixed before its first card.} other {your bets of # rounds fixed before their first card.}}',
  'watch.open': 'Not checked, and why',
  'watch.number': 'Your number for this shoe',
  'watch.copy': 'Copy',
  'watch.copied': 'Copied',
  'watch.no_proof': 'This shoe was opened before shoes had a proof. The next one has one.',
  'watch.live':
    'A device reads each card of this shoe and signs it. When the shoe is over, its records prove the cards.',
  'watch.missing': 'This browser cannot run the checks. You can still check the proof file elsewhere.',
  'watch.commitment': 'Commitment',
  'watch.root': 'Root of the cards',
  'watch.head': 'Record up to no. {no}',
  'watch.head.hint':
    'Patrons at this table who compare these digits must see the same ones after the same number.',
  'watch.file': 'Save the proof file',
  'watch.verify': 'Check a file',
  'watch.again': 'Start again with this house',
  'watch.again.hint':
    'This house has another key or another record than at your last visit. Start again only if you know why: for example, a house of your own that you set up again.',
  'watch.alarm.record': 'The public record of this table does not hold.',
  'watch.alarm.key': 'The house signs with another key than you know.',
  'watch.alarm.promise': 'This shoe is not the one that the house committed to.',
  'watch.alarm.order': 'The order of the cards is not the sealed one.',
  'watch.alarm.cards': 'A card was shown that is not the next one of the sealed order.',
  'watch.alarm.rounds': 'A round was not dealt as its record says.',
  'watch.alarm.wagers': 'Your bets were not fixed as your screen shows them.',
  'watch.alarm.do': 'Stop betting and keep the file.',
} as const;
