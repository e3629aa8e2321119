// Holds items back in their order while a card lies face down, so that a result appears only after the last card has
// turned. It drops and reorders nothing.

export class RevealQueue<Item> {
  #held: Item[] = [];

  constructor(
    /** Whether an item must wait. */
    private readonly waits: (item: Item) => boolean,
    private readonly deliver: (item: Item) => void,
  ) {}

  /** Delivers the item now, or after those that are held. */
  add(item: Item): void {
    if (this.#held.length > 0 || this.waits(item)) {
      this.#held.push(item);
    } else {
      this.deliver(item);
    }
  }

  /** Delivers what is held, until an item must wait again. */
  release(): void {
    const held = this.#held;
    this.#held = [];
    for (const item of held) {
      this.add(item);
    }
  }
}
