// WHEP comes first and gives way to HLS in time; a loss is followed by another try; a ticket is renewed before its end.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { TablePicture } from '$lib/wire/messages';
import type { Lost } from './hls';
import { LivePlayer, type Ways } from './live-player';

const PICTURE: TablePicture = {
  table_id: 9,
  picture: 'live',
  hls: '/api/v1/tables/9/video/1.p7.a/live.m3u8',
  whep: 'https://media.example/9/whep',
  ticket: '1.p7.a',
  ends_at: 0,
};
const FILM = {} as HTMLVideoElement;

let log: string[] = [];
let began = 0;
let player: LivePlayer | null = null;

function note(what: string): void {
  log.push(`${what} ${String(Date.now() - began)}`);
}

type Whep = 'plays' | 'refuses' | 'hangs';

/** A player over ways that only note what they are asked for. `lose` is the loss of what plays. */
function play(whep: Whep, answers: (Partial<TablePicture> | null)[] = []) {
  const lose: { now: (why: Lost) => void } = { now: () => undefined };
  const ways: Ways = {
    ask: () => {
      note('ask');
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      return answer === null
        ? Promise.reject(new Error('no network'))
        : Promise.resolve({ ...PICTURE, ...answer });
    },
    whep: (_film, { url, ticket }, lost, signal) => {
      note(`whep ${url} ${ticket}`);
      lose.now = lost;
      if (whep === 'refuses') {
        return Promise.reject(new Error('403'));
      }
      return whep === 'plays'
        ? Promise.resolve({
            stop: () => {
              note('whep stops');
            },
          })
        : new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => {
              reject(new Error('too late'));
            });
          });
    },
    hls: (_film, path, lost) => {
      note(`hls ${path}`);
      lose.now = lost;
      return Promise.resolve({
        filmedAt: () => 1,
        renew: (next) => {
          note(`renew ${next}`);
        },
        stop: () => {
          note('hls stops');
        },
      });
    },
  };
  player = new LivePlayer(FILM, ways);
  return { player, lose };
}

beforeEach(() => {
  vi.useFakeTimers();
  log = [];
  began = Date.now();
});

afterEach(() => {
  player?.stop();
  vi.useRealTimers();
});

const HLS = `hls ${PICTURE.hls ?? ''}`;
const WHEP = `whep ${PICTURE.whep ?? ''} ${PICTURE.ticket ?? ''}`;

it('plays WHEP where there is one', async () => {
  const { player } = play('plays');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(log).toEqual(['ask 0', `${WHEP} 0`]);
  expect([player.way, player.filmedAt()]).toEqual(['whep', null]);
});

it('plays HLS at once where WHEP refuses', async () => {
  const { player } = play('refuses');
  await vi.advanceTimersByTimeAsync(0);
  expect(log).toEqual(['ask 0', `${WHEP} 0`, `${HLS} 0`]);
  expect([player.way, player.filmedAt()]).toEqual(['hls', 1]);
});

it('plays HLS within three seconds where WHEP hangs', async () => {
  play('hangs');
  await vi.advanceTimersByTimeAsync(3_000);
  expect(log).toEqual(['ask 0', `${WHEP} 0`, `${HLS} 2000`]);
});

it('stays with HLS after WHEP was lost', async () => {
  const { lose } = play('plays');
  await vi.advanceTimersByTimeAsync(1_000);
  lose.now('lost');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(log).toEqual(['ask 0', `${WHEP} 0`, 'whep stops 1000', 'ask 3000', `${HLS} 3000`]);
});

it('asks again until there is a picture', async () => {
  const { player } = play('plays', [
    null,
    { picture: 'none' },
    { picture: 'off', hls: null },
    { whep: null },
  ]);
  await vi.advanceTimersByTimeAsync(6_000);
  expect([player.way, player.server]).toEqual([null, 'none']);
  await vi.advanceTimersByTimeAsync(9_000);
  expect(log).toEqual(['ask 0', 'ask 5000', 'ask 10000', 'ask 15000', `${HLS} 15000`]);
});

it('waits longer while too many people look', async () => {
  const { player, lose } = play('refuses');
  await vi.advanceTimersByTimeAsync(0);
  lose.now('full');
  expect([player.way, player.isFull]).toEqual([null, true]);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(log.slice(3)).toEqual(['hls stops 0', 'ask 15000', `${HLS} 15000`]);
  expect(player.isFull).toBe(false);
});

it('renews the ticket before it ends', async () => {
  const next = { hls: '/api/v1/tables/9/video/2.p7.b/live.m3u8' };
  play('refuses', [{}, null, next]);
  await vi.advanceTimersByTimeAsync(500_000);
  expect(log.slice(3)).toEqual(['ask 480000', 'ask 495000', `renew ${next.hls} 495000`]);
});

it('does nothing after it was stopped', async () => {
  const { player } = play('hangs');
  await vi.advanceTimersByTimeAsync(1_000);
  player.stop();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(log).toEqual(['ask 0', `${WHEP} 0`]);
});
