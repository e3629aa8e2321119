// What the console offers is what the server allows: each act is one or several routes, and its roles are theirs.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ACTS, may, type Act } from './may';

const DOCUMENT = fileURLToPath(new URL('../../../../docs/openapi.json', import.meta.url));
const { paths } = JSON.parse(readFileSync(DOCUMENT, 'utf8')) as {
  paths: Record<string, Record<string, { 'x-roles': string[] } | undefined> | undefined>;
};
const ROLES = ['dealer', 'supervisor', 'manager', 'auditor'];

/** The routes that the console calls for each act. */
const ROUTES: Readonly<Record<Act, readonly string[]>> = {
  read: [
    'GET /floor',
    'GET /exposure',
    'GET /alerts',
    'GET /proposals',
    'GET /rounds',
    'GET /slips',
    'GET /transfers',
    'GET /patrons',
    'GET /patrons/{patron}/wallet',
    'GET /patrons/{patron}/limits',
    'GET /patrons/{patron}/range',
    'GET /adjustments',
    'GET /adjustment-limits',
    'GET /reports/daily',
    'GET /log',
    'GET /tables/{table}/changes',
    'GET /tables/{table}/invitations',
    'GET /tables/{table}/edges',
    'GET /devices',
  ],
  readRounds: ['GET /tables/{table}/shoes/{shoe}/rounds/{round}', 'GET /tables/{table}/corrections'],
  halt: ['POST /tables/{table}/halt', 'POST /tables/{table}/resume'],
  voidRound: ['POST /tables/{table}/void'],
  watchRecordings: [
    'GET /tables/{table}/recording',
    'GET /tables/{table}/recording.m3u8',
    'GET /tables/{table}/shoes/{shoe}/rounds/{round}/video',
    'GET /tables/{table}/shoes/{shoe}/rounds/{round}/evidence',
  ],
  supervise: ['POST /tables/{table}/supervise'],
  readDealers: ['GET /dealers', 'GET /tables/{table}/findings'],
  changeDevices: [
    'POST /devices/codes',
    'POST /devices/{device}/approve',
    'POST /devices/{device}/move',
    'POST /devices/{device}/suspend',
    'POST /devices/{device}/revoke',
  ],
  abandonShoe: ['POST /tables/{table}/abandon'],
  correct: [
    'POST /tables/{table}/corrections',
    'POST /tables/{table}/corrections/{no}/approve',
    'POST /tables/{table}/corrections/{no}/withdraw',
  ],
  openClose: ['POST /tables/{table}/open', 'POST /tables/{table}/close'],
  setUp: [
    'POST /tables',
    'PATCH /tables/{table}',
    'POST /tables/{table}/invitations',
    'POST /tables/{table}/invitation-codes',
  ],
  adjust: ['POST /patrons/{patron}/adjustments'],
  proposeAdjustment: [
    'POST /adjustments',
    'POST /adjustments/{no}/approve',
    'POST /adjustments/{no}/withdraw',
  ],
  setAdjustmentLimits: ['POST /adjustment-limits'],
  setRange: ['PUT /patrons/{patron}/range'],
  exclude: ['POST /patrons/{patron}/exclusion'],
  readStaff: ['GET /staff'],
  changeStaff: [
    'POST /staff',
    'POST /staff/{staff}/roles',
    'POST /staff/{staff}/display-name',
    'POST /staff/{staff}/reset',
    'POST /staff/{staff}/disable',
  ],
};

describe('what staff may do', () => {
  it.each(ACTS)('%s is offered to the roles of its routes, and to no other', (act) => {
    for (const route of ROUTES[act]) {
      const [method = '', path = ''] = route.split(' ');
      const allowed = paths[`/api/v1${path}`]?.[method.toLowerCase()]?.['x-roles'] ?? [];
      expect(allowed, `${route} is not in the document`).not.toEqual([]);
      expect(
        ROLES.filter((role) => may([role], act)),
        route,
      ).toEqual(ROLES.filter((role) => allowed.includes(role)));
    }
  });

  it('is what any one of several roles allows', () => {
    expect([may(['auditor', 'manager'], 'setUp'), may(['auditor'], 'setUp'), may([], 'read')]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
