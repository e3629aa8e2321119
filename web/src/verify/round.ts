// The files that prove one round of a patron, fetched from the house.
import { errorBody, send } from '$lib/net/http';
import type { RoundPlace } from '$lib/state/router.svelte';
import type { ProofText } from './module';

export interface RoundFiles {
  readonly proof: ProofText;
  readonly wagers: ProofText;
}

/** The proof file of the shoe and the patron's wager file, or why there is none. */
export async function fetchRound({
  tableId,
  shoeNo,
  roundNo,
}: RoundPlace): Promise<RoundFiles | 'no_proof' | 'missing'> {
  const [table, shoe, round] = [tableId, shoeNo, roundNo].map(String) as [string, string, string];
  const name = `table-${table}-shoe-${shoe}`;
  const fetched = async (file: string, path: string) => {
    const response = await send(path);
    return { name: file, text: await response.text() };
  };
  try {
    // The bets are settled before the file of the shoe is made, which has all rounds until then.
    const wagers = await fetched(`${name}-round-${round}.json`, `/me/proofs/${table}/${shoe}/${round}`);
    const proof = await fetched(`${name}.json`, `/proofs/tables/${table}/shoes/${shoe}`);
    return { proof, wagers };
  } catch (error) {
    return errorBody(error).code === 'no_proof' ? 'no_proof' : 'missing';
  }
}
