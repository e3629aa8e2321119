// The id of an order that a supervisor gives: a try that repeats one whose answer was lost has the id of that one, and
// names the same event, so that nothing happens twice.
import { errorBody } from '$lib/net/http';
import { newId } from '$lib/state/request-id';

/** What an order says beside what is to be done. */
export interface Sent {
  readonly request_id: string;
  readonly seq: number;
}

export class SentOnce {
  #what = '';
  #sent: Sent | null = null;

  /** Sends an order; `what` tells it from others. A server that refuses it has done nothing: the next try is new. */
  async send<Answer>(what: string, seq: number, send: (sent: Sent) => Promise<Answer>): Promise<Answer> {
    if (this.#sent === null || this.#what !== what) {
      [this.#what, this.#sent] = [what, { request_id: newId(), seq }];
    }
    try {
      const answer = await send(this.#sent);
      this.#sent = null;
      return answer;
    } catch (error) {
      if (!isLost(errorBody(error).code)) {
        this.#sent = null;
      }
      throw error;
    }
  }
}

/** Whether nobody knows what became of an order. */
function isLost(code: string): boolean {
  return code === 'network' || code === 'unavailable' || code === 'timed_out';
}
