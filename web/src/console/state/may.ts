// What a member of staff may do, by the roles of their session. The server checks it again; this only decides what is
// offered. A test holds each line against the OpenAPI document.

const WHO = {
  read: ['supervisor', 'manager', 'auditor'],
  readRounds: ['supervisor', 'auditor'],
  halt: ['supervisor'],
  voidRound: ['supervisor'],
  watchRecordings: ['supervisor', 'auditor'],
  supervise: ['supervisor'],
  readDealers: ['supervisor', 'auditor'],
  changeDevices: ['supervisor'],
  abandonShoe: ['supervisor'],
  correct: ['supervisor'],
  openClose: ['manager'],
  setUp: ['manager'],
  adjust: ['supervisor'],
  proposeAdjustment: ['supervisor', 'manager'],
  setAdjustmentLimits: ['manager'],
  setRange: ['manager'],
  exclude: ['manager'],
  readStaff: ['manager', 'auditor'],
  changeStaff: ['manager'],
} as const;

export type Act = keyof typeof WHO;
/** All of them. */
export const ACTS = Object.keys(WHO) as Act[];

/** Whether one of the roles may do it. */
export function may(roles: readonly string[], act: Act): boolean {
  return WHO[act].some((role) => roles.includes(role));
}
