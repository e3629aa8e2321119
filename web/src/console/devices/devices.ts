// The devices of live tables as the console offers them: which steps each allows whom, and why the server refused one.
// Pure.
import type { Device, ErrorBody } from '$lib/wire/messages';
import { explain } from '../explain';
import { isText, textOf } from '../text';

/** What a supervisor does about a device. */
export type DeviceStep = 'approve' | 'resume' | 'move' | 'suspend' | 'revoke';

const STEPS: Readonly<Record<string, readonly DeviceStep[]>> = {
  waiting: ['approve', 'revoke'],
  enrolled: ['move', 'suspend', 'revoke'],
  suspended: ['resume', 'revoke'],
  revoked: [],
};

/** Whether the server suspended the device, because its key signed two histories. Nobody lets it speak again. */
export function isForked({ standing, ended_by }: Device): boolean {
  return standing === 'suspended' && ended_by === 'house';
}

/** Whether another person has to approve it, because this one made its code or suspended it. */
export function needsAnother({ standing, code_by, ended_by }: Device, staffId: number | null): boolean {
  return (
    (standing === 'waiting' && code_by.staff_id === staffId) ||
    (standing === 'suspended' && ended_by === `staff:${String(staffId)}`)
  );
}

/** The steps that a supervisor is offered. */
export function stepsOf(device: Device, staffId: number | null): readonly DeviceStep[] {
  const isClosed = isForked(device) || needsAnother(device, staffId);
  const steps = STEPS[device.standing] ?? [];
  return isClosed ? steps.filter((step) => step !== 'approve' && step !== 'resume') : steps;
}

/** Why the server refused a step, in plain words. */
export function refusalText(refusal: ErrorBody): string {
  return isText(`device.refused.${refusal.code}`) ? textOf('device.refused', refusal.code) : explain(refusal);
}
