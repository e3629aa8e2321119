// What an entry of the log says beside who and when, as one line. Pure.

const LONGEST = 400;

/** Names and values, the reason first: `why: paid out, change: -500`. */
export function saysText(says: Readonly<Record<string, unknown>>): string {
  const line = Object.entries(says)
    .filter(([, value]) => value !== null && value !== '')
    .toSorted(([one], [other]) => Number(other === 'why') - Number(one === 'why'))
    .map(([name, value]) => `${name}: ${valueText(value)}`)
    .join(', ');
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}

function valueText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
