// Where a WebAssembly module comes from.

/**
 * A module: its address, an answer to a request for it, its bytes, or the compiled module. A text is an address, as for
 * `fetch`. In Node, a `URL` may be that of a file.
 */
export type ModuleSource = string | URL | Response | BufferSource | WebAssembly.Module;
