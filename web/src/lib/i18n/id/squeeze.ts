// The texts of a card that lies face down and is turned, in Indonesian.
import type { Translation } from '../areas';

export const texts: Translation<'squeeze'> = {
  'squeeze.grip': '{side}, kartu {place}: angkat atau tunjukkan',
  'squeeze.edge.blank': 'Tepinya tanpa tanda',
  'squeeze.edge.two': 'Tepinya dua tanda',
  'squeeze.edge.three': 'Tepinya tiga tanda',
  'squeeze.edge.four': 'Tepinya empat tanda',
  'squeeze.edge.picture': 'Tepinya bergambar',
  'squeeze.seconds': 'Sisa {seconds} dtk',
  'squeeze.open': 'Tunjukkan kartu',
  'settings.show_name': 'Tampilkan nama saya saat membuka kartu',
  'settings.show_name.help': 'Semua orang di meja membacanya di samping kartu yang Anda buka',
  'squeeze.you': 'Anda membuka kartu {side}.',
  'squeeze.named': '{name} membuka kartu {side}.',
  'squeeze.somebody': 'Seorang pemain membuka kartu {side}.',
};
