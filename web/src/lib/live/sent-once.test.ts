// An order whose answer was lost is sent again as it was; one that was refused or answered is not.
import { expect, it } from 'vitest';
import { ApiError } from '$lib/net/http';
import { SentOnce, type Sent } from './sent-once';

const refused = (code: string) => new ApiError({ code, message: 'refused' });

it('has the same id and event as long as its answer is lost, and another one afterwards', async () => {
  const orders = new SentOnce();
  const sent: Sent[] = [];
  const say = (error: Error | null) => (one: Sent) => {
    sent.push(one);
    return error === null ? Promise.resolve('done') : Promise.reject(error);
  };
  await expect(orders.send('free', 41, say(new Error('no line')))).rejects.toThrow();
  await expect(orders.send('free', 44, say(refused('out_of_date')))).rejects.toThrow();
  await orders.send('free', 45, say(null));
  await orders.send('free', 45, say(null));
  await expect(orders.send('free', 46, say(new Error('no line')))).rejects.toThrow();
  await orders.send('end', 46, say(null));
  expect(sent.map(({ seq }) => seq)).toEqual([41, 41, 45, 45, 46, 46]);
  const ids = sent.map(({ request_id: id }) => id);
  expect(ids[1]).toBe(ids[0]);
  expect(new Set(ids).size).toBe(5);
});

it('is the same order until the server says what became of a lost try', async () => {
  const orders = new SentOnce();
  const ids: string[] = [];
  const say = (code: string) => (one: Sent) => {
    ids.push(one.request_id);
    return Promise.reject(refused(code));
  };
  for (const code of ['wrong_credentials', 'http_502', 'wrong_credentials', 'request_id_used', 'waits']) {
    await expect(orders.send('end', 7, say(code))).rejects.toThrow();
  }
  const [first, lost, again, known, next] = ids;
  expect(new Set([first, lost, next]).size).toBe(3);
  expect([again, known]).toEqual([lost, lost]);
});
