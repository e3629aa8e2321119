// The texts of a card that lies face down and is turned, in English.

export const texts = {
  'squeeze.grip': '{side}, card {place}: lift or show it',
  'squeeze.edge.blank': 'The edge shows no marks',
  'squeeze.edge.two': 'The edge shows two marks',
  'squeeze.edge.three': 'The edge shows three marks',
  'squeeze.edge.four': 'The edge shows four marks',
  'squeeze.edge.picture': 'The edge shows a picture',
  'squeeze.seconds': '{seconds} s left',
  'squeeze.open': 'Show the cards',
  'settings.show_name': 'Show my name when I turn cards',
  'settings.show_name.help': 'Everybody at the table reads it beside the cards that you turn',
  'squeeze.you': 'You turn the cards of {side}.',
  'squeeze.named': '{name} turns the cards of {side}.',
  'squeeze.somebody': 'A patron turns the cards of {side}.',
} as const;
