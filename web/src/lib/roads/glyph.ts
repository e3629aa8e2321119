// Draws letters and digits as strokes, so that all letters of a road are one path.

/** The start of the pen, relative to the middle of the cell, and the strokes from there. */
type Glyph = readonly [dx: number, dy: number, strokes: string];

const GLYPHS: Readonly<Record<string, Glyph>> = {
  B: [-2.6, 0, 'h3.2a2.1,2.1 0 0 0 0,-4.2h-3.2v8.6h3.6a2.2,2.2 0 0 0 0,-4.4'],
  P: [-2.4, 4.4, 'v-8.7h2.9a2.5,2.5 0 0 1 0,5h-2.9'],
  T: [-3.2, -4.1, 'h6.4m-3.2,0v8.4'],
  0: [0, -4, 'a2.1,4 0 0 1 0,8a2.1,4 0 0 1 0,-8'],
  1: [-1.5, -2.5, 'l1.7,-1.5v8'],
  2: [-2, -2.3, 'a2,1.9 0 0 1 4,.1c0,2 -3.2,3.7 -4.1,6.2h4.3'],
  3: [
    -2,
    -3.2,
    'c1.2,-1.2 3.9,-1 3.9,1.2c0,1.4 -1.2,1.9 -2.4,1.9c1.4,0 2.7,.7 2.7,2.1c0,2.3 -3,2.7 -4.4,1.2',
  ],
  4: [1.1, 4, 'v-8l-3.5,5.6h5'],
  5: [1.8, -4, 'h-3.4l-.4,3.5c1.7,-1.1 4.2,-.4 4.2,1.9c0,2.6 -3,3.2 -4.4,1.7'],
  6: [1.5, -3.6, 'c-2.4,-1.2 -3.7,1.3 -3.6,5.3a2.1,2.3 0 1 0 .1,-.6'],
  7: [-2.1, -4, 'h4.3c-1.6,2.4 -2.5,4.8 -2.7,8'],
  8: [0, -0.3, 'a1.8,1.85 0 0 1 0,-3.7a1.8,1.85 0 0 1 0,3.7a2.1,2.15 0 0 1 0,4.3a2.1,2.15 0 0 1 0,-4.3'],
  9: [-1.5, 3.6, 'c2.4,1.2 3.7,-1.3 3.6,-5.3a2.1,2.3 0 1 0 -.1,.6'],
};

/** The width of a digit in a longer number. */
const ADVANCE = 5;

/** The strokes of a letter or number centred on a point. */
export function glyph(text: string, x: number, y: number): string {
  const start = x - ((text.length - 1) * ADVANCE) / 2;
  const strokes = [...text].map((letter, place) => stroke(letter, start + place * ADVANCE, y));
  return strokes.join('');
}

function stroke(letter: string, x: number, y: number): string {
  const shape = GLYPHS[letter];
  if (shape === undefined) {
    return '';
  }
  const [dx, dy, strokes] = shape;
  return `M${String(round(x + dx))},${String(round(y + dy))}${strokes}`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
