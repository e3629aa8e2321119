// Runs the mock house with tables that play by themselves, for work on the screens.
import { setTimeout as after } from 'node:timers/promises';
import { MockHouse } from './mock-house';
import type { MockTable } from './mock-table';

const [BETTING_MS, CARD_MS, RESULT_MS] = [12_000, 1_000, 5_000];

async function goRound(table: MockTable): Promise<never> {
  for (;;) {
    table.open(BETTING_MS);
    await after(BETTING_MS);
    table.close();
    await after(CARD_MS);
    while (table.deal(1)) {
      await after(CARD_MS);
    }
    table.settle(RESULT_MS);
    await after(RESULT_MS);
  }
}

export async function run(): Promise<void> {
  const house = new MockHouse();
  const url = await house.start(Number(process.env['PORT'] ?? 7777));
  process.stdout.write(`${url}\n`);
  await Promise.all(house.tables.map(goRound));
}
