// The texts of Auto, in Spanish.
import type { Translation } from '../areas';

export const texts: Translation<'auto'> = {
  'auto.open': 'Auto',
  'auto.title': 'Apuestas automáticas',
  'auto.intro': 'La casa coloca estas apuestas por ti en cada ronda, también con esta página cerrada.',
  'auto.rounds': 'Rondas',
  'auto.rounds.hint': 'De 1 a {most, number} rondas. Puedes parar cuando quieras.',
  'auto.unreadable': 'Escribe un número entero de 1 a {most, number}.',
  'auto.start': 'Empezar',
  'auto.replaces': 'Sustituye al Auto que está en marcha.',
  'auto.none': 'Coloca fichas primero. Son las apuestas que Auto repite.',
  'auto.unclear': 'Confirma o deshaz primero tus fichas, para que quede claro qué apuestas repite Auto.',
  'auto.running': 'Auto: {rounds, plural, one {queda # ronda} other {quedan # rondas}}',
  'auto.running.last': 'Auto: última ronda',
  'auto.stop_at.lost': 'Parar si pierdo',
  'auto.stop_at.won': 'Parar si gano',
  'auto.stop_at.never': 'nunca',
  'auto.stop_at.bad': 'Escribe un importe o déjalo vacío.',
  'auto.stop_at.note':
    'Esta página cuenta tus resultados en la mesa y para Auto: mantenla abierta. Los límites que valen sin ella están en Límites.',
  'auto.stop_at.now': 'Para en {bounds}, ahora {net}',
  'auto.stopped_at.lost': 'Auto se paró: llegó a la pérdida que fijaste.',
  'auto.stopped_at.won': 'Auto se paró: llegó a la ganancia que fijaste.',
  'auto.stop': 'Parar',
  'auto.stopping': 'Parando…',
  'auto.offline': 'No hay conexión. Inténtalo cuando vuelva.',
  'auto.ended.played': 'Auto ha colocado sus últimas apuestas.',
  'auto.ended.stopped':
    'Auto se paró cuando {rounds, plural, one {quedaba # ronda} other {quedaban # rondas}}.',
  'auto.ended.seat_lost':
    'Auto terminó con tu asiento cuando {rounds, plural, one {quedaba # ronda} other {quedaban # rondas}}.',
  'auto.ended.refused':
    'Auto terminó cuando {rounds, plural, one {quedaba # ronda} other {quedaban # rondas}}: {why}',
  'auto.ended.other':
    'Auto terminó cuando {rounds, plural, one {quedaba # ronda} other {quedaban # rondas}}.',
  'auto.refused.insufficient_funds': 'tu saldo es demasiado bajo.',
  'auto.refused.stake_limit': 'has llegado a tu propio límite de apuestas.',
  'auto.refused.loss_limit': 'has llegado a tu propio límite de pérdidas.',
  'auto.refused.time_limit': 'has llegado a tu propio límite de tiempo.',
  'auto.refused.reality_check_due': 'un control de realidad espera tu respuesta.',
  'auto.refused.paused': 'estás en una pausa.',
  'auto.refused.excluded': 'estás excluido de las apuestas.',
  'auto.refused.spot_closed': 'una de sus apuestas está cerrada hasta el final del zapato.',
  'auto.refused.above_maximum': 'una de sus apuestas supera el máximo.',
  'auto.refused.below_minimum': 'una de sus apuestas no llega al mínimo.',
  'auto.refused.exposure_limit': 'la mesa no admite más en un lado.',
  'auto.refused.bonus_rule': 'demasiado bono para estas apuestas.',
  'auto.refused.other': 'se rechazó una apuesta.',
};
