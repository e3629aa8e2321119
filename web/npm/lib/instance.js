// Loads a WebAssembly module in browsers, from an address, and in Node, from a file. Knows no module.

/** The functions of the module from this source; `lib/instance.d.ts` says what a source is. */
export async function instantiate(source) {
  const given = await source;
  const module =
    given instanceof WebAssembly.Module ? given : await WebAssembly.compile(await bytesOf(given));
  return (await WebAssembly.instantiate(module)).exports;
}

async function bytesOf(source) {
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) {
    return source;
  }
  if (source instanceof Response) {
    return bytesOfAnswer(source);
  }
  if (typeof source === 'string') {
    return bytesOfAnswer(await fetch(source));
  }
  if (source instanceof URL) {
    return source.protocol === 'file:' ? bytesOfFile(source) : bytesOfAnswer(await fetch(source));
  }
  throw new TypeError('a module comes from a URL, a Response, bytes or a WebAssembly.Module');
}

async function bytesOfAnswer(answer) {
  if (!answer.ok) {
    throw new Error(`${answer.url} answers with status ${answer.status}`);
  }
  return answer.arrayBuffer();
}

function bytesOfFile(url) {
  // Not an import, so that a bundler for browsers does not look for a package of Node.
  const files = globalThis.process?.getBuiltinModule?.('node:fs/promises');
  if (files === undefined) {
    throw new Error(`${url} is a file, and only Node reads files: give load() an address or bytes`);
  }
  return files.readFile(url);
}
