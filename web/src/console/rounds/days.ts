// Days of the UTC calendar, as reports and searches count them. Pure.

const DAY_MS = 86_400_000;

/** The first moment of a day such as `2026-03-01`; null for no day. */
export function dayStart(day: string): number | null {
  const at = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}

/** The moment after the last of a day. */
export function dayEnd(day: string): number | null {
  const start = dayStart(day);
  return start === null ? null : start + DAY_MS;
}

/** The day of a moment. */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** The day so many days later. */
export function dayAfter(day: string, days: number): string {
  return dayOf((dayStart(day) ?? 0) + days * DAY_MS);
}
