// The texts of a card that lies face down and is turned, in Spanish.
import type { Translation } from '../areas';

export const texts: Translation<'squeeze'> = {
  'squeeze.grip': '{side}, carta {place}: levantar o mostrar',
  'squeeze.edge.blank': 'El borde no muestra marcas',
  'squeeze.edge.two': 'El borde muestra dos marcas',
  'squeeze.edge.three': 'El borde muestra tres marcas',
  'squeeze.edge.four': 'El borde muestra cuatro marcas',
  'squeeze.edge.picture': 'El borde muestra una figura',
  'squeeze.seconds': 'Quedan {seconds} s',
  'squeeze.open': 'Mostrar las cartas',
  'settings.show_name': 'Mostrar mi nombre al girar cartas',
  'settings.show_name.help': 'Todos en la mesa lo leen junto a las cartas que giras',
  'squeeze.you': 'Tú giras las cartas de {side}.',
  'squeeze.named': '{name} gira las cartas de {side}.',
  'squeeze.somebody': 'Un cliente gira las cartas de {side}.',
};
