// Starts the system's Chromium for tests, with a temporary profile.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from 'playwright-core';

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

/** Opens a page in a fresh browser. */
export async function visit(
  url: string,
  viewport: Size,
  options: { touch?: boolean; locale?: string } = {},
): Promise<Visitor> {
  const profile = await mkdtemp(join(tmpdir(), 'punto-e2e-'));
  const context: BrowserContext = await chromium.launchPersistentContext(profile, {
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    headless: true,
    args: FLAGS,
    viewport,
    locale: options.locale ?? 'en-GB',
    hasTouch: options.touch ?? false,
  });
  const page = context.pages()[0] ?? (await context.newPage());
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  await page.goto(url);
  return {
    page,
    problems,
    close: async () => {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}
