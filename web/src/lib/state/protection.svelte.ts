// What protects the patron while they play: the reality check that waits for an answer, and why play has ended.
import { protectionApi } from '../net/protection';
import type { ErrorBody, Protection as View, RealityCheck } from '../wire/messages';

/** The refusals that end play, or bets of that size, until a moment. */
const ENDS_PLAY: ReadonlySet<string> = new Set([
  'excluded',
  'paused',
  'time_limit',
  'stake_limit',
  'loss_limit',
]);

export class Protection {
  /** The reality check that waits for the patron's answer. */
  check = $state.raw<RealityCheck | null>(null);
  /** Why the patron cannot play, or cannot bet so much, at this time. */
  refusal = $state.raw<ErrorBody | null>(null);

  /** Takes over what the server says. */
  apply(view: View): void {
    this.check = view.reality_check_due ? view.reality_check : null;
    this.refusal = view.refusal ?? null;
  }

  /** Reads what the server says, after a reload or the loss of a seat. */
  async recall(): Promise<void> {
    try {
      this.apply(await protectionApi.show());
    } catch {
      // Nothing is known then; the next slip is refused with the reason.
    }
  }

  /** Keeps a refusal that ends play, and returns whether it did. The limit of one round ends nothing. */
  noted(refusal: ErrorBody): boolean {
    if (refusal.code === 'reality_check_due') {
      void this.recall();
      return true;
    }
    const endsPlay = ENDS_PLAY.has(refusal.code) && refusal.own_limit !== 'stake_round';
    if (endsPlay) {
      this.refusal = refusal;
    }
    return endsPlay;
  }

  /** A slip was accepted, so nothing ends play. */
  accepted(): void {
    this.refusal = null;
  }

  /** The patron goes on playing. */
  async goOn(): Promise<void> {
    this.apply(await protectionApi.acknowledge());
  }

  forget(): void {
    this.check = null;
    this.refusal = null;
  }
}
