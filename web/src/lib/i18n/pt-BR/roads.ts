// The texts of the roads panel, in Brazilian Portuguese.
import type { Translation } from '../areas';

export const texts: Translation<'roads'> = {
  'roads.zoom': 'Zoom',
  'roads.zoom.in': 'Ampliar',
  'roads.zoom.out': 'Reduzir',
  'roads.zoom.now': 'Zoom {zoom} de {most}.',
  'roads.zoom.auto': 'Zoom por fase',
  'roads.zoom.auto.help':
    'Amplia enquanto você pode apostar e reduz enquanto as cartas saem. O zoom manual desliga isto.',
  'roads.settings': 'Ajustes das rotas',
  'roads.letters': 'Sinais na big road',
  'roads.letters.help':
    'Sem sinais, os anéis do Player têm um ponto no meio. Anéis com número de empates são abertos nos lados para o Player.',
  'roads.signs': 'Sinais',
  'roads.signs.auto': 'Pelo idioma: {signs}',
  'roads.shoe': 'Sapato',
  'roads.shoe.open': 'Este sapato',
  'roads.shoe.ended': 'Sapato {shoe}',
  'roads.share': '{percent}%',
  'roads.sheet.full': 'A folha está cheia: a próxima marca a limpa.',
  'roads.slide': '{no} de {count}: {name}',
  'roads.slide.derived': 'Rotas derivadas',
  'roads.slide.next': 'Próxima rota',
  'roads.slide.previous': 'Rota anterior',
  'roads.strip.more': 'Mostrar todas as rotas',
  'roads.ask.grows':
    'Se {side} vencer agora: a sequência na big road vai a {count}; big eye boy {eye}, small road {small}, cockroach pig {pig}.',
  'roads.ask.begins':
    'Se {side} vencer agora: nova coluna na big road; big eye boy {eye}, small road {small}, cockroach pig {pig}.',
  'roads.ask.marks': 'Big eye boy {eye}, small road {small}, cockroach pig {pig}',
};
