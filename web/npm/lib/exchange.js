// Asks a module that answers lines of JSON under house rules. Knows no line and no answer.

/** One byte more than a line or a document may have: the module refuses it without the rest. */
const MOST = 2 ** 20 + 1;

export class Exchange {
  #exports;
  #rules = null;

  constructor(exports) {
    this.#exports = exports;
  }

  /** The answer of the function `name` to a line. */
  ask(name, rules, line) {
    const text = JSON.stringify(line);
    if (typeof rules !== 'string' || typeof text !== 'string') {
      throw new TypeError('house rules are a text, and what is asked is an object that JSON can hold');
    }
    const refused = this.#use(rules);
    return refused === null ? this.#call(name, text) : { ...refused, id: line?.id ?? null };
  }

  /** Gives the module other house rules than before; its refusal, or null. */
  #use(rules) {
    if (rules === this.#rules) {
      return null;
    }
    this.#rules = null;
    const refused = this.#call('rules', rules);
    this.#rules = refused === null ? rules : null;
    return refused;
  }

  /** Null for an empty answer. */
  #call(name, text) {
    const bytes = new TextEncoder().encode(text).subarray(0, MOST);
    const { request, answer, memory } = this.#exports;
    const start = request(bytes.length);
    new Uint8Array(memory.buffer, start, bytes.length).set(bytes);
    const length = this.#exports[name]();
    // The memory may have grown, so it is looked up again.
    const reply = new TextDecoder().decode(new Uint8Array(memory.buffer, answer(), length));
    return length === 0 ? null : JSON.parse(reply);
  }
}
