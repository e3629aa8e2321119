// Members of staff for tests: added before the server starts, enrolled over HTTP, logged in at the console by hand.
import type { Page } from 'playwright-core';
import { totp } from './totp';

const PASSWORD = 'quiet river lantern';

export interface Member {
  readonly name: string;
  readonly secret: string;
  /** Recovery codes, each of which proves once who they are. */
  readonly codes: string[];
}

async function post(
  url: string,
  path: string,
  body: unknown,
  token?: string,
): Promise<Record<string, string>> {
  const answer = await fetch(new URL(`/api/v1${path}`, url), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  if (!answer.ok) {
    throw new Error(`${path}: ${await answer.text()}`);
  }
  return (await answer.json()) as Record<string, string>;
}

/** Enrols a member of staff, with a second factor. */
export async function enrol(url: string, name: string, code: string): Promise<Member> {
  const { token } = await post(url, '/staff/enrolment', { name, code, password: PASSWORD });
  const { secret = '' } = await post(url, '/me/second-factor', { password: PASSWORD }, token);
  const confirmed = await post(url, '/me/second-factor/confirm', { code: totp(secret) }, token);
  return { name, secret, codes: confirmed['recovery_codes'] as unknown as string[] };
}

/**
 * Logs in with password and second factor, and waits for what the page shows then: the tables of the console. A code
 * counts once, so each member logs in once.
 */
export async function logIn(page: Page, { name, secret }: Member, shows = 'tables'): Promise<void> {
  if (shows === 'live-tables') {
    await page.getByRole('link', { name: 'Log in with name and password' }).click();
  }
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Code', { exact: true }).fill(totp(secret, 1));
  await page.keyboard.press('Enter');
  await page.getByTestId(shows).waitFor();
}

/** Proves in the form that is open who they are, by password and a recovery code, and sends it. */
export async function prove(page: Page, { codes }: Member): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Code', { exact: true }).fill(codes.pop() ?? '');
  await page.keyboard.press('Enter');
}

/** Opens a dealer's console of a table over HTTP, in the session of the supervisor at this page; its secret. */
export async function openConsole(page: Page, { codes }: Member, table: number): Promise<string> {
  const proof = { password: PASSWORD, code: codes.pop() ?? '' };
  return page.evaluate(
    async ([where, shown]) => {
      const session = (await (await fetch('/api/v1/session')).json()) as { csrf: string };
      const headers = { 'x-punto-csrf': session.csrf, 'content-type': 'application/json' };
      const answer = await fetch(where, { method: 'POST', headers, body: JSON.stringify({ proof: shown }) });
      return ((await answer.json()) as { secret: string }).secret;
    },
    [`/api/v1/tables/${String(table)}/consoles`, proof] as const,
  );
}

/** Goes to a place of the console by the command bar, with keys alone. */
export async function jump(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Go to' }).waitFor();
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: 'Go to' }).waitFor({ state: 'hidden' });
  // The section before has keys of its own, until the one that was asked for is there.
  await page.waitForFunction(() => {
    const main = document.querySelector('main');
    const section = location.hash.split(/[/?]/)[1] ?? '';
    const loads = main?.querySelector('[data-testid="loading"]') !== null;
    return main?.dataset['section'] === (section === '' ? 'tables' : section) && !loads;
  });
}

/** Asks the server as the page does, with its cookie; returns the status and the code of a refusal. */
export async function ask(page: Page, method: string, path: string): Promise<readonly [number, string]> {
  return page.evaluate(
    async ([how, where]) => {
      const session = (await (await fetch('/api/v1/session')).json()) as { csrf: string };
      const headers = { 'x-punto-csrf': session.csrf };
      const answer = await fetch(`/api/v1${where}`, { method: how, headers });
      const body = (await answer.json()) as { error?: { code: string } };
      return [answer.status, body.error?.code ?? ''] as const;
    },
    [method, path] as const,
  );
}
