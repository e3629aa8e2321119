// The texts of a round that is corrected, in Brazilian Portuguese.
import type { Translation } from '../areas';

export const texts: Translation<'corrected'> = {
  'corrected.round': '{table}, a rodada {round} foi corrigida: {result}',
  'corrected.you': 'A rodada {round} foi corrigida. Seu resultado não muda.',
  'corrected.you.more': 'A rodada {round} foi corrigida. Seu resultado melhora em {amount}.',
  'corrected.you.less': 'A rodada {round} foi corrigida. Seu resultado piora em {amount}.',
};
