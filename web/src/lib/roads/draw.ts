// Draws roads as paths: one path per colour, not one per cell. Cells, marks and numbers of ties come from the
// server.
import type { BeadPlate, BigRoad, DerivedRoad } from '../wire/messages';
import { glyph } from './glyph';
import type { Cell } from './window';

/** The side of a cell, in units of the drawing. */
export const UNIT = 20;

/** The paths of one kind; the kind names the style. */
export interface Layer {
  readonly kind: LayerKind;
  readonly path: string;
}

export type LayerKind =
  | `${'fill' | 'ring' | 'letter' | 'dot'}-${'banker' | 'player' | 'tie'}`
  | 'letter-light'
  | 'stripe'
  | 'count-case'
  | 'count'
  | 'dot-natural'
  | 'dot-six'
  | `${'ring' | 'disc' | 'slash'}-${'red' | 'blue'}`
  | 'core-blue'
  | 'core-paper'
  | 'notch';

/** The shape of a derived road's marks. */
export type DerivedShape = 'ring' | 'disc' | 'slash';

class Paths {
  readonly #paths = new Map<LayerKind, string[]>();

  add(kind: LayerKind, path: string): void {
    const paths = this.#paths.get(kind);
    if (paths === undefined) {
      this.#paths.set(kind, [path]);
    } else {
      paths.push(path);
    }
  }

  /** The layers in the given order, the lowest first. */
  layers(order: readonly LayerKind[]): Layer[] {
    return order.flatMap((kind) => {
      const paths = this.#paths.get(kind);
      return paths === undefined ? [] : [{ kind, path: paths.join('') }];
    });
  }
}

const DOTS: readonly LayerKind[] = ['dot-banker', 'dot-player', 'dot-natural', 'dot-six'];
const WINNERS: Readonly<Record<string, 'banker' | 'player' | 'tie'>> = { B: 'banker', P: 'player', T: 'tie' };

/** Draws the bead plate: a disc with a letter for every round. */
export function drawBeadPlate(plate: BeadPlate, rounds: readonly string[]): Layer[] {
  const paths = new Paths();
  plate.cells.forEach((cell, idx) => {
    const round = rounds[idx] ?? '';
    const [x, y] = middle(cell);
    const letter = round.charAt(0);
    paths.add(`fill-${WINNERS[letter] ?? 'tie'}`, disc(x, y, 8.4));
    paths.add('letter-light', glyph(letter, x, y));
    addDots(paths, round, x, y);
  });
  return paths.layers(['fill-banker', 'fill-player', 'fill-tie', 'letter-light', ...DOTS]);
}

/** Draws the big road: rings with letters, ties as stripes, the number of ties from two up. */
export function drawBigRoad(road: BigRoad, rounds: readonly string[]): Layer[] {
  const paths = new Paths();
  const wins = rounds.filter((round) => !round.startsWith('T'));
  let idx = 0;
  for (const streak of road.streaks) {
    for (const ties of streak.ties) {
      const cell = road.cells[idx];
      if (cell !== undefined) {
        addWin(paths, cell, streak.side, ties, wins[idx] ?? '');
      }
      idx += 1;
    }
  }
  if (road.cells.length === 0 && road.opening_ties > 0) {
    addTies(paths, UNIT / 2, UNIT / 2, road.opening_ties);
  }
  const order: LayerKind[] = ['ring-banker', 'ring-player', 'letter-banker', 'letter-player', 'stripe'];
  return paths.layers([...order, 'count-case', 'count', ...DOTS]);
}

function addWin(paths: Paths, cell: Cell, side: 'banker' | 'player', ties: number, round: string): void {
  const [x, y] = middle(cell);
  paths.add(`ring-${side}`, disc(x, y, 8.1));
  if (ties < 2) {
    paths.add(`letter-${side}`, glyph(side === 'banker' ? 'B' : 'P', x, y));
  }
  addTies(paths, x, y, ties);
  addDots(paths, round, x, y);
}

