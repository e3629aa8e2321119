// The range of a patron as fields that a manager writes, and as the server takes it. Pure.
import { parseMinor, toDecimal } from '$lib/money/money';
import type { SpotRange } from '$lib/wire/messages';

/** A spot with its least and largest stake as they are written; empty for none. */
export interface RangeField {
  readonly spot: string;
  minimum: string;
  maximum: string;
}

/** The fields of all spots that a patron may meet, with the range where there is one. */
export function fieldsOf(
  spots: readonly string[],
  ranges: readonly SpotRange[],
  decimals: number,
): RangeField[] {
  const all = [...new Set([...spots, ...ranges.map(({ spot }) => spot)])];
  return all.map((spot) => {
    const range = ranges.find((one) => one.spot === spot);
    return {
      spot,
      minimum: range === undefined || range.minimum === 0 ? '' : toDecimal(range.minimum, decimals),
      maximum: typeof range?.maximum === 'number' ? toDecimal(range.maximum, decimals) : '',
    };
  });
}

/** The whole range that the fields mean; null where a field is no amount. A spot without both has none. */
export function rangeOf(fields: readonly RangeField[], decimals: number): SpotRange[] | null {
  const ranges: SpotRange[] = [];
  for (const { spot, minimum, maximum } of fields) {
    const least = minimum.trim() === '' ? 0 : parseMinor(minimum.trim(), decimals);
    const largest = maximum.trim() === '' ? null : parseMinor(maximum.trim(), decimals);
    if (least === null || (largest === null && maximum.trim() !== '')) {
      return null;
    }
    if (least !== 0 || largest !== null) {
      ranges.push({ spot, minimum: least, maximum: largest });
    }
  }
  return ranges;
}
