// An order whose answer was lost is sent again as it was; one that was refused or answered is not.
import { expect, it } from 'vitest';
import { ApiError } from '$lib/net/http';
import { SentOnce, type Sent } from './sent-once';

const refused = new ApiError({ code: 'out_of_date', message: 'the table has gone on' });

it('has the same id and event as long as its answer is lost, and another one afterwards', async () => {
  const orders = new SentOnce();
  const sent: Sent[] = [];
  const say = (error: Error | null) => (one: Sent) => {
    sent.push(one);
    return error === null ? Promise.resolve('done') : Promise.reject(error);
  };
  await expect(orders.send('free', 41, say(new Error('no line')))).rejects.toThrow();
  await expect(orders.send('free', 44, say(refused))).rejects.toThrow();
  await orders.send('free', 45, say(null));
  await orders.send('free', 45, say(null));
  await expect(orders.send('free', 46, say(new Error('no line')))).rejects.toThrow();
  await orders.send('end', 46, say(null));
  expect(sent.map(({ seq }) => seq)).toEqual([41, 41, 45, 45, 46, 46]);
  const ids = sent.map(({ request_id: id }) => id);
  expect(ids[1]).toBe(ids[0]);
  expect(new Set(ids).size).toBe(5);
});
