// Which steps of a device a supervisor is offered: nobody approves what they brought in or stopped themselves.
import { describe, expect, it } from 'vitest';
import type { Device } from '$lib/wire/messages';
import { isText } from '../text';
import { needsAnother, refusalText, stepsOf } from './devices';

const [ANN, BEN] = [1, 2];

function device(standing: string, more: Partial<Device> = {}): Device {
  return {
    device_id: 4,
    table_id: 9,
    simulator: false,
    standing,
    key: null,
    fingerprint: null,
    code_by: { staff_id: ANN, name: 'Ann' },
    confirmed_by: null,
    ended_by: null,
    at: 0,
    why: '',
    seen_at: null,
    alarm: null,
    ...more,
  };
}

describe('a device', () => {
  it('that waits is approved by another supervisor than the one who made its code', () => {
    const waiting = device('waiting');
    expect([needsAnother(waiting, ANN), stepsOf(waiting, ANN)]).toEqual([true, ['revoke']]);
    expect(stepsOf(waiting, BEN)).toEqual(['approve', 'revoke']);
  });

  it('that was suspended speaks again by another supervisor, and never when its key signed two histories', () => {
    const suspended = device('suspended', { ended_by: 'staff:2' });
    expect(stepsOf(suspended, BEN)).toEqual(['revoke']);
    expect(stepsOf(suspended, ANN)).toEqual(['resume', 'revoke']);
    expect(stepsOf(device('suspended', { ended_by: 'house' }), ANN)).toEqual(['revoke']);
  });

  it('that speaks is moved, suspended or revoked; a revoked one stays as it is', () => {
    expect(stepsOf(device('enrolled'), ANN)).toEqual(['move', 'suspend', 'revoke']);
    expect(stepsOf(device('revoked', { ended_by: 'staff:2' }), ANN)).toEqual([]);
    expect(stepsOf(device('of_next_year'), ANN)).toEqual([]);
  });

  it('has words for its standing and its steps', () => {
    for (const standing of ['waiting', 'enrolled', 'suspended', 'revoked']) {
      expect(isText(`device.standing.${standing}`)).toBe(true);
    }
  });

  it('is refused in words of its own, where those of corrections would be wrong', () => {
    expect(refusalText({ code: 'same_person', message: '' })).toContain('made its code');
    expect(refusalText({ code: 'no_reason', message: '' })).toBe('Write a reason of 1 to 500 characters.');
  });
});
