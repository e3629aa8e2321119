// Fetches the modules of the checks once for the whole page. After that, no check needs a connection.
import beaconUrl from './punto_beacon_wasm.wasm?url';
import verifyUrl from './punto_verify_wasm.wasm?url';
import { check, compilePairing, compileVerifier, type Answer, type Pairing, type Question } from './module';

export interface Checker {
  readonly check: (question: Question) => Answer;
  /** Whether the values of beacons can be checked. */
  readonly knowsBeacons: boolean;
}

let loaded: Promise<Checker> | undefined;

/** Loads the checks. A part that failed to load is fetched again by the next call. */
export function loadChecker(): Promise<Checker> {
  loaded ??= load().catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

async function load(): Promise<Checker> {
  const [ask, pairing] = await Promise.all([
    fetchModule(verifyUrl).then(compileVerifier),
    fetchModule(beaconUrl)
      .then(compilePairing)
      .catch((): Pairing | null => null),
  ]);
  return { check: (question) => check(ask, pairing, question), knowsBeacons: pairing !== null };
}

async function fetchModule(url: string): Promise<ArrayBuffer> {
  const response = await fetch(url);
  if (!response.ok) {
    throw new Error(`${url}: ${String(response.status)}`);
  }
  return response.arrayBuffer();
}
