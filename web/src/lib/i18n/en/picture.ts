// The texts of the live picture of a table, and of its dealer, in English.

export const texts = {
  'dealer.name': 'Dealer {name}',
  'dealer.since': 'Dealer {name}, since {time}',
  'picture.switch': 'Picture',
  'picture.film': 'Picture of the table',
  'picture.starting': 'The picture is loading',
  'picture.live': 'Live',
  'picture.delayed': 'The picture is {seconds, plural, one {# second} other {# seconds}} behind the table',
  'picture.stalled': 'The picture stands still. The table goes on',
  'picture.none': 'There is no picture at the moment. The table goes on',
  'picture.full': 'Too many people watch the picture at the moment. The table goes on',
  'picture.play': 'Play the picture',
  'picture.back': 'The picture is live again',
  'picture.in_step': 'In step with the picture',
  'picture.in_step.help':
    'Cards and results appear when the picture shows them. The clock and your bets never wait for it.',
  'picture.log_in': 'Play as guest or log in to see the picture',
} as const;
