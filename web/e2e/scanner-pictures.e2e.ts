// The simulated shoe sends a picture of a card with which something is wrong, and the dealer's page of the real server
// gets it.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LiveDealer } from './live-dealer';
import { Studio } from './studio';
import { enrolSupervisor } from './supervisors';

const TABLE = 9;
const studio = new Studio();
let token = '';

beforeAll(async () => {
  const code = await studio.server.addStaff('Dee', 'dealer');
  await studio.start({ recorded: true });
  token = await enrolSupervisor(studio.server.url, 'Dee', code);
}, 120_000);

afterAll(async () => {
  await studio.end();
});

it('sends a picture that the server takes', async () => {
  const dealer = new LiveDealer(studio.server.url, TABLE, token);
  studio.play(['extra@1.after'], ['--pictures', '--speed', '20']);
  await dealer.deal({ type: 'sit_down' });
  await dealer.until((live) => live.waits_for === 'shoe' && live.shoe !== null);
  await dealer.deal({ type: 'open_shoe' });
  await dealer.begin();
  const { finding } = await dealer.until((live) => (live.finding?.pictures.length ?? 0) > 0);
  expect(finding?.code).toBe('spare_card');
  const { sha256 = '' } = finding?.pictures[0] ?? {};
  const path = `/api/v1/tables/${String(TABLE)}/findings/${String(finding?.finding_no)}/pictures/${sha256}`;
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(new URL(path, studio.server.url), { headers });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
}, 60_000);
