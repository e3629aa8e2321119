// The texts of the live picture of a table, of its dealer, and of cards that were burned or put right, in English.

export const texts = {
  'dealer.name': 'Dealer {name}',
  'dealer.since': 'Dealer {name}, since {time}',
  'card_notice.spare': 'Burned, an extra card: {cards}',
  'card_notice.early': 'Burned, too early: {cards}',
  'card_notice.void': 'Burned with the void round: {cards}',
  'card_notice.beyond': 'Burned, not needed any more: {cards}',
  'shoe.counting': 'The cards that are left are counted',
  'card_notice.hand_over': 'Burned, the dealers change: {cards}',
  'card_notice.other': 'Burned: {cards}',
  'card_notice.unseen': 'a card that was not read',
  'card_notice.amended': '{side}: {to}, and not {from} as was read',
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
