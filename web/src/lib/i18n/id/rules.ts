// The texts of the rules dialog, in Indonesian.
import type { Translation } from '../areas';

export const texts: Translation<'rules'> = {
  'rules.play': 'Cara bermain',
  'rules.play.wager': 'Letakkan chip pada satu taruhan atau lebih dan konfirmasi sebelum hitungan habis.',
  'rules.play.sides':
    'Player dan Banker adalah nama dua tangan. Yang lebih dekat ke 9 menang. Bertaruh pada salah satu tangan atau seri.',
  'rules.play.points':
    'As bernilai 1; 10 dan kartu bergambar bernilai 0. Hanya angka terakhir jumlah yang dihitung: 7 dan 8 menjadi 15, dihitung 5.',
  'rules.play.draw':
    'Setiap tangan mendapat dua kartu. 8 atau 9 (natural) mengakhiri ronde; jika tidak, aturan tetap menentukan tangan mana yang menarik kartu ketiga.',
  'rules.play.tie': 'Jika seri, taruhan Player dan Banker dikembalikan.',
  'rules.spots': 'Taruhan, pembayaran, dan batas',
  'rules.spot': 'Taruhan',
  'rules.odds': 'Bayar',
  'rules.edge': 'Keunggulan',
  'rules.edge.note':
    'Keunggulan adalah bagian taruhan yang rata-rata disimpan kasino, atas semua {draws} urutan enam kartu pertama dari shoe penuh. Taruhan yang kembali dihitung sebagai taruhan.',
  'rules.edge.failed': 'Peluang persis tidak dapat dimuat.',
  'rules.wins': 'Menang',
  'rules.minimum': 'Min',
  'rules.maximum': 'Maks',
  'rules.own': 'Anda: {amount}',
  'rules.own.closed': 'Anda: tidak',
  'rules.own.note':
    'Kasino menetapkan rentang untuk Anda (“Anda”). Taruhan harus sesuai batas meja dan rentang Anda.',
  'rules.limits.note': 'Batas berlaku untuk total Anda pada satu taruhan dalam satu ronde.',
  'rules.closes': 'tutup mulai ronde {round}',
  'rules.conduct': 'Aturan meja ini',
  'rules.opposing.allowed': 'Anda boleh bertaruh pada Player dan Banker dalam satu ronde.',
  'rules.opposing.refused': 'Anda tidak boleh bertaruh pada Player dan Banker dalam satu ronde.',
  'rules.bonus':
    'Jika setidaknya satu taruhan Anda untung di lebih dari {chance} ronde, bonus paling banyak {share} dari total taruhan. Meja menolak taruhan yang melanggar aturan ini.',
  'rules.roads.clear': 'Peta yang penuh dihapus dan mulai lagi.',
  'rules.roads.scroll': 'Peta yang penuh bergeser per kolom.',
  'rules.shoe': 'Shoe berisi {size} kartu.',
  'rules.document': 'Aturan lengkap',
  'rules.document.failed': 'Aturan tidak dapat dimuat.',
};
