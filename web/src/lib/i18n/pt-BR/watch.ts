// The texts of the checks of a table in play, in Brazilian Portuguese. The lines of the checks are the program's own.
import type { Translation } from '../areas';

export const texts: Translation<'watch'> = {
  'watch.mark.checked': 'Verificado',
  'watch.mark.waiting': 'Verificando',
  'watch.mark.no_proof': 'Sem prova',
  'watch.mark.live': 'Prova no fim',
  'watch.mark.failed': 'Falhou',
  'watch.mark.missing': 'Não verificado aqui',
  'watch.cards': '{count, plural, one {# carta verificada} other {# cartas verificadas}}',
  'watch.title': 'Verificações deste sapato',
  'watch.intro':
    'Este aparelho verifica cada carta no momento em que ela é mostrada e não envia o resultado. Enquanto você tem lugar, ele envia um número aleatório seu para cada novo sapato.',
  'watch.waiting': 'Nada de errado até agora. A ordem ainda não foi selada, ou algo está a caminho.',
  'watch.verdict':
    '{cards, plural, =0 {Verificado: a ordem está selada e nenhuma carta foi mostrada.} one {Verificado: # carta, a próxima da ordem selada.} other {Verificado: # cartas, cada uma a próxima da ordem selada.}}',
  'watch.verdict.bets':
    '{cards, plural, =0 {Verificado: a ordem está selada e nenhuma carta foi mostrada;} one {Verificado: # carta, a próxima da ordem selada;} other {Verificado: # cartas, cada uma a próxima da ordem selada;}} {rounds, plural, one {suas apostas de # rodada, fixadas antes da primeira carta.} other {suas apostas de # rodadas, fixadas antes da primeira carta de cada uma.}}',
  'watch.open': 'Não verificado, e por quê',
  'watch.number': 'Seu número para este sapato',
  'watch.copy': 'Copiar',
  'watch.copied': 'Copiado',
  'watch.no_proof': 'Este sapato foi aberto antes de os sapatos terem prova. O próximo tem.',
  'watch.live':
    'Um aparelho lê e assina cada carta deste sapato. Quando ele termina, os registros provam as cartas.',
  'watch.missing':
    'Este navegador não consegue fazer as verificações. Você ainda pode verificar o arquivo de prova em outro lugar.',
  'watch.commitment': 'Compromisso',
  'watch.root': 'Raiz das cartas',
  'watch.head': 'Registro até o nº {no}',
  'watch.head.hint':
    'Jogadores desta mesa que comparam estes dígitos devem ver os mesmos após o mesmo número.',
  'watch.file': 'Salvar o arquivo',
  'watch.verify': 'Verificar um arquivo',
  'watch.again': 'Recomeçar com esta casa',
  'watch.again.hint':
    'Esta casa tem outra chave ou outro registro que na sua última visita. Recomece só se souber por quê; por exemplo, se for uma casa sua que você reinstalou.',
  'watch.alarm.record': 'O registro público desta mesa não é válido.',
  'watch.alarm.key': 'A casa assina com uma chave diferente da que você conhece.',
  'watch.alarm.promise': 'Este sapato não é aquele com que a casa se comprometeu.',
  'watch.alarm.order': 'A ordem das cartas não é a selada.',
  'watch.alarm.cards': 'Foi mostrada uma carta que não é a próxima da ordem selada.',
  'watch.alarm.rounds': 'Uma rodada não foi dada como diz o registro.',
  'watch.alarm.wagers': 'Suas apostas não foram fixadas como sua tela mostra.',
  'watch.alarm.do': 'Pare de apostar e guarde o arquivo.',
};
