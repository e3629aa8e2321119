// The texts of the live picture of a table, and of its dealer, in Indonesian.
import type { Translation } from '../areas';

export const texts: Translation<'picture'> = {
  'dealer.name': 'Dealer {name}',
  'dealer.since': 'Dealer {name}, sejak {time}',
  'picture.switch': 'Gambar',
  'picture.film': 'Gambar meja',
  'picture.starting': 'Gambar sedang dimuat',
  'picture.live': 'Langsung',
  'picture.delayed': 'Gambar tertinggal {seconds, plural, other {# detik}} dari meja',
  'picture.stalled': 'Gambar terhenti. Meja tetap berjalan',
  'picture.none': 'Saat ini tidak ada gambar. Meja tetap berjalan',
  'picture.full': 'Terlalu banyak orang menonton gambar saat ini. Meja tetap berjalan',
  'picture.play': 'Putar gambar',
  'picture.back': 'Gambar kembali langsung',
  'picture.in_step': 'Selaras dengan gambar',
  'picture.in_step.help':
    'Kartu dan hasil muncul saat gambar menampilkannya. Jam dan taruhan Anda tidak pernah menunggunya.',
  'picture.log_in': 'Main sebagai tamu atau masuk untuk melihat gambar',
};
