// The texts of the live picture of a table, and of its dealer, in Brazilian Portuguese.
import type { Translation } from '../areas';

export const texts: Translation<'picture'> = {
  'dealer.name': 'Crupiê {name}',
  'dealer.since': 'Crupiê {name}, desde {time}',
  'card_notice.spare': 'Queimada, carta a mais: {cards}',
  'card_notice.early': 'Queimada, cedo demais: {cards}',
  'card_notice.void': 'Queimada com a rodada anulada: {cards}',
  'card_notice.beyond': 'Queimada, não era mais precisa: {cards}',
  'shoe.counting': 'As cartas restantes são contadas',
  'card_notice.hand_over': 'Queimada, troca de crupiê: {cards}',
  'card_notice.other': 'Queimada: {cards}',
  'card_notice.unseen': 'uma carta não lida',
  'card_notice.amended': '{side}: {to}, e não {from} como foi lido',
  'picture.switch': 'Imagem',
  'picture.film': 'Imagem da mesa',
  'picture.starting': 'A imagem está carregando',
  'picture.live': 'Ao vivo',
  'picture.delayed': 'A imagem está {seconds, plural, one {# segundo} other {# segundos}} atrás da mesa',
  'picture.stalled': 'A imagem está parada. A mesa continua',
  'picture.none': 'Não há imagem no momento. A mesa continua',
  'picture.full': 'Há pessoas demais vendo a imagem no momento. A mesa continua',
  'picture.play': 'Reproduzir a imagem',
  'picture.back': 'A imagem está ao vivo de novo',
  'picture.in_step': 'Em sincronia com a imagem',
  'picture.in_step.help':
    'As cartas e os resultados aparecem quando a imagem os mostra. O relógio e suas apostas nunca esperam por ela.',
  'picture.log_in': 'Jogue como convidado ou entre para ver a imagem',
};
