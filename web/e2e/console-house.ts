// A house with staff at consoles and patrons at tables, each in a browser of their own, for stories of several persons.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { DESKTOP, visit, type Size, type Visitor } from './browser';
import { joinAsGuest } from './patron';
import { Server } from './server';
import { enrol, logIn, type Member } from './staff';

/** Betting is long enough for a second look. */
const TIMINGS = ['--betting-ms', '20000', '--card-ms', '150', '--result-ms', '4000'];

export class House {
  readonly server = new Server();
  readonly #visitors: Visitor[] = [];
  readonly #codes = new Map<string, string>();

  /** Adds staff, by name and role, and starts the server. */
  async start(
    staff: readonly (readonly [string, string])[],
    timings: readonly string[] = TIMINGS,
  ): Promise<void> {
    for (const [name, role] of staff) {
      this.#codes.set(name, await this.server.addStaff(name, role));
    }
    await this.server.start([], timings);
  }

  /** A page in a browser of its own. */
  async open(path: string, size: Size = DESKTOP): Promise<Page> {
    const visitor = await visit(`${this.server.url}${path}`, size);
    this.#visitors.push(visitor);
    return visitor.page;
  }

  /** Enrols a member of staff over HTTP. */
  async enrol(name: string): Promise<Member> {
    return enrol(this.server.url, name, this.#codes.get(name) ?? '');
  }

  /** A member of staff at the console, logged in. */
  async at(name: string): Promise<Page> {
    const member = await this.enrol(name);
    const page = await this.open('/console.html');
    await logIn(page, member);
    return page;
  }

  /** A guest in the lobby. */
  async guest(nickname: string): Promise<Page> {
    const page = await this.open('');
    await joinAsGuest(page, nickname);
    return page;
  }

  /** Ends everything, and fails when a page reported a problem. */
  async end(): Promise<void> {
    const problems = this.#visitors.flatMap((visitor) => visitor.problems);
    await Promise.all(this.#visitors.map((visitor) => visitor.close()));
    await this.server.throwAway();
    // The browser reports each refused request; some are refused on purpose.
    expect(problems.filter((problem) => !problem.includes('Failed to load resource'))).toEqual([]);
  }
}

/** What a dialog asks to type. */
export async function asked(page: Page): Promise<string> {
  const label = await page
    .getByRole('dialog')
    .getByLabel(/^Type .+ to confirm$/)
    .getAttribute('id');
  const text = await page.locator(`label[for="${label ?? ''}"]`).innerText();
  return /^Type (.+) to confirm$/.exec(text)?.[1] ?? '';
}

/** Gives the reason in the dialog that is open, and sends it with Enter. */
export async function because(page: Page, why: string): Promise<void> {
  await page.getByRole('dialog').getByLabel('Reason').fill(why);
  await page.keyboard.press('Enter');
}

/** The same for a reason that is accepted: waits until the dialog is closed. */
export async function accepted(page: Page, why: string): Promise<void> {
  await because(page, why);
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}
