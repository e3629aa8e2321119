// What an entry of the log says beside who and when, as one line. Pure.

const LONGEST = 400;

/** Names and values in the order of the entry: `change: -500, why: paid out`. */
export function saysText(says: Readonly<Record<string, unknown>>): string {
  const line = Object.entries(says)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${name}: ${valueText(value)}`)
    .join(', ');
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}

function valueText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
