// Plays a live playlist of HLS: in Safari the browser does that itself, elsewhere hls.js, which is loaded then.
import type Hls from 'hls.js/light';

export interface PlayedHls {
  /** When what is seen now was filmed, in milliseconds since the epoch; null before anything is seen. */
  readonly filmedAt: () => number | null;
  /** Goes on with the ticket of another path. */
  readonly renew: (path: string) => void;
  readonly stop: () => void;
}

/** Why a playlist does not play. */
export type Lost = 'lost' | 'full';

/** A video of a browser that plays HLS itself and says when its film began. Only Safari does both. */
interface Dated {
  getStartDate(): Date;
}

function isDated(film: object): film is Dated {
  return 'getStartDate' in film;
}

/** Whether the browser plays HLS itself, so that hls.js need not be loaded. */
export function playsItself(film: Pick<HTMLVideoElement, 'canPlayType'>): boolean {
  return isDated(film) && film.canPlayType('application/vnd.apple.mpegurl') !== '';
}

/** The same address with the ticket of that path. A player keeps the addresses that it has read. */
export function withTicketOf(path: string, url: string): string {
  const ticket = /\/video\/([^/]+)\//.exec(path)?.[1];
  return ticket === undefined ? url : url.replace(/\/video\/[^/]+\//, `/video/${ticket}/`);
}

export async function playHls(
  film: HTMLVideoElement,
  path: string,
  lost: (why: Lost) => void,
): Promise<PlayedHls> {
  return playsItself(film) ? playItself(film, path, lost) : playByScript(film, path, lost);
}

function playItself(film: HTMLVideoElement, path: string, lost: (why: Lost) => void): PlayedHls {
  const failed = () => {
    lost('lost');
  };
  film.addEventListener('error', failed);
  film.src = path;
  return {
    filmedAt: () => {
      const begin = isDated(film) ? film.getStartDate().getTime() : Number.NaN;
      return Number.isNaN(begin) ? null : begin + film.currentTime * 1_000;
    },
    renew: (next) => {
      film.src = next;
      void film.play().catch(() => undefined);
    },
    stop: () => {
      film.removeEventListener('error', failed);
      film.removeAttribute('src');
      film.load();
    },
  };
}

async function playByScript(
  film: HTMLVideoElement,
  path: string,
  lost: (why: Lost) => void,
): Promise<PlayedHls> {
  const { default: Player } = await import('hls.js/light');
  let current = path;
  const player: Hls = new Player({
    // A worker would need a script that is not of this server.
    enableWorker: false,
    liveSyncDuration: 2,
    liveMaxLatencyDuration: 6,
    maxLiveSyncPlaybackRate: 1.25,
    maxBufferLength: 10,
    backBufferLength: 10,
    xhrSetup: (request, url) => {
      request.open('GET', withTicketOf(current, url), true);
    },
  });
  player.on(Player.Events.ERROR, (_, { fatal, response }) => {
    if (fatal) {
      lost(response?.code === 429 ? 'full' : 'lost');
    }
  });
  player.loadSource(path);
  player.attachMedia(film);
  return {
    filmedAt: () => player.playingDate?.getTime() ?? null,
    renew: (next) => {
      current = next;
    },
    stop: () => {
      player.destroy();
    },
  };
}
