// Input that nobody should send gets a value with a code, as from the program; the next question is answered all the same.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { load, pathOf, ROOT } from './installed.mjs';

const ROUND = { round_no: 1, cards: ['9h', 'Kd', 'Ks', '7c'], wagers: [{ spot: 'player', stake: 100 }] };
const DEEP = '['.repeat(200_000);
const MEGABYTE = 'x'.repeat(2 ** 20);
const RULES = 'live-commission';
const code = ({ error, refusal }) => error?.code ?? refusal?.code ?? 'none';
const document = () => readFile(join(ROOT, 'crates/kernel/baccarat/rules/gold-card.toml'), 'utf8');

function nested(depth) {
  let value = [];
  for (let level = 0; level < depth; level += 1) {
    value = [value];
  }
  return value;
}

test('bad rounds', async () => {
  const { settle } = await load('settle');
  const wager = (spot, stake) => ({ ...ROUND, wagers: [{ spot, stake }] });
  for (const [expected, round] of [
    ['malformed_line', {}],
    ['malformed_line', null],
    ['malformed_line', []],
    ['malformed_line', 'a text'],
    ['malformed_line', { ...ROUND, round_no: 0 }],
    ['malformed_line', { ...ROUND, round_no: 1e300 }],
    ['malformed_line', { ...ROUND, round_no: Number.NaN }],
    ['malformed_line', { ...ROUND, cards: 'As' }],
    ['malformed_line', { ...ROUND, note: MEGABYTE }],
    ['malformed_line', { ...ROUND, note: '😀'.repeat(400_000) }],
    ['malformed_line', wager('\ud800', 100)],
    ['illegal_coup', { ...ROUND, cards: [] }],
    ['illegal_coup', { ...ROUND, cards: nested(1_000) }],
    ['illegal_coup', { ...ROUND, cards: Array(9_999).fill('As') }],
    ['illegal_coup', { ...ROUND, cards: ['9h', 'Kd', 'Ks', '\u0000'] }],
    ['unknown_spot', wager('toString', 100)],
    ['bad_stake', wager('player', -1)],
    ['bad_stake', wager('player', 0.5)],
    ['bad_stake', wager('player', Number.POSITIVE_INFINITY)],
    ['bad_stake', wager('player', 1e300)],
    ['bad_stake', wager('player', '100')],
    ['amount_too_large', wager('player', 2 ** 53)],
    ['amount_too_large', wager('player', 2 ** 52)],
    ['none', wager('player', 2 ** 52 - 1)],
    ['none', { ...ROUND, id: nested(1_000) }],
  ]) {
    const answer = settle(RULES, round);
    assert.equal(code(answer), expected, JSON.stringify(answer).slice(0, 200));
    assert.equal(settle(RULES, { ...ROUND, id: 7 }).paid, 200);
  }
  assert.equal(settle(RULES, { id: [1], cards: 1 }).id[0], 1, 'an error has the id of its line');
});

test('bad house rules', async () => {
  const { settle } = await load('settle');
  const good = await document();
  const long = `${good}\n# ${'x'.repeat(2 ** 20)}`;
  for (const rules of ['', 'live', 'id = ', 'a = 1', `a = ${DEEP}`, `${DEEP}=`, '\u0000=', '\ud800=', long]) {
    const answer = settle(rules, { ...ROUND, id: 7 });
    assert.deepEqual([answer.id, code(answer)], [7, 'bad_rules'], rules.slice(0, 40));
    assert.equal(code(settle(rules, ROUND)), 'bad_rules', 'again');
    assert.equal(settle(RULES, ROUND).paid, 200);
  }
  const message = settle(good.replace('count = 8', 'count = 0'), ROUND).error.message;
  assert.match(message, /decks\.count/);
  assert.match(settle('gold', ROUND).error.message, /gold-card/);
  assert.deepEqual(settle(good, ROUND), settle('gold-card', ROUND), 'a document counts like its name');
});

