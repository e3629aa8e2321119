// A page that follows a live table hears of each change once, survives a lost line, and stops when it is left.
import { describe, expect, it } from 'vitest';
import { ApiError } from '../net/http';
import type { LiveStatus } from '../wire/messages';
import { follow } from './follow';
import { live } from './fixtures';

/** What a server answers, one after the other; then it is left. */
async function followed(answers: readonly (LiveStatus | Error)[], tookMs = 5_000) {
  const asked: (string | null)[] = [];
  const heard: string[] = [];
  const waits: number[] = [];
  let now = 0;
  await follow({
    ask: (otherThan) => {
      const answer = answers[asked.length];
      asked.push(otherThan);
      now += tookMs;
      return answer === undefined || answer instanceof Error
        ? Promise.reject(answer ?? new Error('nothing is asked any more'))
        : Promise.resolve(answer);
    },
    wait: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
    now: () => now,
    goesOn: () => asked.length < answers.length || heard.length < answers.length,
    stands: (status) => heard.push(status.live?.version ?? 'none'),
    failed: (problem) => heard.push(problem.code),
  });
  return { asked, heard, waits };
}

const status = (version: string): LiveStatus => ({ live: live({ version }) });

describe('a page that follows a live table', () => {
  it('asks for a status other than the last one that it heard', async () => {
    const { asked, heard, waits } = await followed([status('a'), status('b'), status('b')]);
    expect(asked).toEqual([null, 'a', 'b']);
    expect(heard).toEqual(['a', 'b', 'b']);
    expect(waits).toEqual([]);
  });

  it('says when the line is lost, waits longer each time, and goes on from what it knew', async () => {
    const refused = new ApiError({ code: 'stopping', message: 'the server stops' });
    const { asked, heard, waits } = await followed([
      status('a'),
      new TypeError('no line'),
      refused,
      status('b'),
    ]);
    expect(asked).toEqual([null, 'a', 'a', 'a']);
    expect(heard).toEqual(['a', 'network', 'stopping', 'b']);
    const [first = 0, second = 0] = waits;
    expect([first >= 200 && first <= 400, second >= 400 && second <= 800]).toEqual([true, true]);
  });

  it('does not ask a server in haste that answers at once with what is known', async () => {
    expect((await followed([status('a'), status('a'), status('b')], 3)).waits).toEqual([1_000]);
  });

  it('asks no more about a table that the clock deals', async () => {
    const { asked, heard } = await followed([{ live: null }, status('a')]);
    expect([asked, heard]).toEqual([[null], ['none']]);
  });

  it('hears nothing any more when it was left meanwhile', async () => {
    let isLeft = false;
    const heard: string[] = [];
    await follow({
      ask: () => {
        isLeft = true;
        return Promise.resolve(status('a'));
      },
      wait: () => Promise.resolve(),
      now: () => 0,
      goesOn: () => !isLeft,
      stands: () => heard.push('stands'),
      failed: () => heard.push('failed'),
    });
    expect(heard).toEqual([]);
  });
});
