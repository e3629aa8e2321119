// A visitor at a mock house that has opened betting at all tables.
import { DESKTOP, visit, type Visitor } from './browser';
import { MockHouse } from './mock-house';

/** Long enough for a test. */
const BETTING_MS = 60_000;

export interface MockVisit {
  readonly house: MockHouse;
  readonly visitor: Visitor;
  /** Ends both. */
  end(): Promise<void>;
}

export async function visitMock(): Promise<MockVisit> {
  const house = new MockHouse();
  const url = await house.start();
  house.tables.forEach((table) => {
    table.open(BETTING_MS);
  });
  const visitor = await visit(url, DESKTOP);
  return {
    house,
    visitor,
    end: async () => {
      await visitor.close();
      await house.stop();
    },
  };
}
