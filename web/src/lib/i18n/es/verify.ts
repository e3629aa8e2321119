// The texts of the screen that checks proof files, in Spanish.
import type { Translation } from '../areas';

export const texts: Translation<'verify'> = {
  'verify.intro':
    'Cada zapato tiene un archivo de prueba. Este dispositivo lo comprueba: no se envía nada y no hace falta conexión.',
  'verify.round': 'Tus apuestas y pagos de la ronda {round} se comprueban con el zapato.',
  'verify.round.no_proof': 'Este zapato se abrió antes de que los zapatos tuvieran prueba.',
  'verify.round.missing': 'No se pudo cargar la prueba de esta ronda.',
  'verify.drop': 'Suelta aquí archivos de prueba, de uno o de varios zapatos de una mesa.',
  'verify.choose': 'Elegir archivos',
  'verify.own': 'Añadir lo que solo tú sabes',
  'verify.own.intro': 'Todo es opcional. Así se pueden hacer más comprobaciones.',
  'verify.key': 'Clave de la casa',
  'verify.key.hint':
    'Tómala de donde la casa no pueda cambiarla solo para ti, como una página impresa u otros clientes.',
  'verify.key.kept': 'Es la clave que guarda este navegador.',
  'verify.nonce': 'Tu número para este zapato',
  'verify.nonce.hint': 'El nonce que tu página envió antes de la primera carta.',
  'verify.nonce.kept': 'El número que este navegador envió y guarda para este zapato.',
  'verify.digits': 'Se esperan 64 dígitos hexadecimales: 0 a 9, a a f.',
  'verify.wagers': 'Tus apuestas de una ronda',
  'verify.wagers.choose': 'Elegir un archivo',
  'verify.wagers.hint': 'Con este archivo se comprueban también tus apuestas y tus pagos.',
  'verify.wagers.unreadable': 'No se puede leer este archivo: {reason}',
  'verify.remove': 'Quitar',
  'verify.missing': 'No se pudieron cargar las comprobaciones.',
  'verify.no_beacon':
    'No se pudo cargar la comprobación de números públicos al azar. Recarga la página para tenerla.',
  'verify.records': 'Registros de un lector: {names}. Se comprueban con el archivo de prueba de su zapato.',
  'verify.large': '{name} pesa más de 1 MB y no se leyó.',
  'verify.no_text': '{name} no es un archivo de texto y no se leyó.',
  'verify.summary':
    '{count, plural, one {# archivo comprobado} other {# archivos comprobados}}, {failed, number} con fallos',
  'verify.clear': 'Quitar todos',
  'verify.no_key':
    'No se dio la clave de la casa. Por ahora, los archivos solo prueban que una misma clave los firmó.',
  'verify.kept':
    'Comprobado con la clave de la casa que guarda este navegador. Para un archivo de otra casa, indica su clave en «{where}».',
  'verify.shoe': 'Mesa {table}, zapato {shoe}',
  'verify.unreadable': 'No es un archivo de prueba',
  'verify.ok': 'Ninguna comprobación falló',
  'verify.failed': '{count, plural, one {# comprobación falló} other {# comprobaciones fallaron}}',
  'verify.counts': '{ok, number} correctas, {open, number} sin comprobar',
  'verify.open': 'Sin comprobar, y por qué',
  'verify.save.proof': 'Guardar el archivo de prueba',
  'verify.save.wagers': 'Guardar tus apuestas',
  'verify.save.in_play':
    'Este zapato sigue en juego: este es el archivo hasta ahora. Guárdalo otra vez cuando termine.',
  'verify.save.records': 'Guardar los registros del lector',
  'verify.limit':
    'Nadie puede comprobar si la casa contó a alguien el orden o las apuestas de otros. Un archivo no muestra cuándo se publicó.',
  'verify.limit.live':
    'Las firmas prueban qué dijo el lector y en qué orden. Que leyó la carta de la mesa lo muestra la grabación.',
  'verify.lines': 'Las líneas son las que imprime el programa «punto verify», en inglés.',
};
