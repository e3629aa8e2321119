// The texts of a round that is corrected, in Indonesian.
import type { Translation } from '../areas';

export const texts: Translation<'corrected'> = {
  'corrected.round': '{table}, ronde {round} dikoreksi: {result}',
  'corrected.you': 'Ronde {round} dikoreksi. Hasil Anda tetap.',
  'corrected.you.more': 'Ronde {round} dikoreksi. Hasil Anda bertambah {amount}.',
  'corrected.you.less': 'Ronde {round} dikoreksi. Hasil Anda berkurang {amount}.',
};
