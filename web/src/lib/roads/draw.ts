// Draws roads as paths: one path per colour, not one per cell. Marks and numbers of ties come from the server, and
// cells from the windows of the crate `roads`.
import type { BigRoad, SideId } from '../wire/messages';
import { glyph } from './glyph';
import { signOf, type GlyphSet } from './glyph-set';
import { isSign, sign } from './sign';
import type { Cell, Shown } from '../../../npm/lib/road-windows.js';

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
  | `sign-${'banker' | 'player' | 'light'}`
  | 'core-player'
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

/** How a patron wants the roads drawn. */
export interface RoadStyle {
  /** Whether the cells of the big road have signs. Without them Player's have a dot in the middle. */
  readonly letters: boolean;
  readonly glyphs: GlyphSet;
}

const LETTERS: RoadStyle = { letters: true, glyphs: 'latin' };

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

const SIDE_LETTERS: Readonly<Record<SideId, string>> = { banker: 'B', player: 'P' };

/** The letter of a side, as an entry of the big road. */
export function sideLetter(side: SideId): string {
  return SIDE_LETTERS[side];
}

/** The entries of the big road: a letter for each win. */
export function bigRoadEntries(road: BigRoad): string {
  return road.streaks.map(({ side, ties }) => sideLetter(side).repeat(ties.length)).join('');
}

/** The cell of an entry; undefined when it is not in view. */
export function cellOf(shown: readonly Shown[], idx: number): Cell | undefined {
  return shown.find((one) => one.idx === idx)?.cell;
}

/** Draws the bead plate: a disc with a letter for every round. */
export function drawBeadPlate(
  shown: readonly Shown[],
  rounds: readonly string[],
  { glyphs } = LETTERS,
): Layer[] {
  const paths = new Paths();
  shown.forEach(({ idx, cell }) => {
    const round = rounds[idx] ?? '';
    const [x, y] = middle(cell);
    const letter = round.charAt(0);
    paths.add(`fill-${WINNERS[letter] ?? 'tie'}`, disc(x, y, 8.4));
    addSign(paths, 'light', signOf(letter, glyphs), x, y, 11);
    addDots(paths, round, x, y);
  });
  return paths.layers(['fill-banker', 'fill-player', 'fill-tie', 'letter-light', 'sign-light', ...DOTS]);
}

/** Draws the big road: rings, ties as stripes, the number of ties from two up. */
export function drawBigRoad(
  shown: readonly Shown[],
  road: BigRoad,
  rounds: readonly string[],
  style = LETTERS,
): Layer[] {
  const paths = new Paths();
  const beads = rounds.filter((round) => !round.startsWith('T'));
  const wins = road.streaks.flatMap(({ side, ties }) => ties.map((count) => ({ side, ties: count })));
  for (const { idx, cell } of shown) {
    const win = wins[idx];
    if (win !== undefined) {
      addWin(paths, cell, win, beads[idx] ?? '', style);
    }
  }
  if (wins.length === 0 && road.opening_ties > 0) {
    addTies(paths, UNIT / 2, UNIT / 2, road.opening_ties);
  }
  return paths.layers([...RINGS, 'stripe', 'core-player', 'count-case', 'count', ...DOTS]);
}

const RINGS: readonly LayerKind[] = [
  'ring-banker',
  'ring-player',
  'letter-banker',
  'letter-player',
  'sign-banker',
  'sign-player',
];

function addWin(
  paths: Paths,
  cell: Cell,
  { side, ties }: { readonly side: SideId; readonly ties: number },
  round: string,
  { letters, glyphs }: RoadStyle,
): void {
  const [x, y] = middle(cell);
  // The number of ties takes the place of what tells the sides apart, so Player's ring is open then.
  paths.add(`ring-${side}`, side === 'player' && ties > 1 ? openRing(x, y) : disc(x, y, 8.1));
  if (letters && ties < 2) {
    addSign(paths, side, signOf(sideLetter(side), glyphs), x, y, 9);
  } else if (side === 'player' && ties < 2) {
    paths.add('core-player', disc(x, y, 2.3));
  }
  addTies(paths, x, y, ties);
  addDots(paths, round, x, y);
}

function addSign(
  paths: Paths,
  tone: SideId | 'light',
  text: string,
  x: number,
  y: number,
  size: number,
): void {
  if (isSign(text)) {
    paths.add(`sign-${tone}`, sign(text, x, y, size));
  } else {
    paths.add(`letter-${tone}`, glyph(text, x, y));
  }
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
export function drawDerived(shown: readonly Shown[], marks: string, shape: DerivedShape): Layer[] {
  const paths = new Paths();
  for (const { idx, cell } of shown) {
    if (idx < marks.length) {
      addMark(paths, cell, marks.charAt(idx), shape);
    }
  }
  return paths.layers([`${shape}-red`, `${shape}-blue`, 'core-blue', 'core-paper', 'notch']);
}

/** Draws the single mark of an ask on a derived road. */
export function drawMark(cell: Cell, mark: string, shape: DerivedShape): Layer[] {
  return drawDerived([{ idx: 0, cell }], mark, shape);
}

/** Draws the single win of an ask on the big road. */
export function drawWin(cell: Cell, side: SideId, style = LETTERS): Layer[] {
  const paths = new Paths();
  addWin(paths, cell, { side, ties: 0 }, '', style);
  return paths.layers([...RINGS, 'core-player']);
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

/** The lines of a grid: all, or those after every so many cells. */
export function gridLines(columns: number, rows: number, every = 1): string {
  const steps = (cells: number) =>
    Array.from({ length: Math.floor(cells / every) + 1 }, (_, step) => n(step * every * UNIT));
  const across = steps(rows).map((y) => `M0,${y}h${n(columns * UNIT)}`);
  const down = steps(columns).map((x) => `M${x},0v${n(rows * UNIT)}`);
  return [...across, ...down].join('');
}

function middle([column, row]: Cell): [x: number, y: number] {
  return [column * UNIT + UNIT / 2, row * UNIT + UNIT / 2];
}

function disc(x: number, y: number, radius: number): string {
  const r = n(radius);
  return `M${n(x - radius)},${n(y)}a${r},${r} 0 1 1 ${n(radius * 2)},0a${r},${r} 0 1 1 ${n(-radius * 2)},0`;
}

/** A ring of the big road with a gap at either side. */
function openRing(x: number, y: number): string {
  const arc = (down: number, sweep: number) => `M${n(x - 7.6)},${n(y + down)}a8.1,8.1 0 0 ${n(sweep)} 15.2,0`;
  return arc(-2.8, 1) + arc(2.8, 0);
}

function n(value: number): string {
  return String(Math.round(value * 100) / 100);
}
