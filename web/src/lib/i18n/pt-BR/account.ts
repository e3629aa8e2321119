// The texts of log-in, account, sessions, second factor and staff, in Brazilian Portuguese.
import type { Translation } from '../areas';

export const texts: Translation<'account'> = {
  'account.keep.intro':
    'Você joga como convidado, só neste navegador. Com apelido e senha você mantém saldo e histórico e entra de qualquer aparelho.',
  'account.keep.action': 'Abrir conta',
  'account.kept': 'Sua conta está aberta. Você entrou neste aparelho.',
  'account.none': 'Você não entrou.',
  'account.nickname.hint': 'Você entra com ele, e outros na mesa podem vê-lo.',
  'account.password': 'Senha',
  'account.password.new': 'Nova senha',
  'account.password.present': 'Senha atual',
  'account.password.hint': 'Ao menos 8 caracteres, difícil de adivinhar: várias palavras sem relação.',
  'account.password.show': 'Mostrar',
  'account.password.hide': 'Ocultar',
  'account.password.wrong': 'Esta não é sua senha.',
  'account.password.change': 'Mudar senha',
  'account.password.change.intro': 'Depois disso, todos os outros aparelhos saem da conta.',
  'account.password.changed': 'Senha mudada. Todos os outros aparelhos saíram da conta.',

  'log_in.enter': 'Entrar',
  'log_in.no_account': 'Ainda sem conta?',
  'log_in.name.staff': 'Nome',
  'log_in.guest': 'Ao entrar, o convidado {name} neste navegador termina, com seu saldo.',
  'sign_up.enter': 'Criar conta',
  'sign_up.has_account': 'Já tem conta?',
  'code.label': 'Código',
  'code.hint':
    'Só se você usa verificação em duas etapas: os seis dígitos do aplicativo ou um código de recuperação.',
  'code.hint.in_use': 'Os seis dígitos do aplicativo ou um código de recuperação.',

  'sessions.title': 'Onde você entrou',
  'sessions.intro': 'Saia em um aparelho que não usa mais ou não conhece.',
  'sessions.failed': 'Não foi possível carregar suas sessões.',
  'sessions.current': 'Este aparelho',
  'sessions.unnamed': 'Outro aparelho',
  'sessions.program': 'Um programa',
  'sessions.used': 'Último uso {last}, entrada {since}',
  'sessions.revoke.label': 'Sair: {name}',
  'sessions.everywhere': 'Sair de tudo',
  'sessions.everywhere.confirm': 'Sair em todos os aparelhos, inclusive neste?',

  'second_factor.title': 'Verificação em duas etapas',
  'second_factor.intro':
    'Com a verificação em duas etapas, entrar exige sua senha e um código de um aplicativo do celular. Quem souber só sua senha não consegue entrar.',
  'second_factor.needed':
    'A equipe precisa antes da verificação em duas etapas: um aplicativo do celular mostra um código, pedido a cada entrada.',
  'second_factor.in_use': 'Em uso. Cada entrada pede um código do aplicativo.',
  'second_factor.set_up': 'Configurar',
  'second_factor.scan':
    'Escaneie este código com um aplicativo autenticador ou abra-o neste aparelho. Depois digite os seis dígitos mostrados.',
  'second_factor.qr': 'Código QR para um aplicativo autenticador',
  'second_factor.open': 'Abrir em um aplicativo',
  'second_factor.secret': 'Ou digite esta chave no aplicativo',
  'second_factor.first_code': 'Código do aplicativo',
  'second_factor.first_code.hint': 'Seis dígitos. Depois, todos os outros aparelhos saem da conta.',
  'second_factor.confirm': 'Confirmar',
  'second_factor.remove': 'Remover verificação',
  'second_factor.removed':
    'A verificação em duas etapas foi removida. Todos os outros aparelhos saíram da conta.',
  'second_factor.renew': 'Novos códigos de recuperação',
  'second_factor.wrong_proof': 'A senha ou o código está errado. Cada código vale só uma vez.',

  'recovery.title': 'Seus códigos de recuperação',
  'recovery.intro':
    'Cada um substitui uma vez o código do aplicativo, para quando você o perder. Só aparecem agora: anote-os ou guarde-os com suas senhas.',
  'recovery.stored': 'Já guardei',
  'recovery.copy': 'Copiar',
  'recovery.copied': 'Os códigos de recuperação foram copiados.',
  'recovery.not_copied': 'O navegador não permite copiar. Anote os códigos.',

  'staff.number': 'Número',
  'staff.roles': 'Funções',
  'staff.new': 'Tem um código de uso único?',
  'staff.console': 'Abrir o console',
  'staff.is_patron': 'Você entrou como o cliente {name}. Saia primeiro.',
  'role.dealer': 'Crupiê',
  'role.supervisor': 'Supervisor',
  'role.manager': 'Gerente',
  'role.auditor': 'Auditor',

  'enrol.step': 'Defina sua senha',
  'enrol.intro':
    'Um gerente lhe deu um código de uso único. Ele define sua primeira senha; depois vem a verificação em duas etapas.',
  'enrol.name': 'Seu nome',
  'enrol.name.hint': 'Como o gerente escreveu.',
  'enrol.code': 'Código de uso único',
  'enrol.code.hint': 'Vale uma vez, por sete dias.',
  'enrol.wrong':
    'O nome ou o código está errado, ou o código já foi usado ou venceu. Peça outro a um gerente.',
  'enrol.enter': 'Definir senha',
};
