// The texts of the checks of a table in play, in Spanish. The lines of the checks are the program's own.
import type { Translation } from '../areas';

export const texts: Translation<'watch'> = {
  'watch.mark.checked': 'Verificado',
  'watch.mark.waiting': 'Verificando',
  'watch.mark.no_proof': 'Sin prueba',
  'watch.mark.live': 'Prueba al final',
  'watch.mark.failed': 'Falló',
  'watch.mark.missing': 'No verificado aquí',
  'watch.cards': '{count, plural, one {# carta verificada} other {# cartas verificadas}}',
  'watch.title': 'Comprobaciones de este zapato',
  'watch.intro':
    'Este dispositivo verifica cada carta en el momento en que se muestra y no envía el resultado. Mientras tienes asiento, envía un número aleatorio tuyo para cada zapato nuevo.',
  'watch.waiting': 'Nada falla hasta ahora. El orden aún no está sellado, o algo está en camino.',
  'watch.verdict':
    '{cards, plural, =0 {Verificado: el orden está sellado y aún no se mostró ninguna carta.} one {Verificado: # carta, la siguiente del orden sellado.} other {Verificado: # cartas, cada una la siguiente del orden sellado.}}',
  'watch.verdict.bets':
    '{cards, plural, =0 {Verificado: el orden está sellado y aún no se mostró ninguna carta;} one {Verificado: # carta, la siguiente del orden sellado;} other {Verificado: # cartas, cada una la siguiente del orden sellado;}} {rounds, plural, one {tus apuestas de # ronda, fijadas antes de su primera carta.} other {tus apuestas de # rondas, fijadas antes de su primera carta.}}',
  'watch.open': 'Sin comprobar, y por qué',
  'watch.number': 'Tu número para este zapato',
  'watch.copy': 'Copiar',
  'watch.copied': 'Copiado',
  'watch.no_proof': 'Este zapato se abrió antes de que los zapatos tuvieran prueba. El siguiente la tiene.',
  'watch.live':
    'Un aparato lee y firma cada carta de este zapato. Cuando termina, sus registros prueban las cartas.',
  'watch.missing':
    'Este navegador no puede hacer las comprobaciones. Aún puedes verificar el archivo de prueba en otro lugar.',
  'watch.commitment': 'Compromiso',
  'watch.root': 'Raíz de las cartas',
  'watch.head': 'Registro hasta el n.º {no}',
  'watch.head.hint':
    'Los jugadores de esta mesa que comparen estos dígitos deben ver los mismos tras el mismo número.',
  'watch.file': 'Guardar el archivo',
  'watch.verify': 'Verificar un archivo',
  'watch.again': 'Empezar de nuevo con esta casa',
  'watch.again.hint':
    'Esta casa tiene otra clave u otro registro que en tu última visita. Empieza de nuevo solo si sabes por qué; por ejemplo, si es una casa tuya que volviste a instalar.',
  'watch.alarm.record': 'El registro público de esta mesa no es válido.',
  'watch.alarm.key': 'La casa firma con una clave distinta de la que conoces.',
  'watch.alarm.promise': 'Este zapato no es aquel al que la casa se comprometió.',
  'watch.alarm.order': 'El orden de las cartas no es el sellado.',
  'watch.alarm.cards': 'Se mostró una carta que no es la siguiente del orden sellado.',
  'watch.alarm.rounds': 'Una ronda no se repartió como dice su registro.',
  'watch.alarm.wagers': 'Tus apuestas no se fijaron como las muestra tu pantalla.',
  'watch.alarm.do': 'Deja de apostar y guarda el archivo.',
};
