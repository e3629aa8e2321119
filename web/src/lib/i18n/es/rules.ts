// The texts of the rules dialog, in Spanish.
import type { Translation } from '../areas';

export const texts: Translation<'rules'> = {
  'rules.spots': 'Apuestas, pagos y límites',
  'rules.edge': 'Ventaja',
  'rules.edge.failed': 'No se pudieron cargar las probabilidades exactas.',
  'rules.wins': 'Gana',
  'rules.own': 'tú: {amount}',
  'rules.own.closed': 'tú: nada',
  'rules.own.note':
    'La casa te fijó un margen («tú»). La apuesta debe respetar los límites de la mesa y tu margen.',
  'rules.limits.note': 'Los límites se aplican a tu total en una apuesta y una ronda.',
  'rules.conduct': 'Reglas de esta mesa',
  'rules.opposing.allowed': 'Puedes apostar a Jugador y a Banca en la misma ronda.',
  'rules.opposing.refused': 'No puedes apostar a Jugador y a Banca en la misma ronda.',
  'rules.bonus':
    'Si al menos una de tus apuestas da beneficio en más del {chance} de las rondas, el bono puede ser como máximo el {share} de tu apuesta total. La mesa rechaza lo que incumpla esta regla.',
  'rules.roads.clear': 'Una ruta llena se borra y vuelve a empezar.',
  'rules.roads.scroll': 'Una ruta llena avanza por columnas enteras.',
  'rules.document': 'Reglas completas',
  'rules.document.failed': 'No se pudieron cargar las reglas.',
};
