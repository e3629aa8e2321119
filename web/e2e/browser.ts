// The system's Chromium for tests: started once for the tests of a file, with a profile of its own for each visitor.
import { chromium, type Browser, type Page } from 'playwright-core';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export interface Size {
  readonly width: number;
  readonly height: number;
}

export const DESKTOP: Size = { width: 1280, height: 800 };
export const PHONE: Size = { width: 390, height: 844 };
export const SMALL_PHONE: Size = { width: 360, height: 740 };

export interface Visitor {
  readonly page: Page;
  /** The exceptions and console errors of the page. */
  readonly problems: string[];
  close(): Promise<void>;
}

let browser: Promise<Browser> | undefined;

/** Opens a page as a visitor who was never here: nothing is stored, and nothing is shared with other visitors. */
export async function visit(
  url: string,
  viewport: Size,
  options: { touch?: boolean; locale?: string } = {},
): Promise<Visitor> {
  browser ??= chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    headless: true,
    args: FLAGS,
  });
  const context = await (
    await browser
  ).newContext({
    viewport,
    locale: options.locale ?? 'en-GB',
    hasTouch: options.touch ?? false,
  });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  await page.goto(url);
  return {
    page,
    problems,
    close: () => context.close(),
  };
}

/** Ends the browser, if one was started. */
export async function closeBrowser(): Promise<void> {
  const started = browser;
  browser = undefined;
  await (await started)?.close();
}
