// The texts of the checks of a table in play, in Indonesian. The lines of the checks are the program's own.
import type { Translation } from '../areas';

export const texts: Translation<'watch'> = {
  'watch.mark.checked': 'Diperiksa',
  'watch.mark.waiting': 'Memeriksa',
  'watch.mark.no_proof': 'Tanpa bukti',
  'watch.mark.live': 'Bukti di akhir',
  'watch.mark.failed': 'Gagal',
  'watch.mark.missing': 'Tidak diperiksa di sini',
  'watch.cards': '{count, plural, other {# kartu diperiksa}}',
  'watch.title': 'Pemeriksaan shoe ini',
  'watch.intro':
    'Perangkat ini memeriksa setiap kartu saat diperlihatkan dan tidak mengirim hasilnya. Selama Anda punya kursi, perangkat mengirim angka acak Anda untuk setiap shoe baru.',
  'watch.waiting':
    'Sejauh ini tidak ada yang salah. Urutan belum disegel, atau masih ada data yang belum tiba.',
  'watch.verdict':
    '{cards, plural, =0 {Diperiksa: urutan sudah disegel, belum ada kartu diperlihatkan.} other {Diperiksa: # kartu, masing-masing kartu berikutnya dari urutan yang disegel.}}',
  'watch.verdict.bets':
    '{cards, plural, =0 {Diperiksa: urutan sudah disegel, belum ada kartu diperlihatkan;} other {Diperiksa: # kartu, masing-masing kartu berikutnya dari urutan yang disegel;}} {rounds, plural, other {taruhan Anda di # ronde ditetapkan sebelum kartu pertamanya.}}',
  'watch.open': 'Tidak diperiksa, dan alasannya',
  'watch.number': 'Angka Anda untuk shoe ini',
  'watch.copy': 'Salin',
  'watch.copied': 'Tersalin',
  'watch.no_proof': 'Shoe ini dibuka sebelum shoe memiliki bukti. Shoe berikutnya memilikinya.',
  'watch.live':
    'Sebuah alat membaca dan menandatangani setiap kartu shoe ini. Setelah shoe selesai, catatannya membuktikan kartunya.',
  'watch.missing':
    'Peramban ini tidak dapat memeriksa. Anda tetap dapat memeriksa file bukti di tempat lain.',
  'watch.commitment': 'Komitmen',
  'watch.root': 'Akar kartu',
  'watch.head': 'Catatan sampai no. {no}',
  'watch.head.hint':
    'Pemain di meja ini yang membandingkan angka ini harus melihat angka yang sama setelah nomor yang sama.',
  'watch.file': 'Simpan file bukti',
  'watch.verify': 'Periksa file',
  'watch.again': 'Mulai lagi dengan kasino ini',
  'watch.again.hint':
    'Kunci atau catatan kasino ini berbeda dari kunjungan terakhir Anda. Mulai lagi hanya jika Anda tahu alasannya, misalnya kasino milik Anda sendiri yang dipasang ulang.',
  'watch.alarm.record': 'Catatan publik meja ini tidak sah.',
  'watch.alarm.key': 'Kasino menandatangani dengan kunci lain dari yang Anda kenal.',
  'watch.alarm.promise': 'Shoe ini bukan yang dijanjikan kasino.',
  'watch.alarm.order': 'Urutan kartu bukan urutan yang disegel.',
  'watch.alarm.cards': 'Diperlihatkan kartu yang bukan kartu berikutnya dari urutan yang disegel.',
  'watch.alarm.rounds': 'Satu ronde tidak dibagikan seperti catatannya.',
  'watch.alarm.wagers': 'Taruhan Anda tidak ditetapkan seperti yang tampak di layar.',
  'watch.alarm.do': 'Berhenti bertaruh dan simpan file-nya.',
};
