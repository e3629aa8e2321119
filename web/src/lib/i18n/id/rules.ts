// The texts of the rules dialog, in Indonesian.
import type { Translation } from '../areas';

export const texts: Translation<'rules'> = {
  'rules.spots': 'Taruhan, pembayaran, dan batas',
  'rules.edge': 'Keunggulan',
  'rules.edge.failed': 'Peluang persis tidak dapat dimuat.',
  'rules.wins': 'Menang',
  'rules.own': 'Anda: {amount}',
  'rules.own.closed': 'Anda: tidak',
  'rules.own.note':
    'Kasino menetapkan rentang untuk Anda (“Anda”). Taruhan harus sesuai batas meja dan rentang Anda.',
  'rules.limits.note': 'Batas berlaku untuk total Anda pada satu taruhan dalam satu ronde.',
  'rules.conduct': 'Aturan meja ini',
  'rules.opposing.allowed': 'Anda boleh bertaruh pada Player dan Banker dalam satu ronde.',
  'rules.opposing.refused': 'Anda tidak boleh bertaruh pada Player dan Banker dalam satu ronde.',
  'rules.bonus':
    'Jika setidaknya satu taruhan Anda untung di lebih dari {chance} ronde, bonus paling banyak {share} dari total taruhan. Meja menolak taruhan yang melanggar aturan ini.',
  'rules.roads.clear': 'Peta yang penuh dihapus dan mulai lagi.',
  'rules.roads.scroll': 'Peta yang penuh bergeser per kolom.',
  'rules.document': 'Aturan lengkap',
  'rules.document.failed': 'Aturan tidak dapat dimuat.',
};
