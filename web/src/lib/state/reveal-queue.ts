// Delays actions in order, so that a result appears only after the last card has turned. It drops and reorders
// nothing.

export class RevealQueue {
  readonly #pending: (() => void)[] = [];
  #paused = false;

  /** Runs the action now, or after the pause and every action queued before it. */
  run(action: () => void): void {
    if (this.#paused || this.#pending.length > 0) {
      this.#pending.push(action);
    } else {
      action();
    }
  }

  /** Pauses the queue for `ms` milliseconds, then runs the action before all others. */
  delay(ms: number, action: () => void): void {
    this.#pending.unshift(action);
    this.#paused = true;
    setTimeout(() => {
      this.#paused = false;
      this.#flush();
    }, ms);
  }

  #flush(): void {
    while (!this.#paused) {
      const action = this.#pending.shift();
      if (action === undefined) {
        return;
      }
      action();
    }
  }
}
