// The texts of the rules dialog, in English.

export const texts = {
  'rules.play': 'How to play',
  'rules.play.wager': 'Place chips on one or more bets and confirm before the countdown ends.',
  'rules.play.sides':
    'Player and Banker are the names of two hands. The hand closer to 9 wins. Bet on either hand or on a tie.',
  'rules.play.points':
    'An ace counts 1; tens and face cards count 0. Only the last digit of the sum counts: 7 and 8 make 15, which counts as 5.',
  'rules.play.draw':
    'Each hand gets two cards. An 8 or 9 (a natural) ends the round; otherwise fixed rules decide which hand draws a third card.',
  'rules.play.tie': 'On a tie, bets on Player and Banker are returned (push).',
  'rules.spots': 'Bets, payouts and limits',
  'rules.spot': 'Bet',
  'rules.odds': 'Pays',
  'rules.edge': 'House edge',
  'rules.edge.note':
    'The house edge is what the house keeps of a bet on average, over all {draws} orders of the first six cards of a full shoe. A returned bet counts as bet.',
  'rules.edge.failed': 'The exact odds could not be loaded.',
  'rules.wins': 'Wins',
  'rules.minimum': 'Min',
  'rules.maximum': 'Max',
  'rules.own': 'you: {amount}',
  'rules.own.closed': 'you: none',
  'rules.own.note':
    'The house set a range for you (“you”). A bet must fit the limits of the table and your range.',
  'rules.limits.note': 'Limits apply to your total on one bet in one round.',
  'rules.closes': 'closed from round {round}',
  'rules.conduct': 'Rules of this table',
  'rules.opposing.allowed': 'You may bet on both Player and Banker in one round.',
  'rules.opposing.refused': 'You may not bet on both Player and Banker in one round.',
  'rules.bonus':
    'If at least one of your bets makes a profit in more than {chance} of all rounds, bonus money may be at most {share} of your total bet. The table refuses bets that break this rule.',
  'rules.roads.clear': 'A full road is cleared and starts again.',
  'rules.roads.scroll': 'A full road scrolls by whole columns.',
  'rules.shoe': 'The shoe holds {size} cards.',
  'rules.document': 'Full house rules',
  'rules.document.failed': 'The house rules could not be loaded.',
} as const;
