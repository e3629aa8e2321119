// The WebAssembly module of `crates/edge/watch-wasm`: the checks of a table in play, one instance a table.
import type { Finding } from '$lib/ui/finding';

/** What opens the leaf of a card. */
export interface Proof {
  readonly index: number;
  readonly salt: string;
}

export interface Stake {
  readonly spot: string;
  readonly stake: number;
}

/** What an earlier visit kept. */
export interface Kept {
  readonly house: string | null;
  readonly no: number | null;
  readonly digest: string | null;
}

/** A message to the module, named by its one key. `answer_to` in the crate describes each. */
export type Message =
  | { readonly begin: { readonly table: number } & Kept }
  | 'resume'
  | 'no_proof'
  | { readonly file: { readonly text: string } }
  | { readonly leaves: { readonly shoe: number; readonly leaves: string } }
  | {
      readonly bulletin: {
        readonly text: string;
        readonly key: string;
        readonly signature: string;
        readonly now: number;
      };
    }
  | {
      readonly burned: {
        readonly shoe: number;
        readonly first: string | null;
        readonly face_down: number;
        readonly proof: Proof | null;
      };
    }
  | { readonly card: { readonly shoe: number; readonly card: string; readonly proof: Proof | null } }
  | { readonly staked: { readonly shoe: number; readonly round: number; readonly stakes: readonly Stake[] } }
  | { readonly wagers: OwnWagers }
  | { readonly settled: { readonly shoe: number; readonly round: number } }
  | { readonly number: { readonly shoe: number; readonly nonce: string } }
  | { readonly answered: { readonly shoe: number; readonly taken: boolean } };

/** The patron's own wagers as the house fixed them. */
export interface OwnWagers {
  readonly shoe: number;
  readonly round: number;
  readonly patron: number;
  readonly currency: string;
  readonly decimals: number;
  readonly wagers: readonly (Stake & { readonly bonus: number })[];
  readonly salt: string;
  readonly index: number;
  readonly count: number;
  readonly path: string;
}

export interface Wanted {
  readonly what: 'file' | 'leaves';
  readonly shoe: number;
}

/** What a seated patron's page should give for a shoe: fresh random bytes to the checks, or a text to the house. */
export type Give =
  | { readonly what: 'number'; readonly shoe: number }
  | { readonly what: 'pledge' | 'reveal'; readonly shoe: number; readonly hex: string };

/** How the shoe stands. */
export interface Report {
  readonly state: 'no_proof' | 'waiting' | 'checked' | 'failed';
  readonly cards: number | null;
  readonly check: string | null;
  readonly shoe: number | null;
  readonly commitment: string | null;
  readonly root: string | null;
  readonly sealed_seen: number | null;
  readonly findings: readonly Finding[];
  readonly head: { readonly no: number; readonly digest: string; readonly digits: string } | null;
  readonly keep: Kept;
  readonly wanted: Wanted | null;
  readonly give: Give | null;
}

/** Gives the module a message; null when the module cannot read it. */
export type Tell = (message: Message) => Report | null;

interface WatchExports extends WebAssembly.Exports {
  readonly memory: WebAssembly.Memory;
  request(length: number): number;
  tell(): number;
  answer(): number;
}

/** A new instance of the module, which knows no table yet. */
export function instantiate(module: WebAssembly.Module): Tell {
  const instance = new WebAssembly.Instance(module);
  const exports = instance.exports as WatchExports;
  return (message) => {
    const request = new TextEncoder().encode(JSON.stringify(message));
    const start = exports.request(request.length);
    new Uint8Array(exports.memory.buffer, start, request.length).set(request);
    const length = exports.tell();
    // The memory may have grown, so it is looked up again.
    const answer = new Uint8Array(exports.memory.buffer, exports.answer(), length);
    const read = JSON.parse(new TextDecoder().decode(answer)) as Report | { readonly problem: string };
    return 'problem' in read ? null : read;
  };
}
