// The texts of the navigation of a patron's pages, and of the settings, in Indonesian.
import type { Translation } from '../areas';

export const texts: Translation<'patron'> = {
  'patron.nav': 'Bagian akun Anda',
  'patron.nav.balance': 'Saldo',
  'patron.nav.history': 'Taruhan',
  'patron.nav.statement': 'Mutasi',
  'patron.nav.limits': 'Batas',
  'patron.nav.account': 'Masuk',
  'patron.nav.preferences': 'Pengaturan',

  'preferences.device': 'Pengaturan ini disimpan di perangkat ini.',
  'preferences.bets': 'Bertaruh',
  'preferences.at_once': 'Langsung',
  'preferences.at_once.help':
    'Setiap chip dikirim begitu diletakkan. Tanpa ini, Konfirmasi yang mengirim chip.',
  'preferences.shortcuts': 'Pintasan keyboard',
  'preferences.shortcuts.help': 'Di meja. Tekan ? di sana untuk melihat tombol.',
  'preferences.show': 'Kartu dan suara',
  'preferences.format.help': 'Angka dan waktu mengikutinya: {amount}, {when}.',
};
