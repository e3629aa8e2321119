// Keys of a hand. A scanner that acts as a keyboard types faster than any hand; what it types is ignored. Knows no key.

/** Keys closer together than this are of no hand. */
export const TOGETHER_MS = 20;

/** Calls back after so many milliseconds; returns how to prevent it. */
export type Later = (ms: number, run: () => void) => () => void;

const byTimer: Later = (ms, run) => {
  const timer = setTimeout(run, ms);
  return () => {
    clearTimeout(timer);
  };
};

export class HandKeys {
  #pressedAt = Number.NEGATIVE_INFINITY;
  #forget = (): void => undefined;

  constructor(private readonly later: Later = byTimer) {}

  /** A key was pressed at this moment. Does what it does, once it is sure that no other key came with it. */
  press(at: number, run: () => void): void {
    const isTogether = at - this.#pressedAt < TOGETHER_MS;
    this.#pressedAt = at;
    this.#forget();
    this.#forget = isTogether ? () => undefined : this.later(TOGETHER_MS, run);
  }
}
