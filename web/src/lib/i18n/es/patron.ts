// The texts of the navigation of a patron's pages, and of the settings, in Spanish.
import type { Translation } from '../areas';

export const texts: Translation<'patron'> = {
  'patron.nav': 'Partes de tu cuenta',
  'patron.nav.balance': 'Saldo',
  'patron.nav.history': 'Apuestas',
  'patron.nav.statement': 'Extracto',
  'patron.nav.limits': 'Límites',
  'patron.nav.account': 'Acceso',
  'patron.nav.preferences': 'Ajustes',

  'preferences.device': 'Estos ajustes se guardan en este dispositivo.',
  'preferences.bets': 'Apostar',
  'preferences.at_once': 'Apuesta directa',
  'preferences.at_once.help': 'Cada ficha se envía al colocarla. Sin esto, Confirmar envía tus fichas.',
  'preferences.shortcuts': 'Atajos de teclado',
  'preferences.shortcuts.help': 'En una mesa. Pulsa ? allí para ver las teclas.',
  'preferences.show': 'Cartas y sonido',
  'preferences.format.help': 'Los números y las horas siguen el idioma: {amount}, {when}.',
};
