// Whether somebody is there. After a while without a key or a touch the console stops asking the server, so that a
// session that nobody uses ends at its time.

const AWAY_AFTER_MS = 10 * 60_000;
const LOOK_EVERY_MS = 5_000;

class Presence {
  /** Whether the console asks nothing, because nobody is there. */
  isAway = $state(false);
  #usedAt = Date.now();

  start(): void {
    const used = () => {
      this.#usedAt = Date.now();
      this.isAway = false;
    };
    for (const what of ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const) {
      addEventListener(what, used, { passive: true });
    }
    setInterval(() => {
      this.isAway = Date.now() - this.#usedAt > AWAY_AFTER_MS;
    }, LOOK_EVERY_MS);
  }
}

export const presence = new Presence();
