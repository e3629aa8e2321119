// The beads of the shoe before the open one, kept in this tab when the page is loaded again. The server gives patrons
// the beads of the open shoe only.
import type { EndedShoe } from './live-table';

function keyOf(tableId: number): string {
  return `punto.ended_shoe.${String(tableId)}`;
}

/** Keeps the shoe that ended at a table, or forgets it. */
export function keepEndedShoe(tableId: number, shoe: EndedShoe | null): void {
  try {
    if (shoe === null) {
      sessionStorage.removeItem(keyOf(tableId));
    } else {
      sessionStorage.setItem(keyOf(tableId), `${String(shoe.shoeNo)} ${shoe.rounds.join(' ')}`);
    }
  } catch {
    return;
  }
}

/** The shoe before the open one, if it is the one that was kept. */
export function keptEndedShoe(tableId: number, openShoe: number): EndedShoe | null {
  const [shoeNo, ...rounds] = (read(keyOf(tableId)) ?? '').split(' ');
  return rounds.length > 0 && Number(shoeNo) === openShoe - 1 ? { shoeNo: openShoe - 1, rounds } : null;
}

function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}
