//! What `punto scanner play --help` says behind the options.

pub(super) const HELP: &str = "\
Plays a card-reading shoe: it speaks the protocol of devices to a running server
with the key of an enrolled device, waits for the lamp, and lets a card pass
every 900 to 1400 ms. --speed 10 is ten times as fast. It keeps its records in
the file of --state, so that it goes on where it was when it is started again.
The cards that the shoe file leaves out, those burned face down and those behind
its last coup, are drawn with --seed. Without a shoe file it deals one shuffled
shoe after the other, drawn with --seed, with the decks and the burn of the
built-in house rules of --rules; that needs --deal or --watch, which says when
the table is done with a shoe.

A table accepts such a device only if its code was made for a simulator, and
only where play money is wagered.

--pictures sends a small picture of each card with which something is wrong. The
server keeps it where the table is recorded.

--deal N presses the keys of the dealer at table N as well, with the token of a
dealer in PUNTO_TOKEN or in the file of --token-file: it opens the shoe, begins
each round, has a card scanned again that was not read, and says when all cards
that were left are counted. What needs a supervisor waits for one. --watch N
only looks at the table: somebody at the dealer's page presses the keys.

--fault KIND@WHERE makes a fault on purpose. WHERE is ROUND.P1, B1, P2, B2, P3
or B3, ROUND.after, ROUND.betting, burn or shoe. Faults of cards, each with the
finding that the table raises:
  unreadable[:TIMES]  unreadable       not read so many times    card, burn
  lowconf[:TIMES]     unreadable       not sure so many times    card, burn
  two-at-once         unreadable       two cards together        card, burn
  skip-pass           missed_card      a pass without a record   card, burn
  foreign             foreign_card     no card of the house      not shoe
  twice               read_twice       once more, in the round   card
  wrong-slot          out_of_turn      said to lie elsewhere     card
  ninth               too_many_copies  as one that is used up    card
  misread:CARD        -                read as another card      card
  extra               spare_card       a card after the round    after
  early               early_card       one while bets are taken  betting
  cut-early           cut_card_early   the cut card comes first  burn
  no-cut              cut_card_late    the cut card never comes  shoe
  wrong-shoe          wrong_shoe       a label nobody assigned   shoe
  wrong-decks         wrong_shoe       other decks               shoe
  short-shoe          composition      one card is missing       shoe
  no-burn             -                no card is burned         burn
  short-burn          -                one card too few is       burn
With no-burn and short-burn the dealer begins a round, which is refused with
burn_first. short-shoe needs a table with count_out, and wrong-shoe one whose
shoes are assigned. foreign, cut-early and no-cut end the shoe before its
last coup.

Faults of the line, with what the server answers. gap, reorder, bad-sig and
lost-ack are at a card, burn or shoe, stale at a card, the others anywhere:
  gap, reorder        a record is lost, or overtaken: gap
  replay, lost-ack    a record comes again: its ack comes again
  bad-sig             bad_signature, then the ack of the right one
  garbage, clock:MS   no frame; a beat from the past: bad_frame
  stale:MS            a record MS late: late_reading above 5000, else its ack
  silence:MS          no word for MS: above lost_ms the session ends
  drop, reboot        the line breaks; switched off and on: welcome again
  flood, oversize     80 frames at once: too_fast; 4097 bytes: the line ends
  second, amnesia     a second device with the key: already_connected; one
                      that forgot its records: counter_lost
  fork                a second history: forked, and the key is suspended. The
                      play ends.
--fault-rate 0.02 leaves two of a hundred cards unread at first, drawn with
--seed. At the end the program lists each fault with the answer that it expected
and the answer that came. The exit status is 1 if a fault was not made, or was
answered otherwise. The program sees findings with --deal or --watch only.

Examples:
  punto scanner play corpora/example.shoe --server http://127.0.0.1:7777 \\
      --key device.key --state device.state
  punto scanner play --server http://127.0.0.1:7777 --key device.key \\
      --state device.state --deal 9 --token-file dealer.token
  punto scanner play corpora/example.shoe --server http://127.0.0.1:7777 \\
      --key device.key --state device.state --deal 9 --token-file dealer.token \\
      --speed 5 --fault unreadable@3.B2 --fault gap@4.P1";
