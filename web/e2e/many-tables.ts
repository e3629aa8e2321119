// Writes a file of tables for a server under test.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A table of the file; amounts are whole major units. */
export interface TestTable {
  readonly name: string;
  readonly rules?: string;
  readonly limits?: readonly [minimum: number, maximum: number];
  readonly capacity?: number;
  readonly bettingMs?: number;
  readonly cardMs?: number;
  readonly resultMs?: number;
}

const RULES = ['live-commission', 'live-no-commission', 'live-pairs', 'three-bet', 'gold-card'];
const NAMES = ['Jade', 'Pearl', 'Coral', 'Amber', 'Opal', 'Onyx', 'Ivory', 'Lotus', 'Bamboo', 'Crane'];

/** So many tables with names and limits of their own. */
export function manyTables(count: number, timings: Partial<TestTable> = {}): TestTable[] {
  return Array.from({ length: count }, (_, idx) => ({
    name: `${NAMES[idx % NAMES.length] ?? ''} ${String(Math.floor(idx / NAMES.length) + 1)}`,
    rules: RULES[idx % RULES.length] ?? 'live-commission',
    limits: [1 + (idx % 4) * 5, 1_000 + (idx % 7) * 500] as const,
    capacity: 7 + (idx % 3),
    ...timings,
  }));
}

/** Writes the tables into a file of a folder of its own; returns its path and how to remove it. */
export async function tableFile(
  tables: readonly TestTable[],
): Promise<{ path: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'punto-tables-'));
  const path = join(folder, 'tables.toml');
  await writeFile(path, tables.map((table, idx) => section(table, idx + 1)).join('\n'));
  return { path, remove: () => rm(folder, { recursive: true, force: true }) };
}

function section(table: TestTable, id: number): string {
  const { name, rules = 'live-commission', limits: [low, high] = [1, 5_000], capacity = 0 } = table;
  const { bettingMs = 15_000, cardMs = 1_000, resultMs = 5_000 } = table;
  const range = `[${String(low)}, ${String(high)}]`;
  const timings = `betting_ms = ${String(bettingMs)}, card_ms = ${String(cardMs)}, result_ms = ${String(resultMs)}`;
  return `[[table]]
id = ${String(id)}
name = "${name}"
rules = "${rules}"
limits = { player = ${range}, banker = ${range} }
capacity = ${String(capacity)}
timings = { ${timings} }
`;
}
