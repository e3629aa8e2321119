// The devices of live tables as the console offers them: which steps each allows whom, and why the server refused one.
// Pure.
import { whenText } from '$lib/i18n/when';
import type { Device, ErrorBody } from '$lib/wire/messages';
import { explain } from '../explain';
import { isText, t, textOf } from '../text';

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

/** What the list marks. */
export type Mark = 'alarm' | 'fault' | 'lid_open';

/** For how long an alarm or a fault is marked in the list, as the server counts them, in milliseconds. */
const MARKED_MS = 3_600_000;

/** What is wrong with a device, each in a sentence, and the latest of its kind. */
export function troublesOf(device: Device): string[] {
  const { alarm, fault } = device;
  const troubles = [];
  // Of a key with two histories the page says more.
  if (alarm !== null && !isForked(device)) {
    troubles.push(t('device.alarm', { at: whenText(alarm.at), what: textOf('device.alarm', alarm.code) }));
  }
  if (fault !== null) {
    const said = fault.text === '' ? '' : ` ${t('device.fault.says', { text: fault.text })}`;
    const what = textOf('device.fault', fault.code);
    troubles.push(t('device.fault', { at: whenText(fault.at), what }) + said);
  }
  if (device.faulty_since !== null) {
    troubles.push(t('device.faulty', { at: whenText(device.faulty_since) }));
  }
  if (hasOpenLid(device)) {
    troubles.push(t('device.lid_open', { at: whenText(device.lid_open_at ?? 0) }));
  }
  return troubles;
}

/** What of it the list marks now: what the count of devices with an alarm counts. */
export function marksOf(device: Device, now: number): Mark[] {
  const isRecent = (told: { readonly at: number } | null) => told !== null && now - told.at <= MARKED_MS;
  const marks: [Mark, boolean][] = [
    ['alarm', isRecent(device.alarm)],
    ['fault', isRecent(device.fault) || device.faulty_since !== null],
    ['lid_open', hasOpenLid(device)],
  ];
  return marks.filter(([, isOn]) => isOn).map(([mark]) => mark);
}

/** Whether somebody has to close its lid. That of a device that may not speak is nobody's business. */
function hasOpenLid({ standing, lid_open_at: since }: Device): boolean {
  return since !== null && standing === 'enrolled';
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
