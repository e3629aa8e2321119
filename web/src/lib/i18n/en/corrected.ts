// The texts of a round that is corrected, in English.

export const texts = {
  'corrected.round': '{table}, round {round} was corrected: {result}',
  'corrected.you': 'Round {round} was corrected. Your result is unchanged.',
  'corrected.you.more': 'Round {round} was corrected. Your result is {amount} better.',
  'corrected.you.less': 'Round {round} was corrected. Your result is {amount} worse.',
} as const;
