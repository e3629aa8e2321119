// The texts of the rules dialog, in English.

export const texts = {
  'rules.spots': 'Bets, payouts and limits',
  'rules.edge': 'House edge',
  'rules.edge.failed': 'The exact odds could not be loaded.',
  'rules.wins': 'Wins',
  'rules.own': 'you: {amount}',
  'rules.own.closed': 'you: none',
  'rules.own.note':
    'The house set a range for you (“you”). A bet must fit the limits of the table and your range.',
  'rules.limits.note': 'Limits apply to your total on one bet in one round.',
  'rules.conduct': 'Rules of this table',
  'rules.opposing.allowed': 'You may bet on both Player and Banker in one round.',
  'rules.opposing.refused': 'You may not bet on both Player and Banker in one round.',
  'rules.bonus':
    'If at least one of your bets makes a profit in more than {chance} of all rounds, bonus money may be at most {share} of your total bet. The table refuses bets that break this rule.',
  'rules.roads.clear': 'A full road is cleared and starts again.',
  'rules.roads.scroll': 'A full road scrolls by whole columns.',
  'rules.document': 'Full house rules',
  'rules.document.failed': 'The house rules could not be loaded.',
} as const;
