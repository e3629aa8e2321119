// A name for this browser, by which its owner knows it in the list of their sessions. Pure.

const BROWSERS = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['CriOS/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;

const SYSTEMS = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'Mac'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const;

/** Names a browser and its system from the user-agent string: `Firefox, Windows`. Empty when it tells neither. */
export function deviceName(userAgent: string): string {
  const first = (marks: readonly (readonly [string, string])[]) =>
    marks.find(([mark]) => userAgent.includes(mark))?.[1];
  return [first(BROWSERS), first(SYSTEMS)].filter((part) => part !== undefined).join(', ');
}