test('bad shoes', async () => {
  const { odds } = await load('odds');
  const shoe = (first, rest = 8) => ({ composition: [first, ...Array(51).fill(rest)] });
  const over = ['9h', 'Kd', 'Ks', '7c'];
  for (const [expected, asked] of [
    ['malformed_line', null],
    ['malformed_line', 'a text'],
    ['malformed_line', { composition: 'all' }],
    ['malformed_line', { composition: nested(1_000) }],
    ['malformed_line', shoe(1.5)],
    ['malformed_line', { seen: 'As' }],
    ['malformed_line', { decks: -1 }],
    ['malformed_line', { note: MEGABYTE }],
    ['bad_composition', { composition: [] }],
    ['bad_composition', { composition: Array(100_000).fill(1) }],
    ['bad_composition', shoe(-1)],
    ['bad_composition', shoe(33)],
    ['bad_composition', shoe(2 ** 53)],
    ['bad_composition', { decks: 0 }],
    ['bad_composition', { decks: 33 }],
    ['bad_composition', { decks: 300 }],
    ['bad_composition', { seen: ['1s'] }],
    ['bad_composition', { seen: Array(9).fill('As') }],
    ['illegal_coup', { dealt: ['Ax'] }],
    ['illegal_coup', { dealt: over }],
    ['illegal_coup', { ...shoe(8), dealt: over }],
    ['too_few_cards', shoe(0, 0)],
    ['too_few_cards', shoe(5, 0)],
    ['none', shoe(6, 0)],
    ['none', shoe(32, 32)],
    ['none', { decks: 32 }],
  ]) {
    const answer = odds(RULES, asked);
    assert.equal(code(answer), expected, JSON.stringify(answer).slice(0, 200));
    assert.equal(odds(RULES).cards, 416);
  }
  assert.equal(code(odds('a = [', {})), 'bad_rules');
});

test('bad rounds of a shoe', async () => {
  const { roads } = await load('roads');
  for (const asked of [undefined, null, {}, { rounds: 'PB' }, { rounds: ['X'] }, { rounds: [1] }]) {
    assert.equal(code(roads(asked)), 'malformed_line');
  }
  const refused = roads({ id: 'a', rounds: ['P', 'B'.repeat(100_000)] });
  assert.match(refused.error.message, /^rounds\[1\] /);
  assert.deepEqual([refused.id, roads({ rounds: ['P'] }).totals.rounds], ['a', 1]);
  assert.equal(roads({ rounds: Array(20_000).fill('B') }).totals.rounds, 20_000);
});

test('bad proof files', async () => {
  const { verify } = await load('verify');
  for (const text of ['', '{}', DEEP, MEGABYTE, '\u0000']) {
    const { files } = verify({ files: [{ name: 'bad', text }] });
    assert.ok(files[0].failed, text.slice(0, 10));
  }
  for (const [problem, question] of [
    ['request', {}],
    ['request', { files: [1] }],
    ['request', { files: [{ name: '\ud800', text: '' }] }],
    ['request', { files: [{ name: 'large', text: 'x'.repeat(65 * 2 ** 20) }] }],
    ['key', { files: [], key: 'zz' }],
    ['nonce', { files: [], nonce: '1' }],
    ['wagers', { files: [], wagers: DEEP }],
  ]) {
    assert.equal(verify(question).problem, problem);
  }
});

test('misuse throws, and a module comes from anywhere', async () => {
  const { settle } = await load('settle');
  const loop = {};
  loop.loop = loop;
  for (const [rules, round] of [
    [undefined, ROUND],
    [RULES, undefined],
    [RULES, loop],
    [RULES, { ...ROUND, round_no: 1n }],
  ]) {
    assert.throws(() => settle(rules, round), TypeError);
  }
  await assert.rejects(load('settle', 7), TypeError);
  await assert.rejects(load('settle', new Uint8Array(3)), WebAssembly.CompileError);
  await assert.rejects(load('settle', new Response('', { status: 404 })), /status 404/);

  const bytes = await readFile(pathOf('settle.wasm'));
  for (const source of [bytes, await WebAssembly.compile(bytes), Promise.resolve(new Response(bytes))]) {
    const { settle } = await load('settle', source);
    assert.equal(settle(RULES, ROUND).paid, 200);
  }
});
