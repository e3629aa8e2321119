// Holds back what is to be seen later, in order: a result waits until the last card has turned. Nothing is lost
// or reordered behind it.

export class Curtain {
  readonly #waiting: (() => void)[] = [];
  #down = false;

  /** Does it now, or as soon as the curtain is up and everything before it is done. */
  pass(act: () => void): void {
    if (this.#down || this.#waiting.length > 0) {
      this.#waiting.push(act);
    } else {
      act();
    }
  }

  /** Lets the curtain down for so long, and does this first when it is up again. */
  hold(forMs: number, act: () => void): void {
    this.#waiting.unshift(act);
    this.#down = true;
    setTimeout(() => {
      this.#down = false;
      this.#flush();
    }, forMs);
  }

  #flush(): void {
    while (!this.#down) {
      const act = this.#waiting.shift();
      if (act === undefined) {
        return;
      }
      act();
    }
  }
}
