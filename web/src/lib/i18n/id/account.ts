// The texts of log-in, account, sessions, second factor and staff, in Indonesian.
import type { Translation } from '../areas';

export const texts: Translation<'account'> = {
  'account.keep.intro':
    'Anda bermain sebagai tamu, hanya di peramban ini. Dengan nama panggilan dan kata sandi, saldo dan riwayat tersimpan dan Anda dapat masuk dari perangkat mana pun.',
  'account.keep.action': 'Buka akun',
  'account.kept': 'Akun Anda terbuka. Anda masuk di perangkat ini.',
  'account.none': 'Anda belum masuk.',
  'account.nickname.hint': 'Dipakai untuk masuk, dan orang lain di meja dapat melihatnya.',
  'account.password': 'Kata sandi',
  'account.password.new': 'Kata sandi baru',
  'account.password.present': 'Kata sandi saat ini',
  'account.password.hint': 'Paling sedikit 8 karakter, sulit ditebak: beberapa kata yang tidak berkaitan.',
  'account.password.show': 'Tampilkan',
  'account.password.hide': 'Sembunyikan',
  'account.password.wrong': 'Ini bukan kata sandi Anda.',
  'account.password.change': 'Ubah kata sandi',
  'account.password.change.intro': 'Setelah itu semua perangkat lain keluar.',
  'account.password.changed': 'Kata sandi diubah. Semua perangkat lain telah keluar.',

  'log_in.enter': 'Masuk',
  'log_in.no_account': 'Belum punya akun?',
  'log_in.name.staff': 'Nama',
  'log_in.guest': 'Masuk mengakhiri tamu {name} di peramban ini, beserta dompetnya.',
  'sign_up.enter': 'Buat akun',
  'sign_up.has_account': 'Sudah punya akun?',
  'code.label': 'Kode',
  'code.hint':
    'Hanya jika Anda memakai verifikasi dua langkah: enam angka dari aplikasi, atau kode pemulihan.',
  'code.hint.in_use': 'Enam angka dari aplikasi, atau kode pemulihan.',

  'sessions.title': 'Tempat Anda masuk',
  'sessions.intro': 'Keluarkan perangkat yang tidak Anda pakai lagi atau tidak dikenal.',
  'sessions.failed': 'Sesi Anda tidak dapat dimuat.',
  'sessions.current': 'Perangkat ini',
  'sessions.unnamed': 'Perangkat lain',
  'sessions.program': 'Program',
  'sessions.used': 'Terakhir dipakai {last}, masuk {since}',
  'sessions.revoke.label': 'Keluarkan: {name}',
  'sessions.everywhere': 'Keluar dari semua',
  'sessions.everywhere.confirm': 'Keluar di semua perangkat, juga di perangkat ini?',

  'second_factor.title': 'Verifikasi dua langkah',
  'second_factor.intro':
    'Dengan verifikasi dua langkah, masuk memerlukan kata sandi dan kode dari aplikasi di ponsel. Orang yang hanya tahu kata sandi Anda tidak dapat masuk.',
  'second_factor.needed':
    'Staf memerlukan verifikasi dua langkah dulu: aplikasi di ponsel menampilkan kode yang diminta setiap kali masuk.',
  'second_factor.in_use': 'Dipakai. Setiap kali masuk diminta kode dari aplikasi.',
  'second_factor.set_up': 'Atur',
  'second_factor.scan':
    'Pindai kode ini dengan aplikasi autentikator, atau buka di perangkat ini. Lalu masukkan enam angka yang ditampilkan.',
  'second_factor.qr': 'Kode QR untuk aplikasi autentikator',
  'second_factor.open': 'Buka di aplikasi',
  'second_factor.secret': 'Atau ketik kunci ini di aplikasi',
  'second_factor.first_code': 'Kode aplikasi',
  'second_factor.first_code.hint': 'Enam angka. Setelah itu semua perangkat lain keluar.',
  'second_factor.confirm': 'Konfirmasi',
  'second_factor.remove': 'Hapus verifikasi',
  'second_factor.removed': 'Verifikasi dua langkah dihapus. Semua perangkat lain telah keluar.',
  'second_factor.renew': 'Kode pemulihan baru',
  'second_factor.wrong_proof': 'Kata sandi atau kode salah. Satu kode hanya berlaku sekali.',

  'recovery.title': 'Kode pemulihan Anda',
  'recovery.intro':
    'Masing-masing menggantikan kode aplikasi satu kali, bila aplikasi hilang. Hanya ditampilkan sekarang: catat, atau simpan bersama kata sandi.',
  'recovery.stored': 'Sudah saya simpan',
  'recovery.copy': 'Salin',
  'recovery.copied': 'Kode pemulihan sudah disalin.',
  'recovery.not_copied': 'Peramban tidak mengizinkan penyalinan. Catat kodenya.',

  'staff.number': 'Nomor',
  'staff.roles': 'Peran',
  'staff.new': 'Punya kode sekali pakai?',
  'staff.console': 'Buka konsol',
  'staff.is_patron': 'Anda masuk sebagai pemain {name}. Keluar dulu.',
  'role.dealer': 'Dealer',
  'role.supervisor': 'Pit boss',
  'role.manager': 'Manajer',
  'role.auditor': 'Auditor',

  'enrol.step': 'Atur kata sandi',
  'enrol.intro':
    'Manajer memberi Anda kode sekali pakai. Kode itu mengatur kata sandi pertama; lalu verifikasi dua langkah.',
  'enrol.name': 'Nama Anda',
  'enrol.name.hint': 'Seperti yang ditulis manajer.',
  'enrol.code': 'Kode sekali pakai',
  'enrol.code.hint': 'Berlaku sekali, selama tujuh hari.',
  'enrol.wrong':
    'Nama atau kode salah, atau kode sudah dipakai atau kedaluwarsa. Minta kode lain kepada manajer.',
  'enrol.enter': 'Atur kata sandi',
};
