// The texts of Auto, in Brazilian Portuguese.
import type { Translation } from '../areas';

export const texts: Translation<'auto'> = {
  'auto.open': 'Auto',
  'auto.title': 'Apostas automáticas',
  'auto.intro': 'A casa faz estas apostas por você em cada rodada, mesmo com esta página fechada.',
  'auto.rounds': 'Rodadas',
  'auto.rounds.hint': 'De 1 a {most, number} rodadas. Você pode parar quando quiser.',
  'auto.unreadable': 'Digite um número inteiro de 1 a {most, number}.',
  'auto.start': 'Começar',
  'auto.replaces': 'Substitui o Auto em andamento.',
  'auto.none': 'Coloque fichas primeiro. São as apostas que o Auto repete.',
  'auto.unclear': 'Confirme ou desfaça suas fichas primeiro, para ficar claro quais apostas o Auto repete.',
  'auto.running': 'Auto: {rounds, plural, one {falta # rodada} other {faltam # rodadas}}',
  'auto.running.last': 'Auto: última rodada',
  'auto.stop_at.lost': 'Parar se perder',
  'auto.stop_at.won': 'Parar se ganhar',
  'auto.stop_at.never': 'nunca',
  'auto.stop_at.bad': 'Digite um valor ou deixe vazio.',
  'auto.stop_at.note':
    'Esta página conta seus resultados na mesa e para o Auto: mantenha-a aberta. Os limites que valem sem ela estão em Limites.',
  'auto.stop_at.now': 'Para em {bounds}, agora {net}',
  'auto.stopped_at.lost': 'O Auto parou: chegou à perda que você definiu.',
  'auto.stopped_at.won': 'O Auto parou: chegou ao ganho que você definiu.',
  'auto.stop': 'Parar',
  'auto.stopping': 'Parando…',
  'auto.offline': 'Sem conexão. Tente de novo quando ela voltar.',
  'auto.ended.played': 'O Auto fez as últimas apostas.',
  'auto.ended.stopped':
    'O Auto parou quando {rounds, plural, one {faltava # rodada} other {faltavam # rodadas}}.',
  'auto.ended.seat_lost':
    'O Auto terminou com seu lugar quando {rounds, plural, one {faltava # rodada} other {faltavam # rodadas}}.',
  'auto.ended.refused':
    'O Auto terminou quando {rounds, plural, one {faltava # rodada} other {faltavam # rodadas}}: {why}',
  'auto.ended.other':
    'O Auto terminou quando {rounds, plural, one {faltava # rodada} other {faltavam # rodadas}}.',
  'auto.refused.insufficient_funds': 'seu saldo é baixo demais.',
  'auto.refused.stake_limit': 'você chegou ao seu próprio limite de apostas.',
  'auto.refused.loss_limit': 'você chegou ao seu próprio limite de perdas.',
  'auto.refused.time_limit': 'você chegou ao seu próprio limite de tempo.',
  'auto.refused.reality_check_due': 'um lembrete de jogo espera sua resposta.',
  'auto.refused.paused': 'você está em uma pausa.',
  'auto.refused.excluded': 'você está excluído das apostas.',
  'auto.refused.spot_closed': 'uma das apostas está fechada até o fim do sapato.',
  'auto.refused.above_maximum': 'uma das apostas está acima do máximo.',
  'auto.refused.below_minimum': 'uma das apostas está abaixo do mínimo.',
  'auto.refused.exposure_limit': 'a mesa não aceita mais em um lado.',
  'auto.refused.bonus_rule': 'bônus demais para estas apostas.',
  'auto.refused.other': 'uma aposta foi recusada.',
};
