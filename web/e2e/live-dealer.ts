// The dealer of a live table, over HTTP: how the table stands for them, and their orders.
import { expect } from 'vitest';
import type { DealerAction, LiveStatus, LiveTable } from '../src/lib/wire/messages';

export class LiveDealer {
  constructor(
    private readonly url: string,
    private readonly table: number,
    private readonly token: string,
  ) {}

  /** How the table stands once this holds. */
  async until(holds: (live: LiveTable) => boolean): Promise<LiveTable> {
    let query = '';
    for (;;) {
      const { live } = await this.ask<LiveStatus>('GET', `live${query}`);
      if (live !== null && holds(live)) {
        return live;
      }
      query = `?other_than=${live?.version ?? ''}`;
    }
  }

  async deal(order: DealerAction): Promise<void> {
    await this.ask('POST', 'deal', { order });
  }

  /** Begins a round, as soon as the last result was shown. */
  async begin(): Promise<void> {
    await this.until((live) => live.waits_for === 'start');
    const order: DealerAction = { type: 'start_betting' };
    await expect.poll(async () => (await this.send('POST', 'deal', { order })).status).toBe(200);
  }

  /** Types a card in the finding that is open. */
  async types(card: string): Promise<void> {
    const { finding } = await this.until((live) => live.finding !== null);
    await this.deal({ type: 'key_in', finding_no: finding?.finding_no ?? 0, card });
  }

  async ask<Body>(method: string, path: string, body?: unknown): Promise<Body> {
    const answer = await this.send(method, path, body);
    expect(answer.status, path).toBe(200);
    return (await answer.json()) as Body;
  }

  private async send(method: string, path: string, body?: unknown): Promise<Response> {
    return fetch(`${this.url}/api/v1/tables/${String(this.table)}/${path}`, {
      method,
      headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }
}
