// The texts of the rules dialog, in Spanish.
import type { Translation } from '../areas';

export const texts: Translation<'rules'> = {
  'rules.play': 'Cómo se juega',
  'rules.play.wager': 'Coloca fichas en una o varias apuestas y confirma antes de que acabe la cuenta atrás.',
  'rules.play.sides':
    'Jugador y Banca son los nombres de dos manos. Gana la más cercana a 9. Apuesta a una mano o al empate.',
  'rules.play.points':
    'El as vale 1; el 10 y las figuras valen 0. Solo cuenta la última cifra de la suma: 7 y 8 hacen 15, que vale 5.',
  'rules.play.draw':
    'Cada mano recibe dos cartas. Un 8 o un 9 (natural) termina la ronda; si no, reglas fijas deciden qué mano pide una tercera carta.',
  'rules.play.tie': 'Con empate, las apuestas a Jugador y Banca se devuelven.',
  'rules.spots': 'Apuestas, pagos y límites',
  'rules.spot': 'Apuesta',
  'rules.odds': 'Paga',
  'rules.edge': 'Ventaja',
  'rules.edge.note':
    'La ventaja es lo que la casa conserva de una apuesta en promedio, sobre los {draws} órdenes de las seis primeras cartas de un zapato completo. Una apuesta devuelta cuenta como apuesta.',
  'rules.edge.failed': 'No se pudieron cargar las probabilidades exactas.',
  'rules.wins': 'Gana',
  'rules.minimum': 'Mín.',
  'rules.maximum': 'Máx.',
  'rules.own': 'tú: {amount}',
  'rules.own.closed': 'tú: nada',
  'rules.own.note':
    'La casa te fijó un margen («tú»). La apuesta debe respetar los límites de la mesa y tu margen.',
  'rules.limits.note': 'Los límites se aplican a tu total en una apuesta y una ronda.',
  'rules.closes': 'cerrada desde la ronda {round}',
  'rules.conduct': 'Reglas de esta mesa',
  'rules.opposing.allowed': 'Puedes apostar a Jugador y a Banca en la misma ronda.',
  'rules.opposing.refused': 'No puedes apostar a Jugador y a Banca en la misma ronda.',
  'rules.bonus':
    'Si al menos una de tus apuestas da beneficio en más del {chance} de las rondas, el bono puede ser como máximo el {share} de tu apuesta total. La mesa rechaza lo que incumpla esta regla.',
  'rules.roads.clear': 'Una ruta llena se borra y vuelve a empezar.',
  'rules.roads.scroll': 'Una ruta llena avanza por columnas enteras.',
  'rules.shoe': 'El zapato tiene {size} cartas.',
  'rules.document': 'Reglas completas',
  'rules.document.failed': 'No se pudieron cargar las reglas.',
};
