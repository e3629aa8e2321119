// The installed package answers as the golden data say.
import assert from 'node:assert/strict';
import { basename } from 'node:path';
import { test } from 'node:test';
import { corpus, lines, load } from './installed.mjs';

const KEY = '8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c';
// The key of test 1 in RFC 8032, section 7.1.
const SCANNED_KEY = 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a';

test('settles every round of the corpus', async () => {
  const { settle } = await load('settle');
  const rounds = lines('settlements.jsonl');
  assert.ok(rounds.length > 500, `${rounds.length} rounds`);
  for (const { id, rules, line, expect } of rounds) {
    const { id: answered, refusal, ...settled } = settle(rules, { id, ...line });
    const answer = refusal === undefined ? settled : { refusal: { code: refusal.code } };
    const wanted = expect.refusal === undefined ? expect : { refusal: { code: expect.refusal.code } };
    assert.deepEqual({ answered, ...answer }, { answered: id, ...wanted }, id);
  }
});

test('settles the rounds to try it with', async () => {
  const { settle } = await load('settle');
  const answers = lines('rounds.jsonl').map((round) => settle('live-commission', round));
  const short = answers.map(({ id, paid, refusal }) => [id, paid ?? refusal.code]);
  assert.deepEqual(short, [
    ['natural', 25_000],
    ['five cards', 7_500],
    ['a tie', 19_000],
    ['refused', 'spot_closed'],
  ]);
});

test('counts every shoe of the corpus', async () => {
  const { odds } = await load('odds');
  const { shoes } = JSON.parse(corpus('exact_counts.json'));
  assert.ok(shoes.length > 60, `${shoes.length} shoes`);
  const total = ({ win }) => win.reduce((sum, { count }) => sum + BigInt(count), 0n).toString();
  for (const { label, cards, draws, composition, counts } of shoes) {
    const answer = odds('live-commission', { id: label, composition });
    assert.deepEqual([answer.id, answer.cards, answer.draws], [label, cards, draws]);
    const { big, small, ...sides } = answer.spots;
    for (const [name, spot] of Object.entries(sides)) {
      assert.equal(total(spot), counts[name], `${label}: ${name}`);
    }
    const more = String(BigInt(counts.cards5) + BigInt(counts.cards6));
    assert.deepEqual([total(small), total(big)], [counts.cards4_small, more], label);
    const { player, banker } = sides;
    assert.deepEqual([player.push, banker.lose], [counts.tie, counts.player], label);
    const lucky = odds('gold-card', { composition }).spots.lucky_6.win.map(({ count }) => count);
    assert.deepEqual(lucky, [counts.banker_win_6_2card, counts.banker_win_6_3card], label);
  }
});

test('a named shoe has the counts of the same shoe counted, and more figures', async () => {
  const { odds } = await load('odds');
  const composition = Array(52).fill(8);
  composition[0] = 7;
  const counted = odds('gold-card', { composition });
  const { rules, decks, spots, cards, draws } = odds('gold-card', { seen: ['As'] });
  assert.deepEqual([rules, decks, cards, draws], ['gold-card', 8, 415, counted.draws]);
  for (const [id, spot] of Object.entries(spots)) {
    const { house_edge_exact, return_to_patron, variance, standard_deviation, ...counts } = spot;
    assert.deepEqual(counts, counted.spots[id], id);
    const figures = [return_to_patron, variance, standard_deviation];
    assert.ok(/^-?\d+\/\d+$/.test(house_edge_exact) && figures.every((it) => /^\d+\.\d{10}$/.test(it)), id);
  }
  assert.equal(odds('live-commission').spots.banker.house_edge, '0.0105790578');
  const dealt = { dealt: ['9h', 'Kd', '4s'] };
  assert.deepEqual(odds('gold-card', dealt).draws, String(413 * 412 * 411));
});

test('computes the road maps of the corpus', async () => {
  const { roads } = await load('roads');
  const shoes = lines('roads.jsonl');
  assert.ok(shoes.length > 100, `${shoes.length} shoes`);
  for (const { id, rounds, expect } of shoes) {
    const { good_roads, ...map } = roads({ id, rounds });
    assert.deepEqual(map, { id, ...expect }, id);
    assert.ok(Array.isArray(good_roads), id);
  }
});

test('shows the cells of a road', async () => {
  const { windows } = await load('roads');
  const cells = windows.view('BBP', 20, false).map(({ idx, cell }) => [idx, ...cell]);
  assert.deepEqual(cells, [
    [0, 0, 0],
    [1, 0, 1],
    [2, 1, 0],
  ]);
  assert.ok(windows.sheets.big_road > 0);
});

test('checks proof files of the corpus', async () => {
  const { verify } = await load('verify');
  const check = (name, more) =>
    verify({ files: [{ name: basename(name), text: corpus(name) }], key: KEY, ...more });
  const verdicts = ({ files }) => files[0].findings.filter(({ verdict }) => verdict === 'failed');
  const wagers = corpus('fair/shoe-41-round-3-bets.json');
  const good = check('fair/shoe-41.json', { wagers });
  assert.deepEqual([verdicts(good), good.files[0].shoe, good.beacons], [[], 41, []]);
  const verdict = (answer, name) => answer.files[0].findings.find(({ check }) => check === name).verdict;
  assert.equal(verdict(good, 'beacon'), 'ok');
  assert.match(good.text, /^shoe-41\.json: table \d+, shoe 41\n/);
  assert.notDeepEqual(verdicts(check('fair/shoe-41-crooked.json')), []);
  assert.notDeepEqual(verdicts(check('fair/shoe-41.json', { key: '00'.repeat(32) })), []);

  const scanned = { key: SCANNED_KEY, records: [corpus('scanner/shoe-4.jsonl')] };
  const live = check('scanner/shoe-4.json', scanned);
  assert.deepEqual([verdicts(live), verdict(live, 'use')], [[], 'ok']);
  assert.equal(verdict(check('scanner/shoe-4.json', { key: SCANNED_KEY }), 'use'), 'not_checked');

  const { verify: without } = await load('verify', undefined, null);
  const file = { name: 'shoe-41.json', text: corpus('fair/shoe-41.json') };
  const unchecked = without({ files: [file], key: KEY });
  assert.equal(verdict(unchecked, 'beacon'), 'not_checked');
  assert.equal(unchecked.beacons.length, 1);
});
