// The texts of the rules dialog, in Brazilian Portuguese.
import type { Translation } from '../areas';

export const texts: Translation<'rules'> = {
  'rules.play': 'Como jogar',
  'rules.play.wager': 'Coloque fichas em uma ou mais apostas e confirme antes do fim da contagem.',
  'rules.play.sides':
    'Jogador e Banca são os nomes de duas mãos. Vence a mais próxima de 9. Aposte em uma das mãos ou no empate.',
  'rules.play.points':
    'O ás vale 1; 10 e figuras valem 0. Só conta o último algarismo da soma: 7 e 8 dão 15, que vale 5.',
  'rules.play.draw':
    'Cada mão recebe duas cartas. Um 8 ou 9 (natural) encerra a rodada; senão, regras fixas decidem qual mão compra a terceira carta.',
  'rules.play.tie': 'No empate, as apostas em Jogador e Banca são devolvidas.',
  'rules.spots': 'Apostas, pagamentos e limites',
  'rules.spot': 'Aposta',
  'rules.odds': 'Paga',
  'rules.edge': 'Vantagem',
  'rules.edge.note':
    'A vantagem é o que a casa retém de uma aposta em média, sobre todas as {draws} ordens das seis primeiras cartas de um sapato completo. Uma aposta devolvida conta como aposta.',
  'rules.edge.failed': 'Não foi possível carregar as chances exatas.',
  'rules.wins': 'Vence',
  'rules.minimum': 'Mín.',
  'rules.maximum': 'Máx.',
  'rules.own': 'você: {amount}',
  'rules.own.closed': 'você: nada',
  'rules.own.note':
    'A casa definiu uma faixa para você (“você”). A aposta deve caber nos limites da mesa e na sua faixa.',
  'rules.limits.note': 'Os limites valem para seu total em uma aposta e uma rodada.',
  'rules.closes': 'fechada desde a rodada {round}',
  'rules.conduct': 'Regras desta mesa',
  'rules.opposing.allowed': 'Você pode apostar em Jogador e Banca na mesma rodada.',
  'rules.opposing.refused': 'Você não pode apostar em Jogador e Banca na mesma rodada.',
  'rules.bonus':
    'Se ao menos uma das suas apostas der lucro em mais de {chance} das rodadas, o bônus pode ser no máximo {share} da sua aposta total. A mesa recusa apostas que quebram esta regra.',
  'rules.roads.clear': 'Uma rota cheia é limpa e recomeça.',
  'rules.roads.scroll': 'Uma rota cheia avança por colunas inteiras.',
  'rules.shoe': 'O sapato tem {size} cartas.',
  'rules.document': 'Regras completas',
  'rules.document.failed': 'Não foi possível carregar as regras.',
};
