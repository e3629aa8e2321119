// The texts of the live picture of a table, and of its dealer, in Indonesian.
import type { Translation } from '../areas';

export const texts: Translation<'picture'> = {
  'dealer.name': 'Dealer {name}',
  'dealer.since': 'Dealer {name}, sejak {time}',
  'card_notice.spare': 'Dibuang, kartu berlebih: {cards}',
  'card_notice.early': 'Dibuang, terlalu awal: {cards}',
  'card_notice.void': 'Dibuang bersama ronde batal: {cards}',
  'card_notice.beyond': 'Dibuang, tidak diperlukan lagi: {cards}',
  'shoe.counting': 'Kartu yang tersisa sedang dihitung',
  'card_notice.hand_over': 'Dibuang, ganti dealer: {cards}',
  'card_notice.other': 'Dibuang: {cards}',
  'card_notice.unseen': 'kartu yang tidak terbaca',
  'card_notice.amended': '{side}: {to}, bukan {from} seperti yang terbaca',
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
