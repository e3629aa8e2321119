// The texts of the screen that checks proof files, in Brazilian Portuguese.
import type { Translation } from '../areas';

export const texts: Translation<'verify'> = {
  'verify.intro':
    'Cada sapato tem um arquivo de prova. Este aparelho o confere: nada é enviado, e não é preciso conexão.',
  'verify.round': 'Suas apostas e pagamentos da rodada {round} são conferidos com o sapato.',
  'verify.round.no_proof': 'Este sapato foi aberto antes de os sapatos terem prova.',
  'verify.round.missing': 'Não foi possível carregar a prova desta rodada.',
  'verify.drop': 'Solte aqui arquivos de prova, de um ou de vários sapatos de uma mesa.',
  'verify.choose': 'Escolher arquivos',
  'verify.own': 'Incluir o que só você sabe',
  'verify.own.intro': 'Tudo é opcional. Com isso, mais conferências são feitas.',
  'verify.key': 'Chave da casa',
  'verify.key.hint':
    'Pegue-a onde a casa não possa mudá-la só para você, como uma página impressa ou outros clientes.',
  'verify.key.kept': 'Esta é a chave que este navegador guarda.',
  'verify.nonce': 'Seu número para este sapato',
  'verify.nonce.hint': 'O nonce que sua página enviou antes da primeira carta.',
  'verify.nonce.kept': 'O número que este navegador enviou e guarda para este sapato.',
  'verify.digits': 'São esperados 64 dígitos hexadecimais: 0 a 9, a a f.',
  'verify.wagers': 'Suas apostas de uma rodada',
  'verify.wagers.choose': 'Escolher um arquivo',
  'verify.wagers.hint': 'Com este arquivo, suas apostas e seus pagamentos também são conferidos.',
  'verify.wagers.unreadable': 'Não é possível ler este arquivo: {reason}',
  'verify.remove': 'Remover',
  'verify.missing': 'Não foi possível carregar as conferências.',
  'verify.no_beacon':
    'Não foi possível carregar a conferência de números públicos aleatórios. Recarregue a página para tê-la.',
  'verify.records': 'Registros de um leitor: {names}. Eles são conferidos com o arquivo de prova do sapato.',
  'verify.large': '{name} tem mais de 1 MB e não foi lido.',
  'verify.no_text': '{name} não é um arquivo de texto e não foi lido.',
  'verify.summary':
    '{count, plural, one {# arquivo conferido} other {# arquivos conferidos}}, {failed, number} com falhas',
  'verify.clear': 'Remover todos',
  'verify.no_key':
    'A chave da casa não foi informada. Por enquanto, os arquivos só provam que uma mesma chave os assinou.',
  'verify.kept':
    'Conferido com a chave da casa que este navegador guarda. Para um arquivo de outra casa, informe a chave dela em “{where}”.',
  'verify.shoe': 'Mesa {table}, sapato {shoe}',
  'verify.unreadable': 'Não é um arquivo de prova',
  'verify.ok': 'Nenhuma conferência falhou',
  'verify.failed': '{count, plural, one {# conferência falhou} other {# conferências falharam}}',
  'verify.counts': '{ok, number} corretas, {open, number} não conferidas',
  'verify.open': 'Não verificado, e por quê',
  'verify.save.proof': 'Salvar o arquivo de prova',
  'verify.save.wagers': 'Salvar suas apostas',
  'verify.save.in_play':
    'Este sapato ainda está em jogo: este é o arquivo até agora. Salve de novo quando ele acabar.',
  'verify.save.records': 'Salvar os registros do leitor',
  'verify.limit':
    'Ninguém pode conferir se a casa contou a alguém a ordem ou as apostas de outros. Um arquivo não mostra quando foi publicado.',
  'verify.limit.live':
    'As assinaturas provam o que o leitor disse e em que ordem. Que ele leu a carta da mesa, a gravação mostra.',
  'verify.lines': 'As linhas são as que o programa “punto verify” imprime, em inglês.',
};
