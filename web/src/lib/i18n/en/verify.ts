// The texts of the screen that checks proof files, in English. The lines of the checks are the program's own.

export const texts = {
  'verify.intro':
    'Every shoe has a proof file. This device checks it: nothing is sent, and no connection is needed.',
  'verify.round': 'Your bets and payouts of round {round} are checked with the shoe.',
  'verify.round.no_proof': 'This shoe was opened before shoes had a proof.',
  'verify.round.missing': 'The proof of this round could not be loaded.',
  'verify.drop': 'Drop proof files here, of one shoe or of several shoes of a table.',
  'verify.choose': 'Choose files',
  'verify.own': 'Add what only you know',
  'verify.own.intro': 'All of this is optional. It lets more checks be made.',
  'verify.key': 'Key of the house',
  'verify.key.hint':
    'Take it from where the house cannot change it for you alone, such as a printed page or other patrons.',
  'verify.key.kept': 'This is the key that this browser keeps.',
  'verify.nonce': 'Your number for this shoe',
  'verify.nonce.hint': 'The nonce that your page sent before the first card.',
  'verify.nonce.kept': 'The number that this browser sent for this shoe, and keeps.',
  'verify.digits': '64 hex digits are expected: 0 to 9, a to f.',
  'verify.wagers': 'Your bets of one round',
  'verify.wagers.choose': 'Choose a file',
  'verify.wagers.hint': 'With this file, your bets and your payouts are checked too.',
  'verify.wagers.unreadable': 'This file cannot be read: {reason}',
  'verify.remove': 'Remove',
  'verify.missing': 'The checks could not be loaded.',
  'verify.no_beacon': 'The check of public random numbers could not be loaded. Reload the page to have it.',
  'verify.records': 'Records of a device: {names}. They are checked with the proof file of their shoe.',
  'verify.large': '{name} is larger than 1 MB and was not read.',
  'verify.no_text': '{name} is no text file and was not read.',
  'verify.summary': '{count, plural, one {# file} other {# files}} checked, {failed, number} failed',
  'verify.clear': 'Remove all',
  'verify.no_key':
    'No key of the house was given. So far, the files prove only that one key signed them all.',
  'verify.kept':
    'Checked with the key of the house that this browser keeps. For a file of another house, give its key in "{where}".',
  'verify.shoe': 'Table {table}, shoe {shoe}',
  'verify.unreadable': 'Not a proof file',
  'verify.ok': 'No check failed',
  'verify.failed': '{count, plural, one {# check failed} other {# checks failed}}',
  'verify.counts': '{ok, number} ok, {open, number} not checked',
  'verify.open': 'Not checked, and why',
  'verify.save.proof': 'Save the proof file',
  'verify.save.wagers': 'Save your bets',
  'verify.save.in_play':
    'This shoe is still in play: this is the file so far. Save it again when the shoe is over.',
  'verify.save.records': 'Save the records of the device',
  'verify.limit':
    'Nobody can check whether the house told somebody the order or the bets of others. A file does not show when it was published.',
  'verify.limit.live':
    'Signatures prove what the device said and in which order. That it read the card on the table, the recording shows.',
  'verify.lines': 'The lines are those that the program "punto verify" prints, in English.',
} as const;
