// The texts of the navigation of a patron's pages, and of the settings, in English.

export const texts = {
  'patron.nav': 'Parts of your account',
  'patron.nav.balance': 'Balance',
  'patron.nav.history': 'Bets',
  'patron.nav.statement': 'Statement',
  'patron.nav.limits': 'Limits',
  'patron.nav.account': 'Log-in',
  'patron.nav.preferences': 'Settings',

  'preferences.device': 'These settings are kept on this device.',
  'preferences.bets': 'Betting',
  'preferences.at_once': 'Instant bets',
  'preferences.at_once.help':
    'Each chip is sent as soon as you place it. Without this, Confirm sends your chips.',
  'preferences.shortcuts': 'Keyboard shortcuts',
  'preferences.shortcuts.help': 'At a table. Press ? there to see the keys.',
  'preferences.show': 'Cards and sound',
  'preferences.format.help': 'Numbers and times follow it: {amount}, {when}.',
} as const;
