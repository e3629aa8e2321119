// The HTTP interface of staff: tables, rounds, corrections, patrons, money by hand, reports, log and staff.
import { json, send } from '$lib/net/http';
import type {
  AdjustmentLimits,
  AdjustmentResponse,
  Adjustments,
  AdjustWallet,
  Alerts,
  ApproveDevice,
  ChangeInvitations,
  ChangeTable,
  CorrectionResponse,
  Corrections,
  DeviceCode,
  DeviceResponse,
  Devices,
  EndDevice,
  ExcludePatron,
  Exposures,
  Floor,
  FoundPatrons,
  FoundRounds,
  FoundSlips,
  FoundTransfers,
  Health,
  History,
  HouseLog,
  InvitationCode,
  Invitations,
  MoveDevice,
  NewDeviceCode,
  NewStaff,
  NewTable,
  OpenProposals,
  PatronWallet,
  ProposeAdjustment,
  ProposeCorrection,
  Protection,
  ProtectionHistory,
  Range,
  Recording,
  RecordingStates,
  RecordedSpan,
  ReleaseHold,
  RoundEvidence,
  RoundRecord,
  RoundRef,
  RoundVideo,
  RoundVoided,
  ShoeAbandoned,
  SetRange,
  StaffEnrolment,
  StaffList,
  StaffMember,
  Statement,
  TableChanges,
  TableEdges,
  TableSettings,
  WalletAdjusted,
} from '$lib/wire/messages';
import type { DailyReport, PatronReport } from './reports/report';

/** What a search asks; empty values are left out. */
export type Query = Readonly<Record<string, string | number | null>>;

/** The entries of a page. */
export const PAGE = 40;

/** The query string of a search, with its question mark. */
export function queryOf(query: Query): string {
  const asked = Object.entries(query).flatMap(([name, value]) =>
    value === null || value === '' ? [] : [[name, String(value)]],
  );
  return asked.length === 0 ? '' : `?${new URLSearchParams(asked).toString()}`;
}

const get = <Body>(path: string, query: Query = {}) => json<Body>(`${path}${queryOf(query)}`);
const post = <Body>(path: string, body?: unknown) => json<Body>(path, { method: 'POST', body });
const at = (table: number) => `/tables/${String(table)}`;
const of = (patron: number) => `/patrons/${String(patron)}`;
const member = (staff: number) => `/staff/${String(staff)}`;
const about = (device: number) => `/devices/${String(device)}`;

/** How a table is taken out of play, or put back. */
export type TableStep = 'halt' | 'resume' | 'open' | 'close';

