// A camera for tests: a film through a named pipe whose every frame shows the time at which it was made, as 48 black and
// white blocks, and how a page reads that time from what it shows.
import { execFileSync } from 'node:child_process';
import { createWriteStream, type WriteStream } from 'node:fs';
import type { Page } from 'playwright-core';

const WIDTH = 320;
const HEIGHT = 180;
const FRAME_MS = 40;
/** A block is one bit of the time; twelve stand in a row. */
const BLOCK = { width: 24, height: 40, row: 12 };
const BITS = 48;
const HEAD = `YUV4MPEG2 W${String(WIDTH)} H${String(HEIGHT)} F25:1 Ip A1:1 C420jpeg\n`;

function corner(bit: number): { x: number; y: number } {
  return { x: (bit % BLOCK.row) * BLOCK.width, y: Math.floor(bit / BLOCK.row) * BLOCK.height };
}

/** A frame that says a time. */
function frame(time: number): Buffer {
  const gray = Buffer.alloc(WIDTH * HEIGHT, 128);
  for (let bit = 0; bit < BITS; bit += 1) {
    const { x, y } = corner(bit);
    const value = Math.floor(time / 2 ** (BITS - 1 - bit)) % 2 === 1 ? 235 : 16;
    for (let row = y; row < y + BLOCK.height; row += 1) {
      gray.fill(value, row * WIDTH + x, row * WIDTH + x + BLOCK.width);
    }
  }
  return Buffer.concat([Buffer.from('FRAME\n'), gray, Buffer.alloc((WIDTH * HEIGHT) / 2, 128)]);
}

export class ClockCamera {
  #pipe: WriteStream | null = null;
  #timer: ReturnType<typeof setInterval> | undefined;
  isPaused = false;

  /** Makes the pipe, and films for each reader that opens it. */
  constructor(private readonly path: string) {
    execFileSync('mkfifo', [path]);
    this.#film();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#pipe?.destroy();
    this.#pipe = null;
  }

  #film(): void {
    const pipe = createWriteStream(this.path);
    this.#pipe = pipe;
    pipe.on('error', () => {
      clearInterval(this.#timer);
      if (this.#pipe === pipe) {
        this.#film();
      }
    });
    pipe.on('open', () => {
      pipe.write(HEAD);
      let [made, since] = [0, Date.now()];
      this.#timer = setInterval(() => {
        if (this.isPaused) {
          [made, since] = [0, Date.now()];
          return;
        }
        // A timer that comes late makes up for it, so that the film keeps its pace.
        for (; made * FRAME_MS < Date.now() - since; made += 1) {
          pipe.write(frame(Date.now()));
        }
      }, FRAME_MS / 2);
    });
  }
}

/** What a look at the film on a page gives, in milliseconds since 1970. */
interface Look {
  /** The time in its picture. */
  readonly filmed: number;
  readonly now: number;
}

/** How far the film on a page is behind, in milliseconds, by the time in its picture; null before it shows one. */
export async function lagInPicture(page: Page): Promise<number | null> {
  const look = await lookAtFilm(page);
  return look === null ? null : look.now - look.filmed;
}

/** The time in the picture of the film on a page, in milliseconds since 1970; null before it shows one. */
export async function timeInPicture(page: Page): Promise<number | null> {
  return (await lookAtFilm(page))?.filmed ?? null;
}

async function lookAtFilm(page: Page): Promise<Look | null> {
  return page.evaluate(
    ({ BLOCK, BITS, WIDTH, HEIGHT }) => {
      const film = document.querySelector('video');
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [WIDTH, HEIGHT];
      const context = canvas.getContext('2d', { willReadFrequently: true });
      if (film === null || film.videoWidth !== WIDTH || context === null) {
        return null;
      }
      context.drawImage(film, 0, 0);
      const now = Date.now();
      const { data } = context.getImageData(0, 0, WIDTH, HEIGHT);
      let time = 0;
      for (let bit = 0; bit < BITS; bit += 1) {
        const x = (bit % BLOCK.row) * BLOCK.width + BLOCK.width / 2;
        const y = Math.floor(bit / BLOCK.row) * BLOCK.height + BLOCK.height / 2;
        time = time * 2 + ((data[(y * WIDTH + x) * 4] ?? 0) > 128 ? 1 : 0);
      }
      return { filmed: time, now };
    },
    { BLOCK, BITS, WIDTH, HEIGHT },
  );
}
