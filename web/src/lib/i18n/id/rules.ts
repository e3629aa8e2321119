// The texts of the rules of a table, in Indonesian.
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

  'rules.nav': 'Bagian aturan',
  'rules.nav.bets': 'Taruhan',
  'rules.nav.cards': 'Kartu',
  'rules.nav.draw': 'Kartu ketiga',
  'rules.nav.table': 'Meja ini',
  'rules.retry': 'Coba lagi',
  'rules.loading': 'Memuat aturan…',

  'rules.bets.intro':
    'Bertaruh pada salah satu tangan, Player atau Banker, atau pada hasil ronde. Jumlah yang lebih dekat ke 9 menang.',
  'rules.bets.pays': 'Bayar {odds}',
  'rules.bets.pays.label': 'Bayar',
  'rules.bets.pays.more': '{first}, {second}',
  'rules.bets.pays.when': '{odds} jika {facts}',
  'rules.bets.pays.half': 'setengah',
  'rules.bets.push': 'Taruhan kembali jika {facts}.',
  'rules.bets.wins': 'Menang jika {facts}.',
  'rules.bets.closes': 'Tutup mulai ronde {round} dari shoe.',
  'rules.bets.closed': 'Tutup sekarang',
  'rules.bets.limits': 'Batas',
  'rules.bets.limits.range': '{low} sampai {high}',
  'rules.bets.note':
    'Keunggulan adalah bagian taruhan yang rata-rata disimpan kasino. Taruhan yang kembali tetap dihitung sebagai taruhan.',
  'rules.bets.exact': 'Angka persis',
  'rules.bets.exact.intro': 'Dihitung atas semua {draws} urutan enam kartu pertama dari shoe penuh.',
  'rules.bets.exact.push': 'Kembali',

  'rules.facts.and': '{first} dan {second}',
  'rules.facts.player_wins': 'Player menang',
  'rules.facts.banker_wins': 'Banker menang',
  'rules.facts.tie': 'ronde seri',
  'rules.facts.player_total': 'Player punya {count}',
  'rules.facts.banker_total': 'Banker punya {count}',
  'rules.facts.player_wins_and_player_total': 'Player menang dengan {count}',
  'rules.facts.banker_wins_and_banker_total': 'Banker menang dengan {count}',
  'rules.facts.banker_wins_and_banker_total_and_banker_two_cards':
    'Banker menang dengan {count} dari dua kartu',
  'rules.facts.banker_wins_and_banker_total_and_banker_three_cards':
    'Banker menang dengan {count} dari tiga kartu',
  'rules.facts.player_wins_and_player_total_and_player_two_cards':
    'Player menang dengan {count} dari dua kartu',
  'rules.facts.player_wins_and_player_total_and_player_three_cards':
    'Player menang dengan {count} dari tiga kartu',
  'rules.facts.margin': 'selisih jumlah {count}',
  'rules.facts.player_two_cards': 'Player punya dua kartu',
  'rules.facts.player_three_cards': 'Player punya tiga kartu',
  'rules.facts.banker_two_cards': 'Banker punya dua kartu',
  'rules.facts.banker_three_cards': 'Banker punya tiga kartu',
  'rules.facts.four_cards': 'empat kartu dibagi',
  'rules.facts.five_cards': 'lima kartu dibagi',
  'rules.facts.six_cards': 'enam kartu dibagi',
  'rules.facts.player_natural': 'Player natural',
  'rules.facts.banker_natural': 'Banker natural',
  'rules.facts.player_pair': 'dua kartu pertama Player berangka sama',
  'rules.facts.banker_pair': 'dua kartu pertama Banker berangka sama',
  'rules.facts.player_perfect_pair': 'dua kartu pertama Player berangka dan berjenis sama',
  'rules.facts.banker_perfect_pair': 'dua kartu pertama Banker berangka dan berjenis sama',
  'rules.facts.pairs_alike': 'kedua tangan punya pair berangka sama',

  'rules.cards.title': 'Nilai kartu',
  'rules.cards.ace': '1',
  'rules.cards.pips': 'sesuai angka',
  'rules.cards.zero': '0',
  'rules.cards.ace.label': 'As',
  'rules.cards.pips.label': '2 sampai 9',
  'rules.cards.zero.label': '10, jack, queen, king',
  'rules.cards.sum':
    'Hanya angka terakhir jumlah yang dihitung: 7 dan 8 menjadi 15, dihitung 5. Jenis kartu tidak dihitung.',
  'rules.cards.deal': 'Player dan Banker bergantian mendapat dua kartu, Player dulu.',
  'rules.drawing.natural.ends_the_coup':
    'Natural, 8 atau 9 dari dua kartu di salah satu tangan, langsung mengakhiri ronde.',

  'rules.draw.title': 'Kartu ketiga',
  'rules.draw.standard_tableau.intro':
    'Tanpa natural, aturan ini yang menentukan. Tidak ada yang memilih: bukan Anda, bukan dealer. Player lebih dulu.',
  'rules.draw.player': 'Player punya',
  'rules.draw.player.does': 'Kartu ketiga',
  'rules.draw.banker': 'Banker punya',
  'rules.draw.banker.does': 'Banker menarik jika kartu ketiga Player',
  'rules.draw.standard_tableau.player.1': '0 sampai 5',
  'rules.draw.standard_tableau.player.1.does': 'menarik',
  'rules.draw.standard_tableau.player.2': '6 atau 7',
  'rules.draw.standard_tableau.player.2.does': 'berhenti',
  'rules.draw.standard_tableau.banker.1': '0, 1, atau 2',
  'rules.draw.standard_tableau.banker.1.does': 'kartu apa pun',
  'rules.draw.standard_tableau.banker.2': '3',
  'rules.draw.standard_tableau.banker.2.does': 'semua kecuali 8',
  'rules.draw.standard_tableau.banker.3': '4',
  'rules.draw.standard_tableau.banker.3.does': '2 sampai 7',
  'rules.draw.standard_tableau.banker.4': '5',
  'rules.draw.standard_tableau.banker.4.does': '4 sampai 7',
  'rules.draw.standard_tableau.banker.5': '6',
  'rules.draw.standard_tableau.banker.5.does': '6 atau 7',
  'rules.draw.standard_tableau.banker.6': '7',
  'rules.draw.standard_tableau.banker.6.does': 'tidak ada: Banker berhenti',
  'rules.draw.player_stands.banker_draws_to_5':
    'Jika Player berhenti, Banker menarik pada 0 sampai 5 dan berhenti pada 6 dan 7.',

  'rules.table.shoe': 'Shoe',
  'rules.table.shoe.text': '{decks} dek, {cards} kartu, dikocok bersama.',
  'rules.table.burn': 'Kartu buangan',
  'rules.table.burn.none': 'Tidak ada kartu dibuang sebelum ronde pertama.',
  'rules.table.burn.cards': '{count} kartu dibuang tertutup sebelum ronde pertama.',
  'rules.table.burn.first_card':
    'Kartu pertama shoe baru dibuka, lalu dibuang tertutup sebanyak nilainya; {zero_card} untuk 10, jack, queen, atau king.',
  'rules.table.shoe_end': 'Akhir shoe',
  'rules.table.shoe_end.rounds': 'Shoe berakhir setelah ronde {rounds}.',
  'rules.table.shoe_end.cut_card.last':
    'Kartu potong terletak {from_end} kartu dari akhir. Ronde saat kartu itu keluar adalah yang terakhir.',
  'rules.table.shoe_end.cut_card.one':
    'Kartu potong terletak {from_end} kartu dari akhir. Satu ronde lagi setelah kartu itu keluar.',
  'rules.table.shoe_end.cut_card.more':
    'Kartu potong terletak {from_end} kartu dari akhir. {more_rounds} ronde lagi setelah kartu itu keluar.',
  'rules.table.closing': 'Taruhan yang tutup',
  'rules.table.closing.text': '{spots}: tutup mulai ronde {round} dari shoe.',
  'rules.table.opposing': 'Player dan Banker',
  'rules.table.leaving': 'Keluar',
  'rules.table.leaving.wagers_stand': 'Jika Anda keluar saat taruhan buka, taruhan tetap.',
  'rules.table.leaving.wagers_released': 'Jika Anda keluar saat taruhan buka, taruhan dikembalikan.',
  'rules.table.leaving_later.settled_and_paid':
    'Jika Anda keluar kemudian, taruhan diselesaikan, dan dibayar bila menang.',
  'rules.table.leaving.line':
    'Koneksi terputus baru dianggap keluar setelah beberapa saat. Hasilnya menunggu Anda.',
  'rules.table.unreadable': 'Kartu tak terbaca',
  'rules.table.unreadable.round_voided':
    'Jika kartu tidak terbaca, juga setelah dipindai lagi, ronde batal dan semua taruhan dikembalikan.',
  'rules.table.wrong': 'Hasil salah',
  'rules.table.wrong.resettled':
    'Jika hasil kemudian terbukti salah, ronde diselesaikan lagi dengan kartu yang benar. Dua pit boss harus setuju. Riwayat dan mutasi menunjukkan perubahannya.',
  'rules.table.void': 'Ronde batal',
  'rules.table.void.text': 'Ronde batal mengembalikan semua taruhan dan tidak masuk peta jalan.',
  'rules.table.interrupted': 'Ronde terputus',
  'rules.table.interrupted.finish':
    'Jika server berhenti di tengah ronde, ronde diselesaikan dari kartunya, atau batal bila tidak dapat.',
  'rules.table.interrupted.void':
    'Jika server berhenti di tengah ronde, ronde batal dan semua taruhan dikembalikan.',
  'rules.table.entry': 'Syarat duduk',
  'rules.table.entry.none': 'Tidak perlu saldo untuk duduk.',
  'rules.table.entry.amount':
    'Saat duduk, saldo Anda termasuk bonus harus paling sedikit {amount}. Anda tidak membayarnya.',
  'rules.table.range': 'Batas',
  'rules.table.range.intersection':
    'Taruhan harus sesuai batas meja dan batas yang ditetapkan kasino untuk Anda.',
  'rules.table.bonus': 'Bonus',
  'rules.table.rounding': 'Pembulatan',
  'rules.table.rounding.down': 'Untung di bawah satuan terkecil dibulatkan ke bawah.',
  'rules.table.rounding.up': 'Untung di bawah satuan terkecil dibulatkan ke atas.',
  'rules.table.rounding.half_up':
    'Untung di bawah satuan terkecil dibulatkan ke yang terdekat, setengah ke atas.',
  'rules.table.odds': 'Odds',
  'rules.table.odds.to_one': 'Odds ditulis per satu: 8:1 membayar 8 untuk setiap 1, dan taruhan kembali.',
  'rules.table.odds.with_stake': 'Odds termasuk taruhan: x9 membayar 9 untuk setiap 1, termasuk taruhan.',
  'rules.table.roads': 'Peta jalan',
  'rules.document.intro': 'Dokumen yang dipakai meja ini, versi {version}.',

  'roads.legend.banker_pair': 'Titik merah: Banker Pair',
  'roads.legend.player_pair': 'Titik biru: Player Pair',
  'roads.legend.natural': 'Titik emas: natural',
  'roads.legend.six': 'Kotak emas: Banker menang dengan 6',
  'roads.legend.tie': 'Garis hijau: seri, dengan angka mulai dua kali',
  'roads.legend.derived':
    'Jalan turunan: merah berulang, biru tidak. Tanda biru punya titik atau celah di tengah',

  'rules.first': 'Dua hal yang perlu diketahui',
  'rules.first.push': 'Jika seri, taruhan {spots} kembali.',
  'rules.first.pays': 'Banker membayar {odds}.',
  'rules.first.commission': 'Banker membayar {odds}: satu banding satu dikurangi komisi.',
  'rules.first.close': 'Mengerti',
};
