// The texts of the rules of a table, in English. Data choose among them: `rules.table.burn.first_card` stands for the kind
// `first_card` of `[burn]` in the house rules.

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

  'rules.nav': 'Parts of the rules',
  'rules.nav.bets': 'Bets',
  'rules.nav.cards': 'Cards',
  'rules.nav.draw': 'Third card',
  'rules.nav.table': 'This table',
  'rules.retry': 'Try again',
  'rules.loading': 'Loading the house rules…',

  'rules.bets.intro':
    'Bet on one of two hands, Player or Banker, or on how the round ends. The total closer to 9 wins.',
  'rules.bets.pays': 'Pays {odds}',
  'rules.bets.pays.label': 'Pays',
  'rules.bets.pays.more': '{first}, {second}',
  'rules.bets.pays.when': '{odds} when {facts}',
  'rules.bets.pays.half': 'half',
  'rules.bets.push': 'Stake back when {facts}.',
  'rules.bets.wins': 'Wins when {facts}.',
  'rules.bets.closes': 'Closed from round {round} of a shoe.',
  'rules.bets.closed': 'Closed now',
  'rules.bets.limits': 'Limits',
  'rules.bets.limits.range': '{low} to {high}',
  'rules.bets.note':
    'The house edge is what the house keeps of a bet on average. A returned bet counts as bet.',
  'rules.bets.exact': 'Exact figures',
  'rules.bets.exact.intro': 'Counted over all {draws} orders of the first six cards of a full shoe.',
  'rules.bets.exact.push': 'Stake back',

  'rules.facts.and': '{first} and {second}',
  'rules.facts.player_wins': 'Player wins',
  'rules.facts.banker_wins': 'Banker wins',
  'rules.facts.tie': 'the round is a tie',
  'rules.facts.player_total': 'Player has {count}',
  'rules.facts.banker_total': 'Banker has {count}',
  'rules.facts.player_wins_and_player_total': 'Player wins with {count}',
  'rules.facts.banker_wins_and_banker_total': 'Banker wins with {count}',
  'rules.facts.banker_wins_and_banker_total_and_banker_two_cards': 'Banker wins with {count} on two cards',
  'rules.facts.banker_wins_and_banker_total_and_banker_three_cards':
    'Banker wins with {count} on three cards',
  'rules.facts.player_wins_and_player_total_and_player_two_cards': 'Player wins with {count} on two cards',
  'rules.facts.player_wins_and_player_total_and_player_three_cards':
    'Player wins with {count} on three cards',
  'rules.facts.margin': 'the totals differ by {count}',
  'rules.facts.player_two_cards': 'Player has two cards',
  'rules.facts.player_three_cards': 'Player has three cards',
  'rules.facts.banker_two_cards': 'Banker has two cards',
  'rules.facts.banker_three_cards': 'Banker has three cards',
  'rules.facts.four_cards': 'four cards are dealt',
  'rules.facts.five_cards': 'five cards are dealt',
  'rules.facts.six_cards': 'six cards are dealt',
  'rules.facts.player_natural': 'Player has a natural',
  'rules.facts.banker_natural': 'Banker has a natural',
  'rules.facts.player_pair': 'the first two cards of Player have one rank',
  'rules.facts.banker_pair': 'the first two cards of Banker have one rank',
  'rules.facts.player_perfect_pair': 'the first two cards of Player have one rank and suit',
  'rules.facts.banker_perfect_pair': 'the first two cards of Banker have one rank and suit',
  'rules.facts.pairs_alike': 'both hands have a pair of the same rank',

  'rules.cards.title': 'What cards count',
  'rules.cards.ace': '1',
  'rules.cards.pips': 'as printed',
  'rules.cards.zero': '0',
  'rules.cards.ace.label': 'Ace',
  'rules.cards.pips.label': '2 to 9',
  'rules.cards.zero.label': '10, jack, queen, king',
  'rules.cards.sum':
    'Only the last digit of a sum counts: 7 and 8 make 15, which counts 5. Suits do not count.',
  'rules.cards.deal': 'Player and Banker get two cards each, in turn, Player first.',
  'rules.drawing.natural.ends_the_coup':
    'A natural, 8 or 9 in two cards on either hand, ends the round at once.',

  'rules.draw.title': 'The third card',
  'rules.draw.standard_tableau.intro':
    'Without a natural, these rules decide. Nobody chooses: not you, not the dealer. Player comes first.',
  'rules.draw.player': 'Player has',
  'rules.draw.player.does': 'Third card',
  'rules.draw.banker': 'Banker has',
  'rules.draw.banker.does': 'Banker draws when Player’s third card is',
  'rules.draw.standard_tableau.player.1': '0 to 5',
  'rules.draw.standard_tableau.player.1.does': 'draws',
  'rules.draw.standard_tableau.player.2': '6 or 7',
  'rules.draw.standard_tableau.player.2.does': 'stands',
  'rules.draw.standard_tableau.banker.1': '0, 1 or 2',
  'rules.draw.standard_tableau.banker.1.does': 'any card',
  'rules.draw.standard_tableau.banker.2': '3',
  'rules.draw.standard_tableau.banker.2.does': 'any card but an 8',
  'rules.draw.standard_tableau.banker.3': '4',
  'rules.draw.standard_tableau.banker.3.does': '2 to 7',
  'rules.draw.standard_tableau.banker.4': '5',
  'rules.draw.standard_tableau.banker.4.does': '4 to 7',
  'rules.draw.standard_tableau.banker.5': '6',
  'rules.draw.standard_tableau.banker.5.does': '6 or 7',
  'rules.draw.standard_tableau.banker.6': '7',
  'rules.draw.standard_tableau.banker.6.does': 'none: Banker stands',
  'rules.draw.player_stands.banker_draws_to_5':
    'When Player stands, Banker draws on 0 to 5 and stands on 6 and 7.',

  'rules.table.shoe': 'Shoe',
  'rules.table.shoe.text': '{decks} decks, {cards} cards, shuffled together.',
  'rules.table.burn': 'Burned cards',
  'rules.table.burn.none': 'No card is burned before the first round.',
  'rules.table.burn.cards': '{count} cards are burned face down before the first round.',
  'rules.table.burn.first_card':
    'The first card of a new shoe is shown, and as many cards as it counts are burned face down; {zero_card} for a 10, jack, queen or king.',
  'rules.table.shoe_end': 'End of the shoe',
  'rules.table.shoe_end.rounds': 'A shoe ends after round {rounds}.',
  'rules.table.shoe_end.cut_card.last':
    'The cut card lies {from_end} cards before the end. The round in which it comes out is the last.',
  'rules.table.shoe_end.cut_card.one':
    'The cut card lies {from_end} cards before the end. One more round follows the one in which it comes out.',
  'rules.table.shoe_end.cut_card.more':
    'The cut card lies {from_end} cards before the end. {more_rounds} more rounds follow the one in which it comes out.',
  'rules.table.closing': 'Closing bets',
  'rules.table.closing.text': '{spots}: closed from round {round} of a shoe.',
  'rules.table.opposing': 'Player and Banker',
  'rules.table.leaving': 'Leaving',
  'rules.table.leaving.wagers_stand': 'If you leave while bets are open, your bets stand.',
  'rules.table.leaving.wagers_released': 'If you leave while bets are open, your bets are returned.',
  'rules.table.leaving_later.settled_and_paid':
    'If you leave later, your bets are settled, and paid if they win.',
  'rules.table.leaving.line':
    'A lost connection counts as leaving only after a while. The result waits for you.',
  'rules.table.unreadable': 'Unreadable card',
  'rules.table.unreadable.round_voided':
    'If a card cannot be read, even when scanned again, the round is void and every bet is returned.',
  'rules.table.wrong': 'Wrong result',
  'rules.table.wrong.resettled':
    'If a result proves wrong later, the round is settled again with the true cards. Two supervisors must agree. Your history and statement show what changed.',
  'rules.table.void': 'Void round',
  'rules.table.void.text': 'A void round returns every bet and leaves the road maps.',
  'rules.table.interrupted': 'Interrupted round',
  'rules.table.interrupted.finish':
    'If a stop of the server interrupts a round, it is finished from its cards, or void where that cannot be.',
  'rules.table.interrupted.void':
    'If a stop of the server interrupts a round, it is void and every bet is returned.',
  'rules.table.entry': 'Ante',
  'rules.table.entry.none': 'No balance is needed to sit down.',
  'rules.table.entry.amount':
    'Your balance, bonus money included, must be at least {amount} when you sit down. You do not pay it.',
  'rules.table.range': 'Limits',
  'rules.table.range.intersection':
    'A bet must fit the limits of the table and those that the house set for you.',
  'rules.table.bonus': 'Bonus money',
  'rules.table.rounding': 'Rounding',
  'rules.table.rounding.down': 'A profit that is no whole smallest unit is rounded down.',
  'rules.table.rounding.up': 'A profit that is no whole smallest unit is rounded up.',
  'rules.table.rounding.half_up':
    'A profit that is no whole smallest unit is rounded to the nearest, a half up.',
  'rules.table.odds': 'Odds',
  'rules.table.odds.to_one': 'Odds are shown to one: 8:1 pays 8 for each 1, and your bet comes back.',
  'rules.table.odds.with_stake':
    'Odds are shown with your bet in them: x9 pays 9 for each 1, your bet included.',
  'rules.table.roads': 'Road maps',
  'rules.document.intro': 'The document by which this table is run, version {version}.',

  'roads.legend.banker_pair': 'Red dot: Banker Pair',
  'roads.legend.player_pair': 'Blue dot: Player Pair',
  'roads.legend.natural': 'Gold dot: natural',
  'roads.legend.six': 'Gold square: Banker wins with 6',
  'roads.legend.tie': 'Green line: tie, with a number from two ties on',
  'roads.legend.derived':
    'Derived roads: red repeats, blue does not. Blue marks have a dot or a gap in the middle',

  'rules.first': 'Two things to know',
  'rules.first.push': 'On a tie, bets on {spots} come back.',
  'rules.first.pays': 'Banker pays {odds}.',
  'rules.first.commission': 'Banker pays {odds}: even money less a commission.',
  'rules.first.close': 'Got it',
} as const;