export const desk = {
  floor: () => get<Floor>('/floor'),
  exposures: () => get<Exposures>('/exposure'),
  alerts: () => get<Alerts>('/alerts'),
  openProposals: () => get<OpenProposals>('/proposals'),
  /** A house with a table that stands answers 503, and names it. */
  health: () => json<Health>('/health', { accepts: 503 }),
  recordings: () => get<RecordingStates>('/recordings'),
  edges: (table: number) => get<TableEdges>(`${at(table)}/edges`),
  step: (table: number, step: TableStep, why: string) => post<TableSettings>(`${at(table)}/${step}`, { why }),
  voidRound: (table: number, round: RoundRef) => post<RoundVoided>(`${at(table)}/void`, { round }),
  abandonShoe: (table: number, shoe: number) =>
    post<ShoeAbandoned>(`${at(table)}/abandon`, { shoe_no: shoe }),
  changes: (table: number, before: number | null) =>
    get<TableChanges>(`${at(table)}/changes`, { before, limit: PAGE }),
  addTable: (table: NewTable) => post<TableSettings>('/tables', table),
  changeTable: (table: number, change: ChangeTable) =>
    json<TableSettings>(at(table), { method: 'PATCH', body: change }),

  invitations: (table: number) => get<Invitations>(`${at(table)}/invitations`),
  invite: (table: number, change: ChangeInvitations) =>
    post<TableSettings>(`${at(table)}/invitations`, change),
  makeCode: (table: number, why: string) => post<InvitationCode>(`${at(table)}/invitation-codes`, { why }),

  rounds: (query: Query) => get<FoundRounds>('/rounds', { limit: PAGE, ...query }),
  round: (table: number, { shoe_no, round_no }: RoundRef) =>
    get<RoundRecord>(`${at(table)}/shoes/${String(shoe_no)}/rounds/${String(round_no)}`),
  video: (table: number, { shoe_no, round_no }: RoundRef) =>
    get<RoundVideo>(`${at(table)}/shoes/${String(shoe_no)}/rounds/${String(round_no)}/video`),
  recording: (table: number, { from, to }: RecordedSpan) =>
    get<Recording>(`${at(table)}/recording`, { from, to }),
  evidence: (table: number, { shoe_no, round_no }: RoundRef) =>
    get<RoundEvidence>(`${at(table)}/shoes/${String(shoe_no)}/rounds/${String(round_no)}/evidence`),
  /** The answer is empty. */
  releaseHold: (table: number, hold: number, release: ReleaseHold) =>
    send(`${at(table)}/recording/holds/${String(hold)}/release`, { method: 'POST', body: release }),
  slips: (query: Query) => get<FoundSlips>('/slips', { limit: PAGE, ...query }),
  corrections: (table: number) => get<Corrections>(`${at(table)}/corrections`, { limit: PAGE }),
  propose: (table: number, proposal: ProposeCorrection) =>
    post<CorrectionResponse>(`${at(table)}/corrections`, proposal),
  decide: (table: number, no: number, how: 'approve' | 'withdraw') =>
    post<CorrectionResponse>(`${at(table)}/corrections/${String(no)}/${how}`),

  patrons: (query: Query) => get<FoundPatrons>('/patrons', { limit: PAGE, ...query }),
  wallet: (patron: number) => get<PatronWallet>(`${of(patron)}/wallet`),
  patronRounds: (patron: number, before: number | null) =>
    get<History>(`${of(patron)}/rounds`, { before, limit: PAGE }),
  statement: (patron: number, before: number | null) =>
    get<Statement>(`${of(patron)}/statement`, { before, limit: PAGE }),
  turnover: (patron: number) => get<PatronReport>(`${of(patron)}/turnover`),
  limits: (patron: number) => get<Protection>(`${of(patron)}/limits`),
  limitHistory: (patron: number) => get<ProtectionHistory>(`${of(patron)}/limits/history`, { limit: PAGE }),
  range: (patron: number) => get<Range>(`${of(patron)}/range`),
  setRange: (patron: number, range: SetRange) =>
    json<Range>(`${of(patron)}/range`, { method: 'PUT', body: range }),
  exclude: (patron: number, exclusion: ExcludePatron) =>
    post<Protection>(`${of(patron)}/exclusion`, exclusion),

  adjust: (patron: number, change: AdjustWallet) => post<WalletAdjusted>(`${of(patron)}/adjustments`, change),
  adjustments: (before: number | null) => get<Adjustments>('/adjustments', { before, limit: PAGE }),
  proposeAdjustment: (change: ProposeAdjustment) => post<AdjustmentResponse>('/adjustments', change),
  approveAdjustment: (no: number) => post<AdjustmentResponse>(`/adjustments/${String(no)}/approve`),
  endAdjustment: (no: number, why: string) =>
    post<AdjustmentResponse>(`/adjustments/${String(no)}/withdraw`, { why }),
  adjustmentLimits: () => get<AdjustmentLimits>('/adjustment-limits'),
  setAdjustmentLimits: (limits: AdjustmentLimits, why: string) =>
    post<AdjustmentLimits>('/adjustment-limits', { limits, why }),

  daily: (query: Query) => get<DailyReport>('/reports/daily', query),
  transfers: (query: Query) => get<FoundTransfers>('/transfers', { limit: PAGE, ...query }),
  log: (query: Query) => get<HouseLog>('/log', { limit: PAGE, ...query }),

  devices: () => get<Devices>('/devices'),
  makeDeviceCode: (device: NewDeviceCode) => post<DeviceCode>('/devices/codes', device),
  approveDevice: (device: number, approval: ApproveDevice) =>
    post<DeviceResponse>(`${about(device)}/approve`, approval),
  moveDevice: (device: number, move: MoveDevice) => post<DeviceResponse>(`${about(device)}/move`, move),
  endDevice: (device: number, how: 'suspend' | 'revoke', end: EndDevice) =>
    post<DeviceResponse>(`${about(device)}/${how}`, end),

  staff: () => get<StaffList>('/staff'),
  addStaff: (member: NewStaff) => post<StaffEnrolment>('/staff', member),
  setRoles: (staff: number, roles: readonly string[]) =>
    post<StaffMember>(`${member(staff)}/roles`, { roles }),
  /** Null for the number alone. */
  setDisplayName: (staff: number, name: string | null) =>
    post<StaffMember>(`${member(staff)}/display-name`, { display_name: name }),
  disable: (staff: number) => post<StaffMember>(`${member(staff)}/disable`),
  reset: (staff: number) => post<StaffEnrolment>(`${member(staff)}/reset`),
};
