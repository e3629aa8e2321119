// The texts of the navigation of a patron's pages, and of the settings, in Brazilian Portuguese.
import type { Translation } from '../areas';

export const texts: Translation<'patron'> = {
  'patron.nav': 'Partes da sua conta',
  'patron.nav.balance': 'Saldo',
  'patron.nav.history': 'Apostas',
  'patron.nav.statement': 'Extrato',
  'patron.nav.limits': 'Limites',
  'patron.nav.account': 'Acesso',
  'patron.nav.preferences': 'Ajustes',

  'preferences.device': 'Estes ajustes ficam neste aparelho.',
  'preferences.bets': 'Apostas',
  'preferences.at_once': 'Aposta direta',
  'preferences.at_once.help':
    'Cada ficha é enviada assim que você a coloca. Sem isto, Confirmar envia as fichas.',
  'preferences.shortcuts': 'Atalhos do teclado',
  'preferences.shortcuts.help': 'Em uma mesa. Pressione ? lá para ver as teclas.',
  'preferences.show': 'Cartas e som',
  'preferences.format.help': 'Números e horários seguem o idioma: {amount}, {when}.',
};
