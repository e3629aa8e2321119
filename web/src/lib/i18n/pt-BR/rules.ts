// The texts of the rules dialog, in Brazilian Portuguese.
import type { Translation } from '../areas';

export const texts: Translation<'rules'> = {
  'rules.spots': 'Apostas, pagamentos e limites',
  'rules.edge': 'Vantagem',
  'rules.edge.failed': 'Não foi possível carregar as chances exatas.',
  'rules.wins': 'Vence',
  'rules.own': 'você: {amount}',
  'rules.own.closed': 'você: nada',
  'rules.own.note':
    'A casa definiu uma faixa para você (“você”). A aposta deve caber nos limites da mesa e na sua faixa.',
  'rules.limits.note': 'Os limites valem para seu total em uma aposta e uma rodada.',
  'rules.conduct': 'Regras desta mesa',
  'rules.opposing.allowed': 'Você pode apostar em Jogador e Banca na mesma rodada.',
  'rules.opposing.refused': 'Você não pode apostar em Jogador e Banca na mesma rodada.',
  'rules.bonus':
    'Se ao menos uma das suas apostas der lucro em mais de {chance} das rodadas, o bônus pode ser no máximo {share} da sua aposta total. A mesa recusa apostas que quebram esta regra.',
  'rules.roads.clear': 'Uma rota cheia é limpa e recomeça.',
  'rules.roads.scroll': 'Uma rota cheia avança por colunas inteiras.',
  'rules.document': 'Regras completas',
  'rules.document.failed': 'Não foi possível carregar as regras.',
};
