// The texts of the roads panel, in Spanish.
import type { Translation } from '../areas';

export const texts: Translation<'roads'> = {
  'roads.zoom': 'Zoom',
  'roads.zoom.in': 'Ampliar',
  'roads.zoom.out': 'Reducir',
  'roads.zoom.now': 'Zoom {zoom} de {most}.',
  'roads.zoom.auto': 'Zoom por fase',
  'roads.zoom.auto.help':
    'Amplía mientras puedes apostar y reduce mientras se reparten cartas. El zoom manual lo desactiva.',
  'roads.settings': 'Ajustes de las rutas',
  'roads.letters': 'Signos en la big road',
  'roads.letters.help':
    'Sin signos, los anillos de Player tienen un punto en el centro. Los anillos con un número de empates están abiertos a los lados para Player.',
  'roads.signs': 'Signos',
  'roads.signs.auto': 'Según el idioma: {signs}',
  'roads.shoe': 'Zapato',
  'roads.shoe.open': 'Este zapato',
  'roads.shoe.ended': 'Zapato {shoe}',
  'roads.share': '{percent} %',
  'roads.sheet.full': 'La hoja está llena: la próxima marca la borra.',
  'roads.slide': '{no} de {count}: {name}',
  'roads.slide.derived': 'Rutas derivadas',
  'roads.slide.next': 'Ruta siguiente',
  'roads.slide.previous': 'Ruta anterior',
  'roads.strip.more': 'Mostrar todas las rutas',
  'roads.ask.grows':
    'Si ahora gana {side}: la racha en la big road llega a {count}; big eye boy {eye}, small road {small}, cockroach pig {pig}.',
  'roads.ask.begins':
    'Si ahora gana {side}: nueva columna en la big road; big eye boy {eye}, small road {small}, cockroach pig {pig}.',
  'roads.ask.marks': 'Big eye boy {eye}, small road {small}, cockroach pig {pig}',
};
