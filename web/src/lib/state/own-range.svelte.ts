// The patron's own range of stakes by spot, which the house set for them. Without one the table's limits stand alone.
import { api } from '../net/api';
import type { SpotRange, SpotView } from '../wire/messages';

/** Between which stakes a patron may bet on a spot, in minor units. */
export interface Limits {
  readonly low: number;
  readonly high: number;
  /** Whether the patron's own range makes them narrower than the table does. */
  readonly own: boolean;
}

/** The limits of a spot within the patron's own range, if they have one. The server judges by both. */
export function limitsOf({ minimum, maximum }: SpotView, range: SpotRange | undefined): Limits {
  const low = Math.max(minimum, range?.minimum ?? 0);
  const high = Math.min(maximum, range?.maximum ?? maximum);
  return { low, high, own: low !== minimum || high !== maximum };
}

export class OwnRange {
  spots = $state.raw<readonly SpotRange[]>([]);

  of(spot: string): SpotRange | undefined {
    return this.spots.find((one) => one.spot === spot);
  }

  /** Reads what the house set: it may have changed since. */
  async recall(): Promise<void> {
    try {
      this.spots = (await api.range()).spots;
    } catch {
      // What was known stays; the next slip is judged by what holds.
    }
  }

  forget(): void {
    this.spots = [];
  }
}
