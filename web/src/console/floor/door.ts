// What a manager changes of who may sit down at a table, and how it is asked of the server. Pure but for the request.
import type { PatronName, TableSettings } from '$lib/wire/messages';
import { desk } from '../desk';

/** A change of the password, of the invitations or of the codes. */
export type DoorStep =
  | { readonly kind: 'password'; readonly password: string }
  | { readonly kind: 'no_password' }
  | { readonly kind: 'ask' }
  | { readonly kind: 'ask_no_more' }
  | { readonly kind: 'invite'; readonly patrons: readonly PatronName[] }
  | { readonly kind: 'uninvite'; readonly patron: number }
  | { readonly kind: 'code' }
  | { readonly kind: 'withdraw_codes' };

/** The patrons that somebody wrote, by number or nickname, with commas or line breaks between them. */
export function patronNames(text: string): PatronName[] {
  const names = text
    .split(/[,;\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return [...new Set(names)].map((name) => (/^\d{1,9}$/.test(name) ? Number(name) : name));
}

/** Sends a change; returns the code that was made, or an empty text. */
export async function send(table: TableSettings, step: DoorStep, why: string): Promise<string> {
  const id = table.table_id;
  const change = (settings: object) =>
    desk.changeTable(id, { settings: { limits: {}, timings: {}, seating: {}, ...settings }, why });
  switch (step.kind) {
    case 'password':
      await change({ password: step.password });
      break;
    case 'no_password':
      await change({ password: '' });
      break;
    case 'ask':
    case 'ask_no_more':
      await change({ needs_invitation: step.kind === 'ask' });
      break;
    case 'invite':
      await desk.invite(id, { invite: [...step.patrons], why });
      break;
    case 'uninvite':
      await desk.invite(id, { uninvite: [step.patron], why });
      break;
    case 'withdraw_codes':
      await desk.invite(id, { withdraw_codes: true, why });
      break;
    case 'code':
      return (await desk.makeCode(id, why)).code;
  }
  return '';
}
