// The texts of the roads panel, in English.

export const texts = {
  'roads.zoom': 'Zoom',
  'roads.zoom.in': 'Zoom in',
  'roads.zoom.out': 'Zoom out',
  'roads.zoom.now': 'Zoom {zoom} of {most}.',
  'roads.zoom.auto': 'Zoom by phase',
  'roads.zoom.auto.help': 'In while you can bet, out while cards are dealt. Zooming by hand switches it off.',
  'roads.settings': 'Road settings',
  'roads.letters': 'Signs in the big road',
  'roads.letters.help':
    'Without signs, Player’s rings have a dot in the middle. Rings with a number of ties are open at the sides for Player.',
  'roads.signs': 'Signs',
  'roads.signs.auto': 'By language: {signs}',
  'roads.shoe': 'Shoe',
  'roads.shoe.open': 'This shoe',
  'roads.shoe.ended': 'Shoe {shoe}',
  'roads.share': '{percent}%',
  'roads.sheet.full': 'The sheet is full: the next mark clears it.',
  'roads.slide': '{no} of {count}: {name}',
  'roads.slide.derived': 'Derived roads',
  'roads.slide.next': 'Next road',
  'roads.slide.previous': 'Previous road',
  'roads.strip.more': 'Show all roads',
  'roads.ask.grows':
    'If {side} wins next: the streak on the big road grows to {count}; big eye boy {eye}, small road {small}, cockroach pig {pig}.',
  'roads.ask.begins':
    'If {side} wins next: a new column on the big road; big eye boy {eye}, small road {small}, cockroach pig {pig}.',
  'roads.ask.marks': 'Big eye boy {eye}, small road {small}, cockroach pig {pig}',
} as const;
