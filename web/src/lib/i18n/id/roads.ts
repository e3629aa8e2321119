// The texts of the roads panel, in Indonesian.
import type { Translation } from '../areas';

export const texts: Translation<'roads'> = {
  'roads.zoom': 'Zum',
  'roads.zoom.in': 'Perbesar',
  'roads.zoom.out': 'Perkecil',
  'roads.zoom.now': 'Zum {zoom} dari {most}.',
  'roads.zoom.auto': 'Zum menurut fase',
  'roads.zoom.auto.help':
    'Diperbesar saat Anda dapat bertaruh, diperkecil saat kartu dibagikan. Zum manual mematikannya.',
  'roads.settings': 'Pengaturan peta jalan',
  'roads.letters': 'Tanda di big road',
  'roads.letters.help':
    'Tanpa tanda, lingkaran Player bertitik di tengah. Lingkaran dengan jumlah seri terbuka di sisi-sisinya untuk Player.',
  'roads.signs': 'Tanda',
  'roads.signs.auto': 'Menurut bahasa: {signs}',
  'roads.shoe': 'Shoe',
  'roads.shoe.open': 'Shoe ini',
  'roads.shoe.ended': 'Shoe {shoe}',
  'roads.share': '{percent}%',
  'roads.sheet.full': 'Lembar penuh: tanda berikutnya menghapusnya.',
  'roads.slide': '{no} dari {count}: {name}',
  'roads.slide.derived': 'Jalan turunan',
  'roads.slide.next': 'Jalan berikutnya',
  'roads.slide.previous': 'Jalan sebelumnya',
  'roads.strip.more': 'Tampilkan semua jalan',
  'roads.ask.grows':
    'Jika {side} menang berikutnya: rentetan di big road menjadi {count}; big eye boy {eye}, small road {small}, cockroach pig {pig}.',
  'roads.ask.begins':
    'Jika {side} menang berikutnya: kolom baru di big road; big eye boy {eye}, small road {small}, cockroach pig {pig}.',
  'roads.ask.marks': 'Big eye boy {eye}, small road {small}, cockroach pig {pig}',
};
