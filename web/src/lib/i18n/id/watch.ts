// The texts of the checks of a table in play, in Indonesian. The lines of the checks are the program's own.
import type { Translation } from '../areas';

export const texts: Translation<'watch'> = {
  'watch.mark.checked': 'Diperiksa',
  'watch.mark.waiting': 'Memeriksa',
  'watch.mark.no_proof': 'Tanpa bukti',
  'watch.mark.failed': 'Gagal',
  'watch.mark.missing': 'Tidak diperiksa di sini',
  'watch.cards': '{count, plural, other {# kartu diperiksa}}',
  'watch.title': 'Pemeriksaan shoe ini',
  'watch.intro': 'Perangkat ini memeriksa setiap kartu saat diperlihatkan. Tidak ada yang dikirim.',
  'watch.no_proof': 'Shoe ini dibuka sebelum shoe memiliki bukti. Shoe berikutnya memilikinya.',
  'watch.missing':
    'Peramban ini tidak dapat memeriksa. Anda tetap dapat memeriksa file bukti di tempat lain.',
  'watch.commitment': 'Komitmen',
  'watch.root': 'Akar kartu',
  'watch.head': 'Catatan sampai no. {no}',
  'watch.head.hint':
    'Pemain di meja ini yang membandingkan angka ini harus melihat angka yang sama setelah nomor yang sama.',
  'watch.file': 'Simpan file bukti',
  'watch.verify': 'Periksa file',
  'watch.again': 'Mulai lagi dengan bandar ini',
  'watch.again.hint':
    'Kunci atau catatan bandar ini berbeda dari kunjungan terakhir Anda. Mulai lagi hanya jika Anda tahu alasannya, misalnya bandar milik Anda sendiri yang dipasang ulang.',
  'watch.alarm.record': 'Catatan publik meja ini tidak sah.',
  'watch.alarm.promise': 'Shoe ini bukan yang dijanjikan bandar.',
  'watch.alarm.order': 'Urutan kartu bukan urutan yang disegel.',
  'watch.alarm.cards': 'Diperlihatkan kartu yang bukan kartu berikutnya dari urutan yang disegel.',
  'watch.alarm.rounds': 'Satu ronde tidak dibagikan seperti catatannya.',
  'watch.alarm.wagers': 'Taruhan Anda tidak ditetapkan seperti yang tampak di layar.',
  'watch.alarm.do': 'Berhenti bertaruh dan simpan file-nya.',
};
