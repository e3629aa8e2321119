// The files that prove one round of a patron, fetched from the house.
import { errorBody, send } from '$lib/net/http';
import type { RoundPlace } from '$lib/state/router.svelte';
import { isOfLiveTable } from './known';
import type { ProofText } from './module';

export interface RoundFiles {
  readonly proof: ProofText;
  readonly wagers: ProofText;
  /** What the device of a live table signed of the shoe; null before the shoe is over, and at other tables. */
  readonly records: ProofText | null;
}

/** The proof file of the shoe and the patron's wager file, or why there is none. */
export async function fetchRound(place: RoundPlace): Promise<RoundFiles | 'no_proof' | 'missing'> {
  const [table, shoe] = [place.tableId, place.shoeNo].map(String) as [string, string];
  try {
    // The bets are settled before the file of the shoe is made, which has all rounds until then.
    const wagers = await fetchWagers(place);
    const proof = await fetched(`table-${table}-shoe-${shoe}.json`, `/proofs/tables/${table}/shoes/${shoe}`);
    const records = isOfLiveTable(proof) ? await fetchRecords(table, shoe) : null;
    return { proof, wagers, records };
  } catch (error) {
    return errorBody(error).code === 'no_proof' ? 'no_proof' : 'missing';
  }
}

/** The records of a shoe; null as long as they are not public. */
async function fetchRecords(table: string, shoe: string): Promise<ProofText | null> {
  try {
    return await fetched(`table-${table}-shoe-${shoe}.jsonl`, `/tables/${table}/shoes/${shoe}/records`);
  } catch {
    return null;
  }
}

/** The patron's wager file of a round. */
export async function fetchWagers({ tableId, shoeNo, roundNo }: RoundPlace): Promise<ProofText> {
  const [table, shoe, round] = [tableId, shoeNo, roundNo].map(String) as [string, string, string];
  return fetched(`table-${table}-shoe-${shoe}-round-${round}.json`, `/me/proofs/${table}/${shoe}/${round}`);
}

async function fetched(name: string, path: string): Promise<ProofText> {
  return { name, text: await (await send(path)).text() };
}
