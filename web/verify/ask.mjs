// Asks the WebAssembly modules about proof files, as the page does. It runs in Node and in a browser alike: it reads no
// file, and its one function names nothing outside of itself.

/** Instantiates the modules, given as bytes, and returns `ask` for one request and `check` for one file. */
export async function verifierOf(verifierBytes, beaconBytes) {
  const instantiate = async (bytes) => (await WebAssembly.instantiate(bytes)).instance.exports;
  const verifier = await instantiate(verifierBytes);
  const beacon = await instantiate(beaconBytes);

  function ask(request) {
    const bytes = new TextEncoder().encode(JSON.stringify(request));
    const start = verifier.request(bytes.length);
    new Uint8Array(verifier.memory.buffer, start, bytes.length).set(bytes);
    const length = verifier.check();
    return JSON.parse(
      new TextDecoder().decode(new Uint8Array(verifier.memory.buffer, verifier.answer(), length)),
    );
  }

  function holds({ round, value }) {
    for (const byte of value.match(/../g) ?? []) {
      beacon.value_byte(Number.parseInt(byte, 16));
    }
    return beacon.verify(BigInt(round)) === 1;
  }

  function check(name, text, key) {
    const request = { files: [{ name, text }], key, nonce: '', wagers: '', records: [], beacons: [] };
    const first = ask(request);
    if (first.problem !== undefined || first.beacons.length === 0) {
      return first;
    }
    return ask({ ...request, beacons: first.beacons.map((value) => ({ ...value, holds: holds(value) })) });
  }

  /** The fastest of so many runs of a check of that file and of an empty request, in milliseconds. */
  function times(runs, name, text, key) {
    const fastest = (work) => {
      let best = Infinity;
      for (let run = 0; run < runs; run += 1) {
        const start = performance.now();
        work();
        best = Math.min(best, performance.now() - start);
      }
      return best;
    };
    const control = fastest(() =>
      ask({ files: [], key: '', nonce: '', wagers: '', records: [], beacons: [] }),
    );
    return { checked: fastest(() => check(name, text, key)), control };
  }

  return { ask, check, times };
}
