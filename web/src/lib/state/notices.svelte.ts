// Notices shown on the page, and announcements for screen readers.

export type Tone = 'plain' | 'good' | 'bad';

export interface Notice {
  readonly id: number;
  readonly tone: Tone;
  readonly text: string;
}

const SHOW_MS = 6_000;
/** Announcements that are made within this time are read together: of two in a row, browsers pass on only the last. */
const GATHER_MS = 100;
const MAX_NOTICES = 3;

export class Notices {
  /** The visible notices, oldest first. */
  shown = $state.raw<readonly Notice[]>([]);
  /** The texts to read aloud now. The number tells equal texts in a row apart. */
  announcement = $state.raw<{ readonly texts: readonly string[]; readonly no: number }>({ texts: [], no: 0 });
  #gathered: string[] = [];
  #lastId = 0;

  /** Shows a notice for a while, or until it is read, and announces it. */
  show(text: string, tone: Tone = 'plain', stays = false): void {
    this.#lastId += 1;
    const id = this.#lastId;
    const others = this.shown.filter((notice) => notice.text !== text);
    this.shown = [...others, { id, tone, text }].slice(-MAX_NOTICES);
    this.announce(text);
    if (!stays) {
      setTimeout(() => {
        this.dismiss(id);
      }, SHOW_MS);
    }
  }

  dismiss(id: number): void {
    this.shown = this.shown.filter((notice) => notice.id !== id);
  }

  /** Announces a text to screen readers only, with those that are announced at the same moment. */
  announce(text: string): void {
    this.#gathered.push(text);
    if (this.#gathered.length === 1) {
      setTimeout(() => {
        this.announcement = { texts: this.#gathered, no: this.announcement.no + 1 };
        this.#gathered = [];
      }, GATHER_MS);
    }
  }
}
