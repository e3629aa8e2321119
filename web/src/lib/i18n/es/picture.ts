// The texts of the live picture of a table, and of its dealer, in Spanish.
import type { Translation } from '../areas';

export const texts: Translation<'picture'> = {
  'dealer.name': 'Crupier {name}',
  'dealer.since': 'Crupier {name}, desde las {time}',
  'card_notice.spare': 'Quemada, una carta de más: {cards}',
  'card_notice.early': 'Quemada, demasiado pronto: {cards}',
  'card_notice.void': 'Quemada con la ronda anulada: {cards}',
  'card_notice.beyond': 'Quemada, ya no hacía falta: {cards}',
  'shoe.counting': 'Se cuentan las cartas que quedan',
  'card_notice.hand_over': 'Quemada, cambio de crupier: {cards}',
  'card_notice.other': 'Quemada: {cards}',
  'card_notice.unseen': 'una carta sin leer',
  'card_notice.amended': '{side}: {to}, y no {from} como se leyó',
  'picture.switch': 'Imagen',
  'picture.film': 'Imagen de la mesa',
  'picture.starting': 'La imagen se está cargando',
  'picture.live': 'En directo',
  'picture.delayed':
    'La imagen va {seconds, plural, one {# segundo} other {# segundos}} por detrás de la mesa',
  'picture.stalled': 'La imagen está parada. La mesa sigue',
  'picture.none': 'No hay imagen en este momento. La mesa sigue',
  'picture.full': 'Demasiadas personas ven la imagen en este momento. La mesa sigue',
  'picture.play': 'Reproducir la imagen',
  'picture.back': 'La imagen vuelve a estar en directo',
  'picture.in_step': 'En sincronía con la imagen',
  'picture.in_step.help':
    'Las cartas y los resultados aparecen cuando los muestra la imagen. El reloj y tus apuestas nunca la esperan.',
  'picture.log_in': 'Juega como invitado o inicia sesión para ver la imagen',
};
