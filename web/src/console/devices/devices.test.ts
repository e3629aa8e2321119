// Which steps of a device a supervisor is offered: nobody approves what they brought in or stopped themselves.
import { describe, expect, it } from 'vitest';
import type { Device } from '$lib/wire/messages';
import { isText } from '../text';
import { marksOf, needsAnother, refusalText, stepsOf, troublesOf } from './devices';

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
    fault: null,
    faulty_since: null,
    lid_open_at: null,
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

  it('says in sentences what is wrong with it, with the words of the device as they are', () => {
    expect(troublesOf(device('enrolled'))).toEqual([]);
    const fault = { code: 'motor', text: 'belt <b>slips</b> {at}', at: 0 };
    const [said, lid, ...more] = troublesOf(device('enrolled', { fault, lid_open_at: 0 }));
    expect(said).toMatch(
      /^Fault at .+: its motor does not work as it should\. The device says: “belt <b>slips<\/b> \{at\}”$/,
    );
    expect(lid).toMatch(/^Its lid has been open since .+\. Look what is done there\./);
    expect(more).toEqual([]);
    expect(troublesOf(device('enrolled', { fault: { ...fault, text: '' } })).join()).not.toContain('says');
    for (const code of ['sensor', 'motor', 'lid', 'power', 'store']) {
      expect(isText(`device.fault.${code}`), code).toBe(true);
    }
    const alarm = { code: 'forked', at: 0 };
    expect(troublesOf(device('enrolled', { alarm }))).toHaveLength(1);
    expect(troublesOf(device('suspended', { alarm, ended_by: 'house' }))).toEqual([]);
  });

  it('is marked as the server counts it: for an hour, and while its lid is open', () => {
    const hour = 3_600_000;
    const [alarm, fault] = [
      { code: 'counter_lost', at: 0 },
      { code: 'power', text: '', at: 5 },
    ];
    const broken = device('enrolled', { alarm, fault, lid_open_at: 0 });
    expect(marksOf(broken, hour)).toEqual(['alarm', 'fault', 'lid_open']);
    expect(marksOf(broken, hour + 1)).toEqual(['fault', 'lid_open']);
    expect(marksOf(broken, 2 * hour)).toEqual(['lid_open']);
    expect(marksOf(device('revoked', { lid_open_at: 0 }), hour)).toEqual([]);
  });

  it('that says by its beats that it has a fault is marked as long as it does', () => {
    const faulty = device('enrolled', { faulty_since: 0 });
    expect(troublesOf(faulty)).toHaveLength(1);
    expect(troublesOf(faulty)[0]).toMatch(/^It has said since .+ that it has a fault\./);
    expect(marksOf(faulty, 99 * 3_600_000)).toEqual(['fault']);
  });

  it('is refused in words of its own, where those of corrections would be wrong', () => {
    expect(refusalText({ code: 'same_person', message: '' })).toContain('made its code');
    expect(refusalText({ code: 'no_reason', message: '' })).toBe('Write a reason of 1 to 500 characters.');
  });
});
