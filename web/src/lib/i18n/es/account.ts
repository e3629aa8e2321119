// The texts of log-in, account, sessions, second factor and staff, in Spanish.
import type { Translation } from '../areas';

export const texts: Translation<'account'> = {
  'account.keep.intro':
    'Juegas como invitado, solo en este navegador. Con un apodo y una contraseña conservas saldo e historial, y entras desde cualquier dispositivo.',
  'account.keep.action': 'Abrir cuenta',
  'account.kept': 'Tu cuenta está abierta. Has entrado en este dispositivo.',
  'account.none': 'No has entrado.',
  'account.nickname.hint': 'Sirve para entrar y puede verlo quien esté en la mesa.',
  'account.password': 'Contraseña',
  'account.password.new': 'Contraseña nueva',
  'account.password.present': 'Contraseña actual',
  'account.password.hint': 'Al menos 8 caracteres, difícil de adivinar: varias palabras sin relación.',
  'account.password.show': 'Mostrar',
  'account.password.hide': 'Ocultar',
  'account.password.wrong': 'Esa no es tu contraseña.',
  'account.password.change': 'Cambiar contraseña',
  'account.password.change.intro': 'Después se cierra la sesión en los demás dispositivos.',
  'account.password.changed': 'Contraseña cambiada. Se cerró la sesión en los demás dispositivos.',

  'log_in.enter': 'Entrar',
  'log_in.no_account': '¿Aún no tienes cuenta?',
  'log_in.name.staff': 'Nombre',
  'log_in.guest': 'Al entrar termina el invitado {name} en este navegador, con su saldo.',
  'sign_up.enter': 'Crear cuenta',
  'sign_up.has_account': '¿Tienes cuenta?',
  'code.label': 'Código',
  'code.hint':
    'Solo si usas verificación en dos pasos: las seis cifras de tu aplicación o un código de recuperación.',
  'code.hint.in_use': 'Las seis cifras de tu aplicación o un código de recuperación.',

  'sessions.title': 'Dónde has entrado',
  'sessions.intro': 'Cierra la sesión en un dispositivo que ya no usas o no conoces.',
  'sessions.failed': 'No se pudieron cargar tus sesiones.',
  'sessions.current': 'Este dispositivo',
  'sessions.unnamed': 'Otro dispositivo',
  'sessions.program': 'Un programa',
  'sessions.used': 'Último uso {last}, entrada {since}',
  'sessions.revoke.label': 'Cerrar sesión: {name}',
  'sessions.everywhere': 'Cerrar en todas partes',
  'sessions.everywhere.confirm': '¿Cerrar la sesión en todos los dispositivos, también en este?',

  'second_factor.title': 'Verificación en dos pasos',
  'second_factor.intro':
    'Con la verificación en dos pasos, para entrar hacen falta tu contraseña y un código de una aplicación del móvil. Quien solo sepa tu contraseña no puede entrar.',
  'second_factor.needed':
    'El personal necesita antes la verificación en dos pasos: una aplicación del móvil muestra un código, que se pide cada vez que se entra.',
  'second_factor.in_use': 'En uso. Cada vez que entres se pide un código de tu aplicación.',
  'second_factor.set_up': 'Configurar',
  'second_factor.scan':
    'Escanea este código con una aplicación de autenticación o ábrelo en este dispositivo. Luego escribe las seis cifras que muestra.',
  'second_factor.qr': 'Código QR para una aplicación de autenticación',
  'second_factor.open': 'Abrir en una aplicación',
  'second_factor.secret': 'O escribe esta clave en la aplicación',
  'second_factor.first_code': 'Código de la aplicación',
  'second_factor.first_code.hint': 'Seis cifras. Después se cierra la sesión en los demás dispositivos.',
  'second_factor.confirm': 'Confirmar',
  'second_factor.remove': 'Quitar la verificación',
  'second_factor.removed':
    'La verificación en dos pasos se ha quitado. Se cerró la sesión en los demás dispositivos.',
  'second_factor.renew': 'Nuevos códigos de recuperación',
  'second_factor.wrong_proof': 'La contraseña o el código no son correctos. Cada código vale solo una vez.',

  'recovery.title': 'Tus códigos de recuperación',
  'recovery.intro':
    'Cada uno sustituye una vez al código de tu aplicación, por si la pierdes. Solo se muestran ahora: apúntalos o guárdalos con tus contraseñas.',
  'recovery.stored': 'Los he guardado',
  'recovery.copy': 'Copiar',
  'recovery.copied': 'Los códigos de recuperación están en tu portapapeles.',
  'recovery.not_copied': 'El navegador no permite copiar. Apunta los códigos.',

  'staff.number': 'Número',
  'staff.roles': 'Funciones',
  'staff.new': '¿Tienes un código de un solo uso?',
  'staff.console': 'Abrir la consola',
  'staff.is_patron': 'Has entrado como el cliente {name}. Cierra antes la sesión.',
  'role.dealer': 'Crupier',
  'role.supervisor': 'Supervisor',
  'role.manager': 'Gerente',
  'role.auditor': 'Auditor',

  'enrol.step': 'Fija tu contraseña',
  'enrol.intro':
    'Un gerente te dio un código de un solo uso. Con él fijas tu primera contraseña; después, la verificación en dos pasos.',
  'enrol.name': 'Tu nombre',
  'enrol.name.hint': 'Como lo escribió el gerente.',
  'enrol.code': 'Código de un solo uso',
  'enrol.code.hint': 'Vale una vez, durante siete días.',
  'enrol.wrong':
    'El nombre o el código no son correctos, o el código ya se usó o caducó. Pide otro a un gerente.',
  'enrol.enter': 'Fijar contraseña',
};
