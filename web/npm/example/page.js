// The page of the example: asks the modules whenever an input changes, and writes what they answer.
import { load as loadOdds } from '../odds.js';
import { load as loadRoads } from '../roads.js';
import { load as loadSettle } from '../settle.js';

const [{ settle }, { odds }, { roads, windows }] = await Promise.all([loadSettle(), loadOdds(), loadRoads()]);
const element = (id) => document.getElementById(id);
const words = (id) => element(id).value.split(/\s+/).filter(Boolean);

/** A stake of 100.00 on each side, and what comes back. */
function settled() {
  const wagers = ['player', 'banker'].map((spot) => ({ spot, stake: 10_000 }));
  // One slip for each, as some rules refuse both sides in one round.
  return wagers.map((wager) => {
    const round = { round_no: 1, cards: words('cards'), wagers: [wager] };
    const { outcome, paid, refusal, error } = settle(element('rules').value, round);
    const result = (refusal ?? error)?.message ?? `${outcome} wins, ${(paid / 100).toFixed(2)} comes back`;
    return `100.00 on ${wager.spot}: ${result}`;
  });
}

function edges() {
  const { error, spots } = odds(element('rules').value, { seen: words('seen') });
  return error === undefined
    ? Object.entries(spots).map(([spot, { house_edge }]) => `${spot.padEnd(12)} ${house_edge}`)
    : [error.message];
}

/** The last twenty columns of the big road, a letter in each cell. */
function road() {
  const { error, big_road } = roads({ rounds: words('rounds') });
  if (error !== undefined) {
    return [error.message];
  }
  const letters = big_road.streaks
    .map(({ side, ties }) => side[0].toUpperCase().repeat(ties.length))
    .join('');
  const rows = Array.from({ length: 6 }, () => Array(20).fill('·'));
  for (const { idx, cell } of windows.view(letters, 20, false)) {
    rows[cell[1]][cell[0]] = letters[idx];
  }
  return rows.map((row) => row.join(' '));
}

function show() {
  for (const [id, lines] of Object.entries({ settled, odds: edges, road })) {
    element(id).textContent = lines().join('\n');
  }
}

document.addEventListener('input', show);
show();
