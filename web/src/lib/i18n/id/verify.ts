// The texts of the screen that checks proof files, in Indonesian.
import type { Translation } from '../areas';

export const texts: Translation<'verify'> = {
  'verify.intro':
    'Setiap shoe punya file bukti. Perangkat ini memeriksanya: tidak ada yang dikirim, dan koneksi tidak diperlukan.',
  'verify.round': 'Taruhan dan pembayaran Anda di ronde {round} diperiksa bersama shoe.',
  'verify.round.no_proof': 'Shoe ini dibuka sebelum shoe memiliki bukti.',
  'verify.round.missing': 'Bukti ronde ini tidak dapat dimuat.',
  'verify.drop': 'Letakkan file bukti di sini, dari satu shoe atau beberapa shoe sebuah meja.',
  'verify.choose': 'Pilih file',
  'verify.own': 'Tambahkan yang hanya Anda ketahui',
  'verify.own.intro': 'Semuanya opsional. Dengan ini lebih banyak hal dapat diperiksa.',
  'verify.key': 'Kunci kasino',
  'verify.key.hint':
    'Ambil dari tempat yang tidak bisa diubah kasino hanya untuk Anda, misalnya halaman cetak atau pemain lain.',
  'verify.key.kept': 'Ini kunci yang disimpan peramban ini.',
  'verify.nonce': 'Angka Anda untuk shoe ini',
  'verify.nonce.hint': 'Nonce yang dikirim halaman Anda sebelum kartu pertama.',
  'verify.nonce.kept': 'Angka yang dikirim dan disimpan peramban ini untuk shoe ini.',
  'verify.digits': 'Harus 64 digit heksadesimal: 0 sampai 9, a sampai f.',
  'verify.wagers': 'Taruhan Anda pada satu ronde',
  'verify.wagers.choose': 'Pilih satu file',
  'verify.wagers.hint': 'Dengan file ini, taruhan dan pembayaran Anda ikut diperiksa.',
  'verify.wagers.unreadable': 'File ini tidak dapat dibaca: {reason}',
  'verify.remove': 'Hapus',
  'verify.missing': 'Pemeriksaan tidak dapat dimuat.',
  'verify.no_beacon':
    'Pemeriksaan angka acak publik tidak dapat dimuat. Muat ulang halaman untuk memakainya.',
  'verify.records': 'Catatan alat baca: {names}. Diperiksa bersama file bukti sepatunya.',
  'verify.large': '{name} lebih dari 1 MB dan tidak dibaca.',
  'verify.no_text': '{name} bukan file teks dan tidak dibaca.',
  'verify.summary': '{count, plural, other {#}} file diperiksa, {failed, number} gagal',
  'verify.clear': 'Hapus semua',
  'verify.no_key':
    'Kunci kasino tidak diberikan. Sejauh ini, file hanya membuktikan bahwa satu kunci menandatangani semuanya.',
  'verify.kept':
    'Diperiksa dengan kunci kasino yang disimpan peramban ini. Untuk file kasino lain, berikan kuncinya di “{where}”.',
  'verify.shoe': 'Meja {table}, shoe {shoe}',
  'verify.unreadable': 'Bukan file bukti',
  'verify.ok': 'Tidak ada pemeriksaan yang gagal',
  'verify.failed': '{count, plural, other {#}} pemeriksaan gagal',
  'verify.counts': '{ok, number} ok, {open, number} tidak diperiksa',
  'verify.open': 'Tidak diperiksa, dan alasannya',
  'verify.save.proof': 'Simpan file bukti',
  'verify.save.wagers': 'Simpan taruhan Anda',
  'verify.save.in_play':
    'Shoe ini masih dimainkan: ini file sampai sekarang. Simpan lagi setelah shoe selesai.',
  'verify.save.records': 'Simpan catatan alat baca',
  'verify.limit':
    'Tidak ada yang dapat memeriksa apakah kasino memberi tahu seseorang urutan kartu atau taruhan orang lain. File tidak menunjukkan kapan ia diterbitkan.',
  'verify.limit.live':
    'Tanda tangan membuktikan apa yang dikatakan alat baca dan urutannya. Bahwa alat itu membaca kartu di meja, rekamanlah yang menunjukkan.',
  'verify.lines': 'Baris-baris ini sama dengan yang dicetak program “punto verify”, dalam bahasa Inggris.',
};
