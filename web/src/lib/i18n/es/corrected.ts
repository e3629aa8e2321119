// The texts of a round that is corrected, in Spanish.
import type { Translation } from '../areas';

export const texts: Translation<'corrected'> = {
  'corrected.round': '{table}, se corrigió la ronda {round}: {result}',
  'corrected.you': 'Se corrigió la ronda {round}. Tu resultado no cambia.',
  'corrected.you.more': 'Se corrigió la ronda {round}. Tu resultado mejora en {amount}.',
  'corrected.you.less': 'Se corrigió la ronda {round}. Tu resultado empeora en {amount}.',
};