function addTies(paths: Paths, x: number, y: number, ties: number): void {
  if (ties > 0) {
    paths.add('stripe', `M${n(x - 7)},${n(y + 7)}L${n(x + 7)},${n(y - 7)}`);
  }
  if (ties > 1) {
    paths.add('count-case', glyph(String(ties), x, y));
    paths.add('count', glyph(String(ties), x, y));
  }
}

function addDots(paths: Paths, round: string, x: number, y: number): void {
  const marks = round.slice(1);
  if (marks.includes('b')) {
    paths.add('dot-banker', disc(x - 6.4, y - 6.4, 2.7));
  }
  if (marks.includes('p')) {
    paths.add('dot-player', disc(x + 6.4, y + 6.4, 2.7));
  }
  if (marks.includes('n')) {
    paths.add('dot-natural', disc(x + 6.4, y - 6.4, 2.2));
  }
  if (marks.includes('6')) {
    paths.add('dot-six', `M${n(x - 8.8)},${n(y + 4.4)}h4.4v4.4h-4.4z`);
  }
}

/** Draws a derived road. Blue marks also differ by their middle, so that colour is not the only sign. */
export function drawDerived(road: DerivedRoad, shape: DerivedShape): Layer[] {
  const paths = new Paths();
  road.cells.forEach((cell, idx) => {
    addMark(paths, cell, road.marks.charAt(idx), shape);
  });
  return paths.layers([`${shape}-red`, `${shape}-blue`, 'core-blue', 'core-paper', 'notch']);
}

/** Draws the single mark of an ask on a derived road. */
export function drawMark(cell: Cell, mark: string, shape: DerivedShape): Layer[] {
  return drawDerived({ marks: mark, cells: [[cell[0], cell[1]]] }, shape);
}

/** Draws the single win of an ask on the big road. */
export function drawWin(cell: Cell, side: 'banker' | 'player'): Layer[] {
  const paths = new Paths();
  addWin(paths, cell, side, 0, '');
  return paths.layers([`ring-${side}`, `letter-${side}`]);
}

function addMark(paths: Paths, cell: Cell, mark: string, shape: DerivedShape): void {
  const [x, y] = middle(cell);
  const kind = `${shape}-${mark === 'r' ? 'red' : 'blue'}` as const;
  paths.add(kind, shape === 'slash' ? `M${n(x - 6)},${n(y + 6.5)}L${n(x + 6)},${n(y - 6.5)}` : disc(x, y, 7));
  if (mark === 'r') {
    return;
  }
  switch (shape) {
    case 'ring':
      return paths.add('core-blue', disc(x, y, 2.4));
    case 'disc':
      return paths.add('core-paper', disc(x, y, 2.6));
    case 'slash':
      return paths.add('notch', `M${n(x - 3)},${n(y - 3)}l6,6`);
  }
}

/** The lines of a grid of `columns` columns that begins at column `first`. */
export function gridLines(first: number, columns: number, rows: number): string {
  const left = first * UNIT;
  const across = Array.from(
    { length: rows + 1 },
    (_, row) => `M${n(left)},${n(row * UNIT)}h${n(columns * UNIT)}`,
  );
  const down = Array.from(
    { length: columns + 1 },
    (_, column) => `M${n(left + column * UNIT)},0v${n(rows * UNIT)}`,
  );
  return [...across, ...down].join('');
}

function middle([column, row]: Cell): [x: number, y: number] {
  return [column * UNIT + UNIT / 2, row * UNIT + UNIT / 2];
}

function disc(x: number, y: number, radius: number): string {
  const r = n(radius);
  return `M${n(x - radius)},${n(y)}a${r},${r} 0 1 1 ${n(radius * 2)},0a${r},${r} 0 1 1 ${n(-radius * 2)},0`;
}

function n(value: number): string {
  return String(Math.round(value * 100) / 100);
}
