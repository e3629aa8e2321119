// One form's request: whether it is under way, and why the server refused it last.
import { errorBody } from '../net/http';
import type { ErrorBody } from '../wire/messages';

/** For each field, the codes of the refusals that are about it. */
type Codes<Field extends string> = Readonly<Record<Field, readonly string[]>>;

export class Attempt<Field extends string = never> {
  sending = $state(false);
  refusal = $state.raw<ErrorBody | null>(null);

  constructor(
    private readonly codes: Codes<Field>,
    private readonly explain: (refusal: ErrorBody) => string,
  ) {}

  /** Runs the request; returns whether it was accepted. */
  async run(request: () => Promise<unknown>): Promise<boolean> {
    this.sending = true;
    this.refusal = null;
    try {
      await request();
      return true;
    } catch (error) {
      this.refusal = errorBody(error);
      return false;
    } finally {
      this.sending = false;
    }
  }

  /** Why the value of a field was refused; empty when it was not. */
  problem(field: Field): string {
    return this.refusal !== null && this.codes[field].includes(this.refusal.code)
      ? this.explain(this.refusal)
      : '';
  }

  /** Why the request was refused, for a reason that is about no field. */
  get rest(): string {
    const { refusal } = this;
    const ofFields = Object.values<readonly string[]>(this.codes).flat();
    return refusal === null || ofFields.includes(refusal.code) ? '' : this.explain(refusal);
  }
}
