// The actions of a patron on the page, and what the page shows, for tests.
import type { Page } from 'playwright-core';

/** Signs in as a guest. */
export async function joinAsGuest(page: Page, nickname: string): Promise<void> {
  await page.getByRole('button', { name: 'Play as guest' }).first().click();
  await page.getByLabel('Nickname').fill(nickname);
  await page.getByRole('button', { name: 'Start playing' }).click();
  await page.getByTestId('balance').waitFor();
}

/** Opens a table from the lobby. */
export async function openTable(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: `Open table ${name}` }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

/** Waits until the table is in a phase. */
export async function waitForPhase(page: Page, name: string): Promise<void> {
  await page.locator(`[data-testid="line"][data-phase="${name}"]`).waitFor();
}

/** Waits for a round with at least so many seconds of betting left. */
export async function waitForBetting(page: Page, seconds: number): Promise<void> {
  await page.waitForFunction((least) => {
    const line = document.querySelector<HTMLElement>('[data-testid="line"]');
    const left = Number(document.querySelector('[role="timer"]')?.textContent);
    return line?.dataset['phase'] === 'betting' && left >= least;
  }, seconds);
}

/** Places a chip of so many major units on a spot. */
export async function placeChip(page: Page, major: number, spot: string): Promise<void> {
  await page.getByRole('radio', { name: `${String(major)} chip`, exact: true }).click();
  await page.locator(`[data-spot="${spot}"]`).click();
}

/** An amount the page shows, in minor units. */
export async function readAmount(page: Page, what: 'balance' | 'staked' | 'unconfirmed'): Promise<number> {
  return Number(await page.getByTestId(what).getAttribute('data-minor'));
}

/** Waits until the page shows that amount, in minor units. */
export async function waitForAmount(
  page: Page,
  what: 'balance' | 'staked' | 'unconfirmed',
  amount: number,
): Promise<void> {
  await page.locator(`[data-testid="${what}"][data-minor="${String(amount)}"]`).waitFor();
}

/** Places chips, by spot in major units, with so many seconds left to bet; waits until the server accepted them. */
export async function bet(
  page: Page,
  chips: Readonly<Record<string, number>>,
  secondsLeft: number,
): Promise<void> {
  await waitForBetting(page, secondsLeft);
  for (const [spot, major] of Object.entries(chips)) {
    await placeChip(page, major, spot);
  }
  await page.getByTestId('confirm').click();
  const total = Object.values(chips).reduce((sum, major) => sum + major, 0);
  await waitForAmount(page, 'staked', total * 100);
}

/** Waits until the accepted stake on a spot is that amount. */
export async function waitForStake(page: Page, spot: string, amount: number): Promise<void> {
  await page.locator(`[data-spot="${spot}"][data-stake="${String(amount)}"]`).waitFor();
}
