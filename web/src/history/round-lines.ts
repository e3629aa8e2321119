// The lines of the statement that are about one round. The statement has no filter, so this reads back to the first.
import type { HistoryRound, Statement, StatementLine } from '$lib/wire/messages';

type Fetch = (before: number | null, limit: number) => Promise<Statement>;

const PAGE = 50;
const REQUESTS = 40;

/** Reads the statement back to the first line about a round, and gives all lines about it. */
export async function linesOf(
  fetchPage: Fetch,
  { table_id, round }: Pick<HistoryRound, 'table_id' | 'round'>,
): Promise<StatementLine[]> {
  const found: StatementLine[] = [];
  let cursor: number | null = null;
  for (let request = 0; request < REQUESTS; request += 1) {
    const { lines, next_before }: Statement = await fetchPage(cursor, PAGE);
    found.push(
      ...lines.filter(
        (line) =>
          line.table_id === table_id &&
          line.round?.shoe_no === round.shoe_no &&
          line.round.round_no === round.round_no,
      ),
    );
    cursor = next_before;
    if (cursor === null || found.some(({ revision }) => revision === 1)) {
      break;
    }
  }
  return found;
}
