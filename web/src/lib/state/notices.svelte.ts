// What the page says to its reader: short notices to see, and lines to hear for those who use a screen reader.

export type Tone = 'plain' | 'good' | 'bad';

export interface Notice {
  readonly id: number;
  readonly tone: Tone;
  readonly text: string;
}

const SHOWN_MS = 6_000;
const MOST = 3;

export class Notices {
  /** Shown now, oldest first. */
  shown = $state.raw<readonly Notice[]>([]);
  /** Said last; two in a row that are alike still differ by their number. */
  spoken = $state.raw<{ readonly text: string; readonly no: number }>({ text: '', no: 0 });
  #ids = 0;

  /** Shows a notice for a while, and says it. */
  show(text: string, tone: Tone = 'plain'): void {
    this.#ids += 1;
    const id = this.#ids;
    const others = this.shown.filter((notice) => notice.text !== text);
    this.shown = [...others, { id, tone, text }].slice(-MOST);
    this.say(text);
    setTimeout(() => {
      this.dismiss(id);
    }, SHOWN_MS);
  }

  dismiss(id: number): void {
    this.shown = this.shown.filter((notice) => notice.id !== id);
  }

  /** Says something to screen readers only. */
  say(text: string): void {
    this.spoken = { text, no: this.spoken.no + 1 };
  }
}
