// The HTTP interface of what protects a patron: limits, pauses, exclusions and reality checks.
import type { Exclude, Protection, ProtectionHistory } from '../wire/messages';
import { pageQuery } from './api';
import { json } from './http';

const post = (path: string, body?: unknown) => json<Protection>(path, { method: 'POST', body });

export const protectionApi = {
  show: () => json<Protection>('/me/limits'),

  /** Asks for values of limits; null removes one. A looser value waits for the second yes. */
  set: (limits: Readonly<Record<string, number | null>>) =>
    json<Protection>('/me/limits', { method: 'PUT', body: { limits } }),

  /** The second yes to all looser values that have waited for a day. */
  confirm: () => post('/me/limits/confirm'),

  pause: (hours: number) => post('/me/pause', { hours }),

  exclude: (exclusion: Exclude) => post('/me/exclusion', exclusion),

  acknowledge: () => post('/me/reality-check'),

  history: (before: number | null, limit: number) =>
    json<ProtectionHistory>(`/me/limits/history?${pageQuery(before, limit)}`),
};
