// A list that the server sends page by page: read on, and read again from its beginning.
import { describe, expect, it } from 'vitest';
import { Paged } from './resource.svelte';

/** A server with entries, newest first, that sends three at a time. */
function list(entries: number[]) {
  const server = { entries, fails: false };
  const paged = new Paged<number, number>((before) => {
    if (server.fails) {
      return Promise.reject(new Error('lost'));
    }
    const rest = server.entries.filter((entry) => before === null || entry < before);
    const page = rest.slice(0, 3);
    return Promise.resolve({ entries: page, next: rest.length > 3 ? (page.at(-1) ?? null) : null });
  });
  return { server, paged };
}

const own = (entry: number) => entry;

describe('a list in pages', () => {
  it('is renewed with its older pages kept, and goes on where it ended', async () => {
    const { server, paged } = list([6, 5, 4, 3, 2, 1]);
    await paged.first();
    await paged.renew(own);
    expect([paged.entries, paged.next]).toEqual([[6, 5, 4], 4]);
    server.entries = [8, 7, ...server.entries];
    await paged.renew(own);
    expect([paged.entries, paged.next]).toEqual([[8, 7, 6, 5, 4], 4]);
    await paged.more();
    expect([paged.entries, paged.next]).toEqual([[8, 7, 6, 5, 4, 3, 2, 1], null]);
    await paged.renew(own);
    expect(paged.entries).toEqual([8, 7, 6, 5, 4, 3, 2, 1]);
  });

  it('drops what is no longer there, and begins again when more is new than a page holds', async () => {
    const { server, paged } = list([6, 5, 4, 3]);
    await paged.first();
    server.entries = [6, 4, 3];
    await paged.renew(own);
    expect([paged.entries, paged.next]).toEqual([[6, 4, 3], null]);
    server.entries = [10, 9, 8, 7, ...server.entries];
    await paged.renew(own);
    expect([paged.entries, paged.next]).toEqual([[10, 9, 8], 8]);
  });

  it('shows what it has when a renewal fails', async () => {
    const { server, paged } = list([2, 1]);
    await paged.first();
    server.fails = true;
    await paged.renew(own);
    expect([paged.entries, paged.problem]).toEqual([[2, 1], null]);
  });
});
