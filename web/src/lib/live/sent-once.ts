// The id of an order at a live table: a try that repeats one whose answer was lost has the id of that one, and names the
// same event, so that nothing happens twice.
import { errorBody } from '../net/http';
import { newId } from '../state/request-id';

/** What an order says beside what is to be done. */
export interface Sent {
  readonly request_id: string;
  readonly seq: number;
}

/** Orders of which the server carries out each one once, however often it is sent. */
export class SentOnce {
  #what = '';
  #sent: Sent | null = null;
  /** Whether the answer to a try was lost, so that nobody knows what became of it. */
  #isLost = false;

  /**
   * Sends an order; `what` tells it from others. A server that refuses the first try has done nothing, and the next one is
   * new. After a lost try only an answer, or a refusal of the id or of the event that it names, says what became of it.
   */
  async send<Answer>(what: string, seq: number, send: (sent: Sent) => Promise<Answer>): Promise<Answer> {
    if (this.#sent === null || this.#what !== what) {
      [this.#what, this.#sent, this.#isLost] = [what, { request_id: newId(), seq }, false];
    }
    try {
      const answer = await send(this.#sent);
      this.#sent = null;
      return answer;
    } catch (error) {
      const { code } = errorBody(error);
      this.#isLost ||= isLost(code);
      if (!this.#isLost || code === 'out_of_date' || code === 'request_id_used') {
        this.#sent = null;
      }
      throw error;
    }
  }
}

/** Whether nobody knows what became of an order. */
function isLost(code: string): boolean {
  return ['network', 'unavailable', 'timed_out'].includes(code) || /^http_5\d\d$/.test(code);
}
