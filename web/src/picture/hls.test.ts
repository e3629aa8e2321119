// Safari plays HLS itself, and a player goes on with a new ticket.
import { expect, it } from 'vitest';
import { playsItself, withTicketOf } from './hls';

it('the browser plays HLS itself where it also dates the film', () => {
  const says = (answer: CanPlayTypeResult) => ({ canPlayType: () => answer });
  expect(
    playsItself({ ...says('maybe'), getStartDate: () => new Date() } as object as HTMLVideoElement),
  ).toBe(true);
  expect(playsItself(says('maybe'))).toBe(false);
  expect(playsItself({ ...says(''), getStartDate: () => new Date() } as object as HTMLVideoElement)).toBe(
    false,
  );
});

it('an address gets the ticket of another path', () => {
  const path = '/api/v1/tables/9/video/17.p7.new/live.m3u8';
  const url = 'http://127.0.0.1:7777/api/v1/tables/9/video/16.p7.old/7-00000003.m4s';
  expect(withTicketOf(path, url)).toBe(
    'http://127.0.0.1:7777/api/v1/tables/9/video/17.p7.new/7-00000003.m4s',
  );
  expect(withTicketOf('/elsewhere', url)).toBe(url);
});
