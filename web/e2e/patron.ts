// What a patron does and sees on the page, for tests: clicks, and what is written there.
import type { Page } from 'playwright-core';

/** Becomes a guest of that name. */
export async function enter(page: Page, nickname: string): Promise<void> {
  await page.getByRole('button', { name: 'Join as a guest' }).click();
  await page.getByLabel('Nickname').fill(nickname);
  await page.getByRole('button', { name: 'Enter as a guest' }).click();
  await page.getByTestId('balance').waitFor();
}

/** Opens a table from the lobby. */
export async function openTable(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: `Open table ${name}` }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

/** Waits until the table does that. */
export async function phase(page: Page, name: string): Promise<void> {
  await page.locator(`[data-testid="line"][data-phase="${name}"]`).waitFor();
}

/** Waits for a round that takes wagers and has so many seconds left for it. */
export async function bettingFor(page: Page, seconds: number): Promise<void> {
  await page.waitForFunction((least) => {
    const line = document.querySelector<HTMLElement>('[data-testid="line"]');
    const left = Number(document.querySelector('[role="timer"]')?.textContent);
    return line?.dataset['phase'] === 'betting' && left >= least;
  }, seconds);
}

/** Lays chips of so many major units on a spot. */
export async function lay(page: Page, major: number, spot: string): Promise<void> {
  await page.getByRole('radio', { name: `${String(major)} chip`, exact: true }).click();
  await page.locator(`[data-spot="${spot}"]`).click();
}

/** An amount the page shows, in minor units. */
export async function minor(page: Page, what: 'balance' | 'staked' | 'laid'): Promise<number> {
  return Number(await page.getByTestId(what).getAttribute('data-minor'));
}

/** Waits until the page shows that amount, in minor units. */
export async function shows(page: Page, what: 'balance' | 'staked' | 'laid', amount: number): Promise<void> {
  await page.locator(`[data-testid="${what}"][data-minor="${String(amount)}"]`).waitFor();
}

/** Waits until so much lies on a spot, as the table says. */
export async function stake(page: Page, spot: string, amount: number): Promise<void> {
  await page.locator(`[data-spot="${spot}"][data-stake="${String(amount)}"]`).waitFor();
}
