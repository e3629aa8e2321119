// The page of a dealer for tests, by keyboard: the big line says what is next, and a shoe passes the cards it asks for.
import type { Page } from 'playwright-core';
import { DESKTOP, visit, type Visitor } from './browser';
import type { HandShoe } from './hand-shoe';
import { logIn, type Member } from './staff';
import type { Studio } from './studio';

export class DealerPage {
  private constructor(
    readonly visitor: Visitor,
    readonly shoe: HandShoe,
  ) {}

  /** A shoe in the hands of the test connects; the dealer logs in, chooses the table, and sits down. */
  static async sit(studio: Studio, dealer: Member): Promise<DealerPage> {
    const shoe = await studio.handShoe();
    await shoe.connect();
    const at = new DealerPage(await visit(`${studio.server.url}/dealer.html`, DESKTOP), shoe);
    await logIn(at.page, dealer, 'live-tables');
    await at.page.getByRole('link', { name: 'Salon Live' }).waitFor();
    await at.page.keyboard.press('1');
    await at.says('SIT DOWN');
    await at.page.keyboard.press('Enter');
    await at.says('LOAD A SHOE');
    return at;
  }

  get page(): Page {
    return this.visitor.page;
  }

  /** Waits for the big line, and until steps are taken again. */
  async says(line: string): Promise<void> {
    await this.page.getByTestId('line').getByText(line, { exact: true }).waitFor({ timeout: 20_000 });
    await this.page.locator('[data-testid="dealer"][data-ready="true"]').waitFor();
  }

  /** A shoe is loaded and opened, and these cards are burned. */
  async opens(label: string, decks: number, burned: readonly string[]): Promise<void> {
    await this.shoe.load(label, decks);
    await this.says(`OPEN SHOE ${label}`);
    await this.page.keyboard.press('Enter');
    await this.says('BURN THE FIRST CARD FACE UP');
    for (const card of burned) {
      await this.shoe.card(card);
    }
  }

  /** Betting is opened. */
  async begins(): Promise<void> {
    await this.says('START BETTING');
    await this.page.keyboard.press('Enter');
  }

  /** These cards are dealt, each when its place is asked for. No card follows itself: that may be one card read twice. */
  async deals(...cards: readonly (readonly [place: string, card: string])[]): Promise<void> {
    for (const [place, card] of cards) {
      await this.says(place);
      await this.shoe.card(card);
    }
  }

  /** The dealer takes a way, and confirms it where that is asked. */
  async takes(key: string, isSure: boolean): Promise<void> {
    await this.page.keyboard.press(key);
    if (isSure) {
      await this.page.getByRole('dialog').waitFor();
      await this.page.keyboard.press('y');
    }
  }
}
