// The texts of a card that lies face down and is turned, in Brazilian Portuguese.
import type { Translation } from '../areas';

export const texts: Translation<'squeeze'> = {
  'squeeze.grip': '{side}, carta {place}: levantar ou mostrar',
  'squeeze.edge.blank': 'A borda não mostra marcas',
  'squeeze.edge.two': 'A borda mostra duas marcas',
  'squeeze.edge.three': 'A borda mostra três marcas',
  'squeeze.edge.four': 'A borda mostra quatro marcas',
  'squeeze.edge.picture': 'A borda mostra uma figura',
  'squeeze.seconds': 'Faltam {seconds} s',
  'squeeze.open': 'Mostrar as cartas',
  'settings.show_name': 'Mostrar meu nome ao virar cartas',
  'settings.show_name.help': 'Todos na mesa o leem ao lado das cartas que você vira',
  'squeeze.you': 'Você vira as cartas de {side}.',
  'squeeze.named': '{name} vira as cartas de {side}.',
  'squeeze.somebody': 'Um cliente vira as cartas de {side}.',
};
