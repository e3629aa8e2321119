// The second verifier of provably fair shoes: one file that depends on nothing and shares no code with the first, which is
// written in Rust. It follows docs/PROOFS.md, runs in Node and in browsers, and prints the same lines.
//
//   node verify.mjs [--key HEX] [--nonce HEX] [--wagers FILE] FILE..
//
// It does not check payouts, nor the value of a beacon: use `punto verify` for these. It judges one file at a time. House
// rules may be written in other ways than it reads: what follows from them is then `not checked`.

const HEX = '[0-9a-f]';
const DIGEST = `${HEX}{64}`;
const NUMBER = '(?:0|[1-9][0-9]*)';
const POSITIVE = '[1-9][0-9]*';
const CARD = '[A2-9TJQK][shdc]';
const BEAD = '[PBT]p?b?n?6?';
const VOIDS = '(?:unreadable_card|interrupted|supervisor|abandoned)';
const ENDINGS = '(?:late|no_beacon|beacon_changed|restored|table_closed|key_lost)';
const QUICKNET = '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971';
const GENESIS = 1692803367000n;
const U16 = 0xffffn;
const U32 = 0xffffffffn;
const U64 = 0xffffffffffffffffn;
/** So many bytes may a file have. */
const LONGEST = 1_048_576;

// ---- bytes ----

const utf8 = (text) => new TextEncoder().encode(text);
const fromHex = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

function join(...parts) {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** A big-endian number of so many bytes. */
function uint(size, number) {
  const bytes = new Uint8Array(size);
  let rest = BigInt(number);
  for (let i = size - 1; i >= 0; i -= 1) {
    bytes[i] = Number(rest & 255n);
    rest >>= 8n;
  }
  return bytes;
}

const sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
const tagged = (tag, ...body) => sha256(join(uint(1, tag.length), utf8(tag), ...body));

async function hmac(key, ...parts) {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, join(...parts)));
}

const FIELD = 2n ** 255n - 19n;
/** The coordinates y of the points of small order on the curve of Ed25519. */
const SMALL = [
  0n,
  1n,
  FIELD - 1n,
  2707385501144840649318225287225658788936804267575313519463743609750303402022n,
  55188659117513257062467267217118295137698188065244968500265048394206261417927n,
];

/** Whether these hex digits are a point of small order, in any spelling. */
function isOfSmallOrder(point) {
  const number = fromHex(point).reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  return SMALL.includes((number & (2n ** 255n - 1n)) % FIELD);
}

/** Whether a key signed a text. Keys of small order are refused: they sign every text. */
async function isSigned(key, text, signature) {
  if (isOfSmallOrder(key) || isOfSmallOrder(signature.slice(0, 64))) return false;
  try {
    const imported = await crypto.subtle.importKey('raw', fromHex(key), 'Ed25519', false, ['verify']);
    return await crypto.subtle.verify('Ed25519', imported, fromHex(signature), utf8(text));
  } catch {
    return false;
  }
}

/** Digests that are joined in base64url; null when it is not their one spelling. */
function fromBase64(text) {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) return null;
  let binary;
  try {
    binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  } catch {
    return null;
  }
  const again = btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  if (again !== text || binary.length % 32 !== 0) return null;
  const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  return Array.from({ length: bytes.length / 32 }, (_, i) => bytes.slice(32 * i, 32 * i + 32));
}

// ---- ChaCha20, shuffle, tree ----

function* keyStream(key) {
  const view = new DataView(key.buffer, key.byteOffset);
  const words = Array.from({ length: 8 }, (_, i) => view.getUint32(4 * i, true));
  const start = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, ...words, 0, 0, 0, 0];
  const turn = (word, by) => (word << by) | (word >>> (32 - by));
  for (;;) {
    const s = Int32Array.from(start);
    const quarter = (a, b, c, d) => {
      s[a] += s[b];
      s[d] = turn(s[d] ^ s[a], 16);
      s[c] += s[d];
      s[b] = turn(s[b] ^ s[c], 12);
      s[a] += s[b];
      s[d] = turn(s[d] ^ s[a], 8);
      s[c] += s[d];
      s[b] = turn(s[b] ^ s[c], 7);
    };
    for (let round = 0; round < 10; round += 1) {
      for (let i = 0; i < 4; i += 1) quarter(i, 4 + i, 8 + i, 12 + i);
      for (let i = 0; i < 4; i += 1) quarter(i, 4 + ((i + 1) % 4), 8 + ((i + 2) % 4), 12 + ((i + 3) % 4));
    }
    for (let i = 0; i < 16; i += 1) {
      const word = (s[i] + start[i]) >>> 0;
      yield word & 255;
      yield (word >>> 8) & 255;
      yield (word >>> 16) & 255;
      yield word >>> 24;
    }
    start[12] += 1;
  }
}

const take = (stream, count) => Uint8Array.from({ length: count }, () => stream.next().value);

/** A number below this one, all equally likely. */
function below(stream, count) {
  const limit = 2 ** 32 - (2 ** 32 % count);
  let draw;
  do {
    draw = new DataView(take(stream, 4).buffer).getUint32(0, true);
  } while (draw >= limit);
  return draw % count;
}

/** The order of `punto-shuffle-1`, as places in a composition. */
export function shuffle(seed, decks) {
  const cards = Array.from({ length: 52 * decks }, (_, i) => i % 52);
  const stream = keyStream(seed);
  for (let i = cards.length - 1; i > 0; i -= 1) {
    const j = below(stream, i + 1);
    [cards[i], cards[j]] = [cards[j], cards[i]];
  }
  return cards;
}

export const cardText = (card) => 'A23456789TJQK'[card % 13] + 'shdc'[Math.floor(card / 13)];
const cardOf = (text) => 'A23456789TJQK'.indexOf(text[0]) + 13 * 'shdc'.indexOf(text[1]);

function leftOf(count) {
  let left = 1;
  while (left * 2 < count) left *= 2;
  return left;
}

const node = (left, right) => tagged('punto/1/node', left, right);

export async function rootOf(leaves) {
  if (leaves.length === 0) return new Uint8Array(32);
  if (leaves.length === 1) return leaves[0];
  const left = leftOf(leaves.length);
  return node(await rootOf(leaves.slice(0, left)), await rootOf(leaves.slice(left)));
}

/** The root that a leaf and its path lead to; null when the path has another length. */
export async function rootOfPath(leaf, index, count, path) {
  if (index >= count) return null;
  if (count === 1) return path.length === 0 ? leaf : null;
  if (path.length === 0) return null;
  const [below, top, left] = [path.slice(0, -1), path[path.length - 1], leftOf(count)];
  const inLeft = index < left;
  const [place, size] = inLeft ? [index, left] : [index - left, count - left];
  const half = await rootOfPath(leaf, place, size, below);
  if (half === null) return null;
  return inLeft ? node(half, top) : node(top, half);
}

const leafOf = (index, card, salt) => tagged('punto/1/card', uint(2, index), uint(1, card), salt);

/** The shoe that these inputs lead to. */
export async function derive(secret, pledged, nonces, beacon, decks) {
  const counts = [uint(2, nonces.length), uint(2, beacon.length)];
  const mix = await tagged('punto/1/mix', pledged, counts[0], ...nonces, counts[1], beacon);
  const extracted = await hmac(mix, secret);
  const cards = shuffle(await hmac(extracted, utf8('punto/1/deal\x01')), decks);
  const stream = keyStream(await hmac(extracted, utf8('punto/1/salt\x01')));
  const leaves = [];
  for (const [index, card] of cards.entries()) leaves.push(await leafOf(index, card, take(stream, 16)));
  return { cards, leaves, root: toHex(await rootOf(leaves)) };
}

// ---- bulletins ----

const KINDS = {
  committed: `committed (${POSITIVE})\ncommitment (${DIGEST})\nbeacon (?:none|drand (${DIGEST}))\n`,
  opened:
    `opened (${POSITIVE})\ncommitment (${DIGEST})\nalgorithm (punto-proof-[12])\nrules ([a-z0-9-]{1,40}) (${DIGEST})\n` +
    `decks (${POSITIVE})\npledges-until (${NUMBER})\nnonces-until (${NUMBER})\n` +
    `beacon (?:none|drand (${DIGEST}) (${POSITIVE}))\n`,
  pledged: `pledged (${POSITIVE})\npledges (${NUMBER}) (${DIGEST})\n`,
  revealed: `revealed (${POSITIVE})\nnonces (${NUMBER}) (${DIGEST})\n`,
  sealed: `sealed (${POSITIVE})\nbeacon (none|${HEX}{96})\nroot (${POSITIVE}) (${DIGEST})\n`,
  burned: `burned (${POSITIVE})\nfrom (${NUMBER})\nfirst (none|${CARD})\nface-down (${NUMBER})\n`,
  closed:
    `closed (${POSITIVE}) (${POSITIVE})\nwagers (${NUMBER}) (${DIGEST})\n` +
    `(?:beacon drand (${DIGEST}) (${POSITIVE})\n)?`,
  drawn: `drawn (${POSITIVE}) (${POSITIVE})\nbeacon (${HEX}{96})\n`,
  ended:
    `ended (${POSITIVE}) (${POSITIVE})\n(?:from (${NUMBER})|at (none|${NUMBER}(?: ${NUMBER}){0,5}))\n` +
    `cards (none|${CARD}(?: ${CARD}){0,5})\n` +
    `(?:coup (${BEAD})|void (${VOIDS}))\n`,
  corrected:
    `corrected (${POSITIVE}) (${POSITIVE}) (${POSITIVE})\ncards (none|${CARD}(?: ${CARD}){0,5})\n` +
    `(?:coup (${BEAD})|void (${VOIDS}))\n`,
  finished: `finished (${POSITIVE})\n(?:played|abandoned (${ENDINGS}))\nsecret (none|${DIGEST})\n`,
  rekeyed: `rekeyed (${DIGEST})\n`,
};
const HEAD =
  `punto bulletin 1\nhouse (${DIGEST})\ntable (${POSITIVE})\nno (${POSITIVE})\n` +
  `at (${NUMBER})\nprevious (${DIGEST})\n`;

const orNull = (text) => (text === undefined || text === 'none' ? null : text);
const cardsOf = (text) => (text === 'none' ? [] : text.split(' '));

/** Reads a number up to a bound; throws beyond it. */
function upTo(bound, text) {
  const number = BigInt(text);
  if (number > bound) throw new Error(`a number up to ${bound} was expected`);
  return bound === U64 ? number : Number(number);
}

const u16 = (text) => upTo(U16, text);
const u32 = (text) => upTo(U32, text);

/** Whether the cards of a shoe are drawn after betting has closed; throws when they are and no beacon is named. */
function isDrawn(algorithm, chain) {
  const drawn = algorithm === 'punto-proof-2';
  if (drawn && chain === undefined) throw new Error('a shoe whose cards are drawn names a beacon');
  return drawn;
}

/** The index of each card of a round; throws unless there are as many as cards. */
function indicesOf(from, at, own) {
  if (from !== undefined) return own.map((_, i) => u16(from) + i);
  const indices = cardsOf(at).map(u16);
  if (indices.length !== own.length) throw new Error('as many cards as indices were expected');
  return indices;
}

/** The fields of each kind, from the groups of its expression. */
const FIELDS = {
  committed: ([shoe, commitment, chain]) => ({ shoe: u32(shoe), commitment, chain: orNull(chain) }),
  opened: ([
    shoe,
    commitment,
    algorithm,
    rulesId,
    rulesDigest,
    decks,
    pledgesUntil,
    noncesUntil,
    chain,
    round,
  ]) => ({
    shoe: u32(shoe),
    commitment,
    isDrawn: isDrawn(algorithm, chain),
    rulesId,
    rulesDigest,
    decks: upTo(32n, decks),
    pledgesUntil: upTo(U64, pledgesUntil),
    noncesUntil: upTo(U64, noncesUntil),
    chain: orNull(chain),
    round: chain === undefined ? null : upTo(U64, round),
  }),
  pledged: ([shoe, count, list]) => ({ shoe: u32(shoe), count: upTo(256n, count), list }),
  revealed: ([shoe, count, list]) => ({ shoe: u32(shoe), count: upTo(256n, count), list }),
  sealed: ([shoe, beacon, cards, root]) => ({
    shoe: u32(shoe),
    beacon: orNull(beacon),
    cards: u16(cards),
    root,
  }),
  burned: ([shoe, from, first, faceDown]) => ({
    shoe: u32(shoe),
    from: u16(from),
    first: orNull(first),
    faceDown: upTo(255n, faceDown),
  }),
  closed: ([shoe, round, patrons, root, chain, draw]) => ({
    shoe: u32(shoe),
    round: u16(round),
    patrons: u32(patrons),
    root,
    chain: orNull(chain),
    draw: draw === undefined ? null : upTo(U64, draw),
  }),
  drawn: ([shoe, round, value]) => ({ shoe: u32(shoe), round: u16(round), value }),
  ended: ([shoe, round, from, at, cards, bead, reason]) => ({
    shoe: u32(shoe),
    round: u16(round),
    from: from === undefined ? null : u16(from),
    indices: indicesOf(from, at, cardsOf(cards)),
    cards: cardsOf(cards),
    bead: orNull(bead),
    reason: orNull(reason),
  }),
  corrected: ([shoe, round, revision, cards, bead, reason]) => {
    if (revision === '1') throw new Error('a revision from 2 was expected');
    const [no, about] = [u16(revision), { shoe: u32(shoe), round: u16(round) }];
    return { ...about, revision: no, cards: cardsOf(cards), bead: orNull(bead), reason: orNull(reason) };
  },
  finished: ([shoe, reason, secret]) => ({ shoe: u32(shoe), reason: orNull(reason), secret: orNull(secret) }),
  rekeyed: ([next]) => ({ shoe: null, next }),
};

/** Reads a bulletin strictly; throws when it is none. */
export async function readBulletin(text) {
  for (const [kind, body] of Object.entries(KINDS)) {
    const groups = new RegExp(`^${HEAD}${body}$`).exec(text);
    if (groups !== null && text.endsWith('\n')) {
      const [house, table, no, at, previous] = groups.slice(1, 6);
      const head = { text, kind, house, table: u32(table), no: upTo(U64, no), at: upTo(U64, at), previous };
      return { ...head, ...FIELDS[kind](groups.slice(6)), digest: toHex(await sha256(utf8(text))) };
    }
  }
  throw new Error('a bulletin was expected');
}

// ---- the file ----

const isHex = (size) => (value) =>
  typeof value === 'string' && new RegExp(`^${HEX}{${2 * size}}$`).test(value);
const isNumber = (bound) => (value) =>
  (typeof value === 'bigint' || Number.isInteger(value)) && BigInt(value) <= bound;
const isText = (value) => typeof value === 'string';
const isList = (of) => (value) => Array.isArray(value) && value.every((item) => of(item));
const orNone = (of) => (value) => value === null || of(value);
const isDigests = (value) => isText(value) && fromBase64(value) !== null;
const isObject = (fields) => (value) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const names = Object.keys(fields);
  return Object.keys(value).join() === names.join() && names.every((name) => fields[name](value[name]));
};
const isSignedText = isObject({ text: isText, key: isHex(32), signature: isHex(64) });
const isCard = (value) => isText(value) && new RegExp(`^${CARD}$`).test(value);

const SHOE_FILE = {
  format: (value) => value === 'punto-shoe-proof',
  version: (value) => value === 1,
  table: isNumber(U32),
  shoe: isNumber(U32),
  rules: isObject({ id: isText, digest: isHex(32), text: isText }),
  committed: isSignedText,
  rekeyed: isList(isSignedText),
  bulletins: (value) => isList(isText)(value) && value.length > 0,
  key: isHex(32),
  signature: isHex(64),
  after: isList(isSignedText),
  pledges: orNone(isList(isHex(32))),
  nonces: orNone(isList(isHex(32))),
  beacon: orNone(isObject({ chain: isHex(32), round: isNumber(U64), signature: isHex(48) })),
  secret: orNone(isHex(32)),
  leaves: orNone(isDigests),
  shown: orNone(isList(isObject({ index: isNumber(U16), card: isCard, salt: isHex(16) }))),
};

const isStanding = isObject({ spot: isText, stake: isNumber(U64), bonus: isNumber(U64) });
const isPaid = isObject({ spot: isText, stake: isNumber(U64), resolution: isText, payout: isNumber(U64) });
const WAGER_FILE = {
  format: (value) => value === 'punto-wager-proof',
  version: (value) => value === 1,
  table: isNumber(U32),
  shoe: isNumber(U32),
  round: isNumber(U16),
  patron: isNumber(U32),
  currency: isText,
  decimals: isNumber(255n),
  wagers: isList(isStanding),
  salt: isHex(16),
  index: isNumber(U32),
  count: isNumber(U32),
  path: isDigests,
  settled: isList(isObject({ revision: isNumber(U16), wagers: isList(isPaid) })),
};

/** Reads JSON in which no object has a field twice. Large numbers are BigInt; what is no whole number is NaN. */
function parseJson(text) {
  let at = 0;
  const expected = (what) => {
    const lines = text.slice(0, at).split('\n');
    const column = utf8(lines[lines.length - 1]).length + 1;
    fail('field .', `${what} was expected at line ${lines.length}, column ${column}`);
  };
  const accept = (expression) => {
    expression.lastIndex = at;
    const found = expression.exec(text);
    if (found !== null) at = expression.lastIndex;
    return found;
  };
  const follows = (letter) => {
    accept(/[ \t\n\r]*/y);
    if (text[at] !== letter) return false;
    at += 1;
    return true;
  };
  const string = () => {
    const found = accept(/"[^"\\]*(?:\\[^][^"\\]*)*"/y);
    let read;
    try {
      read = JSON.parse(found?.[0]);
    } catch {
      expected('a text');
    }
    return read.isWellFormed() ? read : expected('a whole character');
  };
  const items = (end, read) => {
    const all = [];
    at += 1;
    if (follows(end)) return all;
    for (;;) {
      all.push(read());
      if (follows(end)) return all;
      if (!follows(',')) expected(`\`,\` or \`${end}\``);
    }
  };
  const value = (depth) => {
    accept(/[ \t\n\r]*/y);
    if ('{['.includes(text[at] ?? ' ') && depth === 0) expected('a value that is not so deep');
    if (text[at] === '[') return items(']', () => value(depth - 1));
    if (text[at] === '{') {
      return objectOf(
        items('}', () => {
          accept(/[ \t\n\r]*/y);
          const name = string();
          return follows(':') ? [name, value(depth - 1)] : expected('`:`');
        }),
      );
    }
    if (text[at] === '"') return string();
    const number = accept(/-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y);
    if (number !== null) return numberOf(number[0]);
    const word = accept(/null|true|false/y);
    return word === null ? expected('a value') : JSON.parse(word[0]);
  };
  const whole = value(32);
  accept(/[ \t\n\r]*/y);
  return at === text.length ? whole : expected('the end');
}

function objectOf(fields) {
  const names = fields.map(([name]) => name);
  const twice =
    new Set(names).size === names.length ? undefined : names.find((it, i) => names.indexOf(it) < i);
  if (twice !== undefined) fail(`field ${twice}`, 'this field is there twice');
  return Object.fromEntries(fields);
}

function numberOf(text) {
  if (!/^[0-9]{1,20}$/.test(text) || BigInt(text) > U64) return NaN;
  return Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text);
}

/** The one text of a value: JSON in one line. */
function writeJson(value) {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(writeJson).join()}]`;
  return `{${Object.entries(value).map(([name, it]) => `${JSON.stringify(name)}:${writeJson(it)}`)}}`;
}

/** Reads JSON with exactly these fields; throws the name of the first that is wrong. */
function readJson(text, fields) {
  if (utf8(text).length > LONGEST) fail('field .', `it is longer than ${LONGEST} bytes`);
  if (!text.isWellFormed()) fail('field .', 'UTF-8 text was expected');
  const raw = parseJson(text);
  if (typeof raw !== 'object' || raw === null) fail('field .', 'an object was expected');
  const stray = Object.keys(raw).find((name) => !Object.hasOwn(fields, name));
  if (stray !== undefined) fail(`field ${stray}`, 'there is no such field');
  const all = Object.fromEntries(Object.keys(fields).map((name) => [name, raw[name] ?? null]));
  const wrong = Object.keys(fields).find((name) => !fields[name](all[name]));
  if (wrong !== undefined) fail(`field ${wrong}`, 'another value was expected');
  return { all, canonical: `${writeJson(all)}\n` === text };
}

/** Reads a file with a patron's own wagers; throws when it is none, or has another spelling than its one. */
export function readWagers(text) {
  const { all, canonical } = readJson(text, WAGER_FILE);
  if (!canonical) fail('field .', 'the one spelling of the file was expected');
  return all;
}

async function readFile(text) {
  const { all, canonical } = readJson(text, SHOE_FILE);
  const signed = async (it) => ({ ...it, bulletin: await readBulletin(it.text) });
  return {
    ...all,
    canonical,
    committed: await signed(all.committed),
    rekeyed: await Promise.all(all.rekeyed.map(signed)),
    after: await Promise.all(all.after.map(signed)),
    bulletins: await Promise.all(all.bulletins.map(readBulletin)),
    leaves: all.leaves === null ? null : fromBase64(all.leaves),
  };
}

// ---- the house rules ----

/** So many things that are wrong with house rules are named. */
const MOST_ERRORS = 3;
const UNREAD = 'the house rules are written in a way that this verifier does not read';

/** House rules are written in a way that this verifier does not read. */
class Unread extends Error {}

function unread() {
  throw new Unread();
}

const WORD = '[A-Za-z0-9_-]+';
const TOML = {
  blanks: /[ \t]*/y,
  lineEnd: /[ \t]*(?:#[^\n]*)?(?:\r?\n|$)/y,
  between: /(?:[ \t\r\n]|#[^\n]*)*/y,
  head: new RegExp(`\\[[ \\t]*(${WORD}(?:[ \\t]*\\.[ \\t]*${WORD})*)[ \\t]*\\]`, 'y'),
  name: new RegExp(`(${WORD})[ \\t]*=[ \\t]*`, 'y'),
  text: /"(?!"")((?:[^"\\\n]|\\["\\])*)"|'(?!'')([^'\n]*)'/y,
  number: new RegExp(`[+-]?(?:0|[1-9][0-9]{0,14})(?![0-9A-Za-z_.:+-])`, 'y'),
  flag: /(?:true|false)(?![A-Za-z0-9_-])/y,
};

/** A table of TOML: its values by name, the line on which it begins, and whether it has a head, waits for one, or is in
 * braces. */
const tableAt = (line, written) => ({ line, written, values: new Map() });

/** Reads the part of TOML in which house rules are usually written: comments, tables with a head, names without dots and
 * quotes, texts on one line with no escape but \" and \\, whole numbers, lists, and tables in braces. Throws `Unread` at
 * all else. Gives the document, and the lines on which a name is there a second time. */
function readToml(text) {
  let [at, line] = [0, 1];
  const accept = (expression) => {
    expression.lastIndex = at;
    const found = expression.exec(text);
    if (found === null) return null;
    at = expression.lastIndex;
    line += found[0].split('\n').length - 1;
    return found;
  };
  const many = (open, end, blanks, read) => {
    at += open.length;
    accept(blanks);
    for (let first = true; text[at] !== end; first = false) {
      if (!first) {
        if (text[at] !== ',') unread();
        at += 1;
        accept(blanks);
        if (text[at] === end && end === ']') break;
      }
      read();
      accept(blanks);
    }
    at += 1;
  };
  const value = (depth) => {
    const begin = line;
    const found = accept(TOML.text);
    if (found !== null) return { line, it: found[2] ?? found[1].replace(/\\(.)/g, '$1') };
    const number = accept(TOML.number);
    if (number !== null) return { line, it: Number(number[0]) };
    const flag = accept(TOML.flag);
    if (flag !== null) return { line, it: flag[0] === 'true' };
    if (depth === 0) unread();
    if (text[at] === '[') {
      const list = [];
      many('[', ']', TOML.between, () => list.push(value(depth - 1)));
      return { line: begin, it: list };
    }
    if (text[at] !== '{') unread();
    const table = tableAt(begin, 'in braces');
    many('{', '}', TOML.blanks, () => {
      const name = accept(TOML.name)?.[1];
      if (name === undefined || table.values.has(name)) unread();
      table.values.set(name, { at: line, ...value(depth - 1) });
    });
    return { line: begin, it: table };
  };
  const [root, twice] = [tableAt(1, 'with a head'), []];
  let table = root;
  while (at < text.length) {
    accept(TOML.blanks);
    const head = accept(TOML.head);
    const name = head === null ? accept(TOML.name)?.[1] : undefined;
    if (head !== null) table = headed(root, head[1].split(/[ \t]*\.[ \t]*/), line, twice);
    if (name !== undefined) {
      const here = { at: line, ...value(4) };
      if (table.values.has(name)) twice.push(here.at);
      else table.values.set(name, here);
    }
    if (accept(TOML.lineEnd) === null) unread();
  }
  return { root, twice };
}

const isTable = (it) => it?.values instanceof Map;

/** The table of a head, made with those around it. */
function headed(root, path, line, twice) {
  let table = root;
  for (const name of path) {
    if (!table.values.has(name))
      table.values.set(name, { at: line, line, it: tableAt(line, 'around others') });
    table = table.values.get(name).it;
    if (!isTable(table) || table.written === 'in braces') unread();
  }
  if (table.written === 'with a head') {
    twice.push(line);
    return tableAt(line, 'with a head');
  }
  table.written = 'with a head';
  return table;
}

const isWhole = (from, to) => ({
  wants: `a whole number from ${from} to ${to}`,
  fits: (it) => Number.isInteger(it) && it >= from && it <= to,
});
const isOneOf = (...words) => ({
  wants: words.map((word) => `"${word}"`).join(' or '),
  fits: (it) => words.includes(it),
});
const isPart = (such) => ({
  wants: `a fraction such as "${such}"`,
  fits: (it) => {
    const [, part, of] = /^\+?([0-9]+)\/\+?([0-9]+)$/.exec(it) ?? [null, 1, 0];
    return isText(it) && BigInt(part) <= BigInt(of) && BigInt(of) > 0n && BigInt(of) <= U32;
  },
});
const mayMiss = (form) => ({ ...form, isOptional: true });

const HEAD_FACTS = {
  id: { wants: '1 to 40 of a-z, 0-9 and -', fits: (it) => isText(it) && /^[a-z0-9-]{1,40}$/.test(it) },
  title: { wants: '1 to 80 characters', fits: (it) => isText(it) && /^.{1,80}$/su.test(it) },
  version: isWhole(1, 1_000_000),
  document: mayMiss({ wants: "the vendor document's name", fits: isText }),
};

/** The facts of each table of house rules; those of some depend on their first. */
const FACTS = {
  decks: () => ({ count: isWhole(1, 32) }),
  drawing: () => ({
    natural: isOneOf('ends_the_coup'),
    third_cards: isOneOf('standard_tableau'),
    player_stands: isOneOf('banker_draws_to_5'),
  }),
  burn: (kind) => ({
    kind: isOneOf('none', 'cards', 'first_card'),
    ...(kind === 'cards' && { count: isWhole(1, 100) }),
    ...(kind === 'first_card' && { zero_card: isWhole(0, 100) }),
  }),
  shoe_end: (kind) => ({
    kind: isOneOf('cut_card', 'rounds'),
    ...(kind === 'cut_card' && { from_end: isWhole(1, 1664), more_rounds: isWhole(0, 10) }),
    ...(kind === 'rounds' && { rounds: isWhole(1, 1000) }),
  }),
  conduct: () => ({
    player_and_banker: isOneOf('allowed', 'refused'),
    leaving_while_betting: isOneOf('wagers_stand', 'wagers_released'),
    leaving_later: isOneOf('settled_and_paid'),
    unreadable_card: isOneOf('round_voided'),
    wrong_result: isOneOf('resettled'),
    interrupted_round: mayMiss(isOneOf('finish', 'void')),
    stake_range: isOneOf('intersection'),
  }),
  entry: () => ({ ante: isOneOf('none', 'room') }),
  bonus_money: () => ({ stake_share: isPart('1/2'), win_chance: isPart('9/10') }),
  odds: () => ({ rounding: isOneOf('down', 'up', 'half_up'), shown: isOneOf('to_one', 'with_stake') }),
  roads: () => ({ window: isOneOf('scroll', 'clear') }),
};

/** Reads these facts of a table into `facts`, and adds what is wrong to `wrong`. */
function readFacts({ table, path, forms, facts, wrong }) {
  const add = (line, name, why) => wrong.push({ line, why: `${path}${name}: ${why}` });
  for (const [name, { wants, fits, isOptional }] of Object.entries(forms)) {
    const value = table.values.get(name);
    if (value === undefined && !isOptional) add(table.line, name, `is missing: expected ${wants}`);
    if (value === undefined) continue;
    if (fits(value.it)) facts[path + name] = value.it;
    else add(value.line, name, `expected ${wants}`);
  }
  for (const [name, { at }] of table.values) {
    if (Object.hasOwn(forms, name)) continue;
    add(at, name, `unknown field; here may stand ${Object.keys(forms).join(', ')}`);
  }
}

const SOURCE = mayMiss({
  wants: 'where the facts are from: a text for all of them, or a table of texts by fact',
  fits: (it) => isText(it) || isTable(it),
});

function readSection(section) {
  const { table, path, forms, wrong } = section;
  readFacts({ ...section, forms: { ...forms, source: SOURCE } });
  const source = table.values.get('source')?.it;
  for (const [name, { at, line, it }] of isTable(source) ? source.values : []) {
    const isKnown = name !== 'source' && (Object.hasOwn(forms, name) || table.values.has(name));
    if (!isKnown) wrong.push({ line: at, why: `${path}source: ${name} is no fact of this table` });
    else if (!isText(it)) wrong.push({ line, why: `${path}source: expected the source of ${name} as text` });
  }
}

const SPOTS = [
  'player banker tie player_pair banker_pair big small lucky_6 either_pair perfect_pair player_bonus banker_bonus',
  'dragon_7 panda_8 super_6 small_tiger big_tiger tiger_tie tiger_pair lucky_7 super_lucky_7 player_natural',
  'banker_natural',
].join(' ');
const COUP_FACTS = [
  '(?:player|banker)_(?:wins|total_[0-9]|two_cards|three_cards|natural|pair|perfect_pair)|tie|margin_[0-9]',
  '(?:four|five|six)_cards|pairs_alike',
].join('|');
const COUP_FACT_LIST = new RegExp(`^(?:${COUP_FACTS})(?: (?:${COUP_FACTS}))*$`);
const isFacts = ({ it }) => isText(it) && COUP_FACT_LIST.test(it);
const isOdds = (it) => /^(?:0|[1-9][0-9]{0,2})(?:\.[0-9]{1,2})?$/.test(it) && Number(it) > 0;

/** Throws `Unread` unless each spot pays in the usual way: what spots pay is not checked here. */
function mustBeSpots({ values }) {
  let together = 0;
  for (const [id, { it: spot }] of values) {
    if (!SPOTS.split(' ').includes(id) || !isTable(spot)) unread();
    const [facts, wrong] = [{}, []];
    readSection({ table: spot, path: '', forms: SPOT_FACTS, facts, wrong });
    const most = facts.maximum ?? 1;
    if (wrong.length > 0 || most === 0 || (facts.minimum ?? 0) > (facts.maximum ?? Infinity)) unread();
    together += 1 + Math.max(...facts.pays.map(({ it }) => Math.ceil(Number(it.values.get('odds').it))));
  }
  if (values.size === 0 || together > 900) unread();
}

const isPays = ({ it }) =>
  isTable(it) &&
  [...it.values.keys()].sort().join() === 'odds,when' &&
  isFacts(it.values.get('when')) &&
  isOdds(it.values.get('odds').it);
const SPOT_FACTS = {
  push: mayMiss({ fits: isList(isFacts) }),
  pays: { fits: (it) => isList(isPays)(it) && it.length > 0 },
  closed_from_round: mayMiss(isWhole(1, 1000)),
  minimum: mayMiss(isWhole(0, 999_999_999_999)),
  maximum: mayMiss(isWhole(0, 999_999_999_999)),
};

/** Throws `Unread` or gives what a document of house rules says, and what is wrong with it by line. */
function readDocument(text) {
  // eslint-disable-next-line no-control-regex -- these may not stand in TOML
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\r(?!\n)/.test(text)) unread();
  const { root, twice } = readToml(text);
  if (twice.length > 0) return { facts: {}, wrong: twice.map((line) => ({ line, why: 'duplicate key' })) };
  const [facts, wrong] = [{}, []];
  const tables = [...Object.keys(FACTS), 'spots'].map((name) => {
    const isOptional = name === 'drawing' || name === 'bonus_money';
    return [name, { wants: isOptional ? 'a table' : `a table [${name}]`, fits: isTable, isOptional }];
  });
  readFacts({ table: root, path: '', forms: { ...HEAD_FACTS, ...Object.fromEntries(tables) }, facts, wrong });
  for (const [name, forms] of Object.entries(FACTS)) {
    const table = facts[name];
    if (table === undefined) continue;
    readSection({ table, path: `${name}.`, forms: forms(table.values.get('kind')?.it), facts, wrong });
  }
  if (wrong.length === 0) mustBeSpots(facts.spots);
  if (wrong.length === 0) mustFitShoe(facts, wrong);
  return { facts, wrong };
}

/** The burn, the cut card and one coup must fit into the shoe. */
function mustFitShoe(facts, wrong) {
  const [size, zero] = [52 * facts['decks.count'], facts['burn.zero_card']];
  const behind = facts['shoe_end.from_end'] ?? 0;
  const burned = facts['burn.count'] ?? (zero === undefined ? 0 : Math.max(zero, 9) + 1);
  const needed = burned + behind + 6;
  if (needed <= size) return;
  const why =
    `burning up to ${burned}, keeping ${behind} behind the cut card and dealing one coup takes ${needed} ` +
    `cards, but ${facts['decks.count']} deck(s) hold ${size}`;
  wrong.push({ line: facts.shoe_end.line, why: `shoe_end: ${why}` });
}

/** The house rules of a text: its facts, or what is wrong with them, or neither when the text cannot be read here. */
function readRules(text) {
  try {
    const { facts, wrong } = readDocument(text);
    if (wrong.length === 0) return { facts, wrong: null };
    const lines = wrong.sort((one, other) => one.line - other.line);
    const first = lines.slice(0, MOST_ERRORS).map(({ line, why }) => `line ${line}: ${why}`);
    const more = lines.length > first.length ? [`${lines.length - first.length} more`] : [];
    return { facts: null, wrong: [...first, ...more].join('; ') };
  } catch (error) {
    if (error instanceof Unread) return { facts: null, wrong: null };
    throw error;
  }
}

// ---- verdicts ----

/** A check that failed. */
class Fault extends Error {
  constructor(place, reason) {
    super(reason);
    this.place = place;
  }
}

/** A check that could not be made. */
class NotChecked extends Error {}

function fail(place, reason) {
  throw new Fault(place, reason);
}

function skip(reason) {
  throw new NotChecked(reason);
}

const no = (bulletin) => `no ${bulletin.no}`;
const count = (number, thing) => (number === 1 ? `1 ${thing}` : `${number} ${thing}s`);

// ---- the bulletins of a shoe by kind ----

const BEFORE = {
  opened: [''],
  committed: ['opened'],
  pledged: ['opened', 'committed'],
  revealed: ['pledged'],
  sealed: ['revealed'],
  burned: ['sealed'],
};

function outlineOf(file) {
  const outline = { rounds: [], corrected: [], fault: null };
  let stage = '';
  const fault = (bulletin, why) => (outline.fault ??= [no(bulletin), why]);
  for (const it of file.bulletins) {
    if (it.kind === 'rekeyed' || (it.kind === 'corrected' && it.shoe < file.shoe)) continue;
    if ((it.kind === 'committed' ? it.shoe - 1 : it.shoe) !== file.shoe) {
      fault(it, `\`${it.kind}\` is about another shoe`);
    } else if (it.kind === 'corrected') {
      outline.corrected.push(it);
    } else if (['closed', 'drawn', 'ended'].includes(it.kind)) {
      const why = ['sealed', 'burned', 'rounds'].includes(stage)
        ? outOfPlace(it, outline.rounds[outline.rounds.length - 1], outline.opened?.isDrawn ?? false)
        : 'a round comes between `sealed` and `finished`';
      outline.rounds.push(it);
      if (['sealed', 'burned', 'rounds'].includes(stage)) stage = 'rounds';
      if (why !== null) fault(it, why);
    } else if (it.kind === 'finished') {
      if (stage === 'finished') fault(it, 'the shoe is finished twice');
      else [stage, outline.finished] = ['finished', it];
    } else {
      const inPlace = outline[it.kind] === undefined && BEFORE[it.kind].includes(stage);
      outline[it.kind] ??= it;
      if (inPlace) stage = it.kind;
      else fault(it, `\`${it.kind}\` is out of its place`);
    }
  }
  for (const { bulletin } of file.after) {
    if (bulletin.kind === 'corrected' && bulletin.shoe === file.shoe) outline.corrected.push(bulletin);
    else fault(bulletin, `\`${bulletin.kind}\` is not a correction of this shoe`);
  }
  outline.ended = outline.rounds.filter((it) => it.kind === 'ended');
  const last = outline.rounds.findLast((it) => it.kind !== 'drawn');
  outline.open = last?.kind === 'closed' ? last : null;
  return outline;
}

/** Why a step of a round does not fit the way in which the cards are found; null when it fits. */
function outOfPlace(it, before, drawn) {
  const follows = (kind) => before?.kind === kind && before.round === it.round;
  if (it.kind === 'closed') {
    if (drawn) return it.chain === null ? '`closed` names no draw of its cards' : null;
    return it.chain === null ? null : '`closed` names a draw, and the cards come in the sealed order';
  }
  if (it.kind === 'drawn') {
    if (!drawn) return '`drawn`, and the cards come in the sealed order';
    return follows('closed') ? null : '`drawn` does not follow `closed` of its round';
  }
  if (!drawn) return it.from === null ? '`from` was expected: the cards come in the sealed order' : null;
  if (it.from !== null) return '`at` was expected: the cards are drawn';
  return follows('drawn') || it.cards.length === 0 ? null : 'its cards came, and none were drawn';
}

/** Throws unless the shoe was played to its end. */
function mustBePlayed({ outline }) {
  if (outline.finished === undefined) skip('the shoe is in play');
  if (outline.finished.reason !== null) skip(`the shoe was abandoned: ${outline.finished.reason}`);
}

// ---- which indices come out ----

/** The first indices that a key draws from a row, each once. */
function drawFrom(key, row, many) {
  const [stream, left, indices] = [keyStream(key), [...row], []];
  while (indices.length < many && left.length > 0) {
    indices.push(...left.splice(below(stream, left.length), 1));
  }
  return indices;
}

const drawKey = (closed, value) => tagged('punto/2/draw', fromHex(closed), uint(2, 48), fromHex(value));

/** Follows a shoe through its bulletins: how many cards were out before each round that ended, and which came next. */
async function courseOf({ opened, burned, rounds: steps }) {
  const drawn = opened?.isDrawn ?? false;
  const burn = burned === undefined ? 0 : burned.faceDown + (burned.first === null ? 0 : 1);
  const cards = drawn ? 52 * opened.decks : Infinity;
  let row = drawn ? Array.from({ length: cards }, (_, i) => i).slice(burn) : [];
  let [out, closed, key] = [Math.min(burn, cards), null, null];
  const ahead = (many) => {
    if (!drawn) return Array.from({ length: many }, (_, i) => out + i);
    return key === null ? [] : drawFrom(key, row, many);
  };
  const ended = [];
  for (const it of steps) {
    if (it.kind === 'closed') [closed, key] = [it.digest, null];
    if (it.kind === 'drawn' && closed !== null) key = await drawKey(closed, it.value);
    if (it.kind === 'ended') {
      ended.push({ it, out, ahead: ahead(6) });
      const passed = ahead(it.cards.length);
      row = row.filter((index) => !passed.includes(index));
      out += passed.length;
      [closed, key] = [null, null];
    }
  }
  return { ended, out, ahead };
}

// ---- the checks ----

async function form(c) {
  const { file, outline } = c;
  const field = (name, reason) => fail(`field ${name}`, reason);
  if (!file.canonical) {
    fail(null, 'this is not the one spelling of the file: JSON in one line, fields in order, then LF');
  }
  await mustBeRules(c, field);
  if (outline.fault !== null) fail(...outline.fault);
  if (outline.opened === undefined && outline.finished === undefined)
    field('bulletins', '`opened` was expected first');
  const open = outline.sealed !== undefined && outline.finished === undefined;
  const secret = outline.finished?.secret ?? null;
  for (const [name, expected] of [
    ['pledges', outline.pledged !== undefined],
    ['nonces', outline.revealed !== undefined],
    ['beacon', (outline.sealed?.beacon ?? null) !== null],
    ['secret', secret !== null],
    ['leaves', open],
    ['shown', open],
  ]) {
    if ((file[name] !== null) !== expected) {
      field(name, expected ? 'a value was expected' : 'null was expected');
    }
  }
  if (secret !== file.secret) field('secret', 'the secret of the bulletin `finished` was expected');
  if (file.committed.bulletin.kind !== 'committed') field('committed', 'a bulletin `committed` was expected');
  if (c.read.facts === null && c.read.wrong === null) skip(UNREAD);
  return 'version 1, canonical';
}

/** Throws unless the house rules are those that `opened` names, and say so many decks; what cannot be read is passed. */
async function mustBeRules({ file, outline: { opened }, read }, field) {
  const digest = toHex(await sha256(utf8(file.rules.text)));
  if (digest !== file.rules.digest) field('rules.digest', `${digest} was expected, the SHA-256 of the text`);
  if (read.wrong !== null) field('rules.text', `a document of house rules was expected: ${read.wrong}`);
  const { id, 'decks.count': decks } = read.facts ?? { id: file.rules.id, 'decks.count': opened?.decks };
  if (id !== file.rules.id) field('rules.id', `${id} was expected, the id in the text`);
  if (opened === undefined) return;
  if (opened.rulesId !== id || opened.rulesDigest !== digest) {
    field('rules', `${opened.rulesId} was expected, as opened`);
  }
  if (opened.decks !== decks) fail(no(opened), `${decks} decks were expected, by the rules`);
}

function key({ file, known }) {
  const first = file.committed.key;
  if (known.key === undefined) skip(`no key was given; the file begins under ${first}`);
  if (known.key !== first) fail(null, `the file begins under another key, ${first}`);
  return 'the key you gave';
}

async function signature({ file }) {
  const changes = [];
  const holds = async ({ bulletin, key: by, signature: over }) => {
    if (by !== bulletin.house) fail(no(bulletin), `its key is ${bulletin.house}, not ${by}`);
    if (!(await isSigned(by, bulletin.text, over))) fail(no(bulletin), `it is not signed by ${by}`);
  };
  const mustBe = (bulletin) => {
    const change = changes.findLast((it) => it.no < bulletin.no);
    const expected = change?.next ?? file.committed.key;
    if (bulletin.house !== expected) fail(no(bulletin), `its key is ${bulletin.house}, not ${expected}`);
  };
  await holds(file.committed);
  let before = file.committed.bulletin.no;
  for (const signed of file.rekeyed) {
    const { bulletin } = signed;
    if (bulletin.kind !== 'rekeyed') fail(no(bulletin), '`rekeyed` was expected');
    if (bulletin.no <= before) fail(no(bulletin), `a change of the key after no ${before} was expected`);
    mustBe(bulletin);
    await holds(signed);
    changes.push(bulletin);
    before = bulletin.no;
  }
  for (const bulletin of file.bulletins) {
    mustBe(bulletin);
    if (bulletin.kind === 'rekeyed' && !file.rekeyed.some((it) => it.text === bulletin.text)) {
      fail(no(bulletin), "the old key's signature of this change is missing");
    }
  }
  const last = file.bulletins[file.bulletins.length - 1];
  await holds({ bulletin: last, key: file.key, signature: file.signature });
  for (const signed of file.after) {
    mustBe(signed.bulletin);
    await holds(signed);
  }
  const signatures = file.rekeyed.length + file.after.length + 2;
  return `${count(signatures, 'signature')}; that of the last bulletin covers those before it`;
}

function chain({ file }) {
  const committed = file.committed.bulletin;
  const other = [committed, ...file.bulletins].find((it) => it.table !== file.table);
  if (other !== undefined) fail(no(other), `it is of table ${other.table}, not ${file.table}`);
  const zeros = '0'.repeat(64);
  if (committed.no === 1n && committed.previous !== zeros) {
    fail('no 1', `\`previous\` is ${committed.previous}, not ${zeros}`);
  }
  let before = committed;
  for (const bulletin of file.bulletins) {
    follows(bulletin, before, before.no === committed.no);
    before = bulletin;
  }
  for (const { bulletin } of file.after) {
    follows(bulletin, before, true);
    before = bulletin;
  }
  const [first, last] = [file.bulletins[0].no, file.bulletins[file.bulletins.length - 1].no];
  const stray = file.rekeyed.find(({ bulletin: it, text }) => {
    const within = it.no >= first && it.no <= last;
    return it.table !== file.table || (within && !file.bulletins.some((known) => known.text === text));
  });
  if (stray !== undefined) fail(no(stray.bulletin), 'this change of the key is not in the chain');
  return `no ${first} to ${last}, no gap`;
}

function follows(it, before, gap) {
  if (gap && it.no !== before.no + 1n) {
    if (it.no > before.no && it.at >= before.at && it.table === before.table) return;
    fail(no(it), `it is not later than no ${before.no}`);
  }
  const house = before.kind === 'rekeyed' ? before.next : before.house;
  const wrong = (why) => fail(no(it), `it does not follow no ${before.no}: ${why}`);
  if (it.table !== before.table) wrong(`it is of table ${it.table}, not ${before.table}`);
  if (it.no !== before.no + 1n) wrong(`its number is ${it.no}, not ${before.no + 1n}`);
  if (it.at < before.at) wrong(`its time ${it.at} is before ${before.at}`);
  if (it.previous !== before.digest) wrong(`\`previous\` is ${it.previous}, not ${before.digest}`);
  if (it.house !== house) wrong(`its key is ${it.house}, not ${house}`);
}

function ownCommitment({ file }) {
  const { bulletin } = file.committed;
  if (bulletin.kind !== 'committed') fail('field committed', 'a bulletin `committed` was expected');
  return bulletin;
}

function committed(c) {
  const [own, { opened, committed: next }] = [ownCommitment(c), c.outline];
  if (own.shoe !== c.file.shoe) fail(no(own), `it commits shoe ${own.shoe}, not ${c.file.shoe}`);
  if (opened === undefined) return `in no ${own.no}; never opened`;
  if (own.no >= opened.no) fail(no(opened), `the shoe opened before no ${own.no} committed it`);
  if (opened.commitment !== own.commitment) {
    fail(no(opened), `\`opened\` names another commitment than no ${own.no}`);
  }
  if (opened.chain !== own.chain) fail(no(opened), `\`opened\` names another beacon than no ${own.no}`);
  if (next?.no !== opened.no + 1n) fail(no(opened), `\`committed ${c.file.shoe + 1}\` does not follow`);
  return `in no ${own.no}, before no ${opened.no}`;
}

async function commitment(c) {
  const { finished } = c.outline;
  if (finished === undefined) skip('the shoe is in play');
  const secret = c.file.secret ?? finished.secret;
  if (secret === null) fail(no(finished), 'the secret was never shown');
  const place = [uint(4, c.file.table), uint(4, c.file.shoe)];
  const shown = toHex(await tagged('punto/1/commitment', ...place, fromHex(secret)));
  if (shown !== ownCommitment(c).commitment) fail(no(finished), 'the secret is not the committed one');
  return 'the secret is the committed one';
}

async function secret(c) {
  const { file } = c;
  if (file.secret === null) {
    mustBePlayed(c);
    skip('the secret was never shown');
  }
  const wrong = (why) => fail('field secret', `it is easily guessed: ${why}`);
  if (/^(..)\1*$/.test(file.secret)) wrong('one byte, repeated');
  if (/^0{48}|0{48}$/.test(file.secret)) wrong('a number below 2^64');
  for (const guess of guesses(c)) {
    if (toHex(await sha256(guess)) === file.secret) wrong('the SHA-256 of a public number');
  }
  return 'none of the guessable ones';
}

function* guesses({ file }) {
  const { at, previous } = file.committed.bulletin;
  for (const text of [
    `${file.table}-${file.shoe}`,
    `${file.table}:${file.shoe}`,
    `${file.table}${file.shoe}`,
  ]) {
    yield utf8(text);
  }
  const [table, shoe] = [uint(4, file.table), uint(4, file.shoe)];
  yield* [join(table, shoe), table, shoe, utf8(file.rules.id), fromHex(previous), new Uint8Array()];
  const numbers = [BigInt(file.table), BigInt(file.shoe), at / 1000n];
  for (let time = at > 1000n ? at - 1000n : 0n; time <= at; time += 1n) numbers.push(time);
  for (const number of numbers) yield* [utf8(String(number)), uint(8, number)];
}

const pledgeOf = async ({ file }, nonce) =>
  toHex(await tagged('punto/1/pledge', uint(4, file.table), uint(4, file.shoe), fromHex(nonce)));

/** Throws unless the list ascends. */
function mustAscend(name, list) {
  const place = list.findIndex((entry, i) => i > 0 && entry <= list[i - 1]);
  if (place >= 0) {
    fail(`field ${name}`, `entry ${place} is not above the one before it; pledges ascend, each once`);
  }
}

async function mustFit(name, bulletin, list) {
  if (list.length > 256) fail(`field ${name}`, `${list.length} are more than the 256 that a shoe takes`);
  const digest = toHex(await tagged(`punto/1/${name}`, uint(2, list.length), ...list.map(fromHex)));
  if (bulletin.count !== list.length || bulletin.list !== digest) {
    fail(`field ${name}`, `this is not the list of no ${bulletin.no}`);
  }
}

/** A list is not fixed before the time that `opened` says for its end. */
function mustBeDue({ outline: { opened } }, said, name) {
  const ends = name === 'pledges' ? opened?.pledgesUntil : opened?.noncesUntil;
  if (ends !== undefined && said.at < ends) {
    fail(no(said), `the ${name} were fixed before their time was over`);
  }
}

async function nonces(c) {
  const { pledged, revealed } = c.outline;
  if (pledged === undefined) {
    mustBePlayed(c);
    skip('no pledges were fixed');
  }
  const [pledges, list, mine] = [c.file.pledges ?? [], c.file.nonces ?? [], c.known.nonce];
  mustAscend('pledges', pledges);
  await mustFit('pledges', pledged, pledges);
  if (mine !== undefined && !pledges.includes(await pledgeOf(c, mine))) {
    fail(no(pledged), 'your pledge is missing');
  }
  mustBeDue(c, pledged, 'pledges');
  if (revealed === undefined) skip(`${pledges.length} pledged; no nonces are fixed`);
  mustBeDue(c, revealed, 'nonces');
  await mustFit('nonces', revealed, list);
  const opened = await Promise.all(list.map((nonce) => pledgeOf(c, nonce)));
  mustAscend('nonces', opened);
  const stray = opened.findIndex((own) => !pledges.includes(own));
  if (stray >= 0) fail('field nonces', `nonce ${stray} was not pledged`);
  if (mine !== undefined && !list.includes(mine)) fail(no(revealed), 'yours is missing');
  const yours = mine === undefined ? 'yours was not looked for' : 'yours is in';
  return `${pledges.length} pledged, ${pledges.length - list.length} missing; ${yours}`;
}

function beacon(c) {
  const { opened, pledged, revealed, sealed } = c.outline;
  if (opened === undefined) skip('the shoe was never opened');
  if (opened.chain === null) {
    if ((sealed?.beacon ?? null) !== null) fail(no(sealed), 'a value, and `opened` names no beacon');
    skip('no beacon is used');
  }
  if (opened.chain !== QUICKNET) fail(no(opened), 'the chain is not that of quicknet');
  const { round } = opened;
  const time = timeOf(round);
  if (time > U64) fail(no(opened), `round ${round} has no time`);
  if (opened.at >= time) fail(no(opened), `round ${round} existed already`);
  if (opened.noncesUntil + 1000n > time) fail(no(opened), `nonces end less than 1 s before round ${round}`);
  for (const fixed of [pledged, revealed]) {
    if (fixed !== undefined && fixed.at >= time) fail(no(fixed), `it is not before round ${round} existed`);
  }
  if (sealed === undefined) {
    mustBePlayed(c);
    skip('the shoe was not sealed');
  }
  if (sealed.beacon === null) fail(no(sealed), 'a value was expected');
  if (sealed.at < time) fail(no(sealed), `it is before round ${round} existed`);
  const copy = c.file.beacon;
  const same =
    copy?.chain === opened.chain && BigInt(copy.round) === round && copy.signature === sealed.beacon;
  if (!same) fail('field beacon', 'it is not as named and sealed');
  if (!opened.isDrawn) skip(`round ${round}, named before its time; nothing here checks its value`);
  const those = count(countDraws(c), 'draw');
  skip(`round ${round} and those of ${those}, each named before its time; nothing here checks their values`);
}

const timeOf = (round) => GENESIS + 3000n * (round - 1n);

/** How many rounds were drawn. Throws unless each named the first round that comes 1 s after it closed. */
function countDraws({ outline }) {
  let [draws, named] = [0, null];
  for (const it of outline.rounds) {
    if (it.kind === 'closed') named = namedFor(it);
    if (it.kind === 'ended') named = null;
    if (it.kind === 'drawn' && named !== null) {
      if (it.at < timeOf(named)) fail(no(it), `it is before round ${named} existed`);
      draws += 1;
    }
  }
  return draws;
}

function namedFor(closed) {
  if (closed.chain === null) fail(no(closed), 'it names no draw');
  if (closed.chain !== QUICKNET) fail(no(closed), 'the chain is not that of quicknet');
  const after = closed.at + 1000n - GENESIS;
  const first = after <= 0n ? 1n : (after + 2999n) / 3000n + 1n;
  if (closed.at + 1000n > U64 || timeOf(first) > U64) fail(no(closed), 'no round comes 1 s after it');
  if (closed.draw !== first) {
    fail(no(closed), `it names round ${closed.draw}, and ${first} is the first 1 s after it`);
  }
  return first;
}

function mustBeSealed(c) {
  const { sealed, opened } = c.outline;
  if (sealed === undefined) {
    mustBePlayed(c);
    skip('the shoe was not sealed');
  }
  const decks = opened?.decks ?? 0;
  if (sealed.cards !== 52 * decks) {
    fail(no(sealed), `${decks} decks have ${52 * decks} cards, not ${sealed.cards}`);
  }
  return sealed;
}

function mustBeDerived({ derived, outline }) {
  if (derived === null) {
    skip(outline.finished === undefined ? 'the shoe is in play' : 'the secret was never shown');
  }
  return derived;
}

async function root(c) {
  const sealed = mustBeSealed(c);
  const leaves = c.file.leaves ?? mustBeDerived(c).leaves;
  if (leaves.length !== sealed.cards || toHex(await rootOf(leaves)) !== sealed.root) {
    fail(no(sealed), `${leaves.length} leaves do not give the sealed root`);
  }
  return `${leaves.length} leaves give the sealed root`;
}

/** The cards that the bulletins show. */
function publicCards({ outline }) {
  const { burned, ended } = outline;
  const first = burned?.first ?? null;
  const burn = first === null ? [] : [{ index: burned.from, card: first, place: 'burn' }];
  const rounds = ended.flatMap(({ round, indices, cards: own }) =>
    own.map((card, i) => ({ index: indices[i], card, place: `round ${round}, card ${i + 1}` })),
  );
  return [...burn, ...rounds];
}

function order(c) {
  const [sealed, derived] = [mustBeSealed(c), mustBeDerived(c)];
  for (const { index, card } of publicCards(c)) {
    const expected = index < derived.cards.length ? cardText(derived.cards[index]) : 'no card';
    if (expected !== card) fail(`position ${index}`, `the inputs give ${expected}, not ${card}`);
  }
  if (derived.root !== sealed.root) fail(no(sealed), 'the inputs give another order than the sealed one');
  return 'the inputs give the sealed order';
}

/** Throws unless every card is the one that comes next; returns the course after the last bulletin. */
function inCourse({ outline, course }) {
  const { burned } = outline;
  if (burned !== undefined && burned.from !== 0) fail('burn', `it begins at position ${burned.from}, not 0`);
  for (const { it, out, ahead } of course.ended) {
    if (it.from !== null && it.from !== out) {
      fail(`round ${it.round}`, `it begins at position ${it.from}, not ${out}`);
    }
    const stray = it.indices.findIndex((index, i) => index !== ahead[i]);
    if (stray >= 0) {
      const reason = `its index is ${it.indices[stray]}, and the draw gives ${ahead[stray] ?? 'none'}`;
      fail(`round ${it.round}, card ${stray + 1}`, reason);
    }
  }
  return course;
}

async function cards(c) {
  const { out, ahead } = inCourse(c);
  const sealed = mustBeSealed(c);
  if (out > sealed.cards) fail(null, `${out} cards are out of a shoe of ${sealed.cards}`);
  const [known, { shown, leaves }] = [publicCards(c), c.file];
  if (shown === null || leaves === null) {
    const derived = mustBeDerived(c);
    const wrong = known.find(({ index, card }) => cardText(derived.cards[index]) !== card);
    if (wrong !== undefined) fail(wrong.place, `${wrong.card} is not the card of position ${wrong.index}`);
    return `${known.length} shown, each the next`;
  }
  for (const [i, { index, card, place }] of known.entries()) {
    if (shown[i]?.index !== index) fail(place, 'it is not in `shown`');
    if (shown[i].card !== card) fail(place, `${shown[i].card} was shown, not ${card}`);
  }
  const more = shown.slice(known.length);
  const next = ahead(more.length);
  const stray = more.find(({ index }, i) => index !== next[i]);
  if (stray !== undefined) fail(`position ${stray.index}`, 'a card was shown that is not the next');
  if (more.length > (c.outline.open === null ? 0 : 6)) {
    fail(`position ${more[0].index}`, `${count(more.length, 'card')} shown beyond the rounds`);
  }
  for (const { index, card, salt } of shown) {
    const leaf = await leafOf(index, cardOf(card), fromHex(salt));
    if (index >= leaves.length || toHex(leaf) !== toHex(leaves[index])) {
      const place = known.find((it) => it.index === index)?.place ?? `position ${index}`;
      fail(place, `the salt does not open the leaf of ${card}`);
    }
  }
  return `${shown.length} shown, each the next${more.length === 0 ? '' : `; ${more.length} of the open round`}`;
}

const pointsOf = (card) => ('TJQK'.includes(card[0]) ? 0 : 'A23456789'.indexOf(card[0]) + 1);

function burn(c) {
  const [{ burned, rounds: steps }, rules] = [c.outline, c.rules];
  const kind = rules['burn.kind'];
  if (burned === undefined) {
    if (kind === 'none') return 'none, by the house rules';
    if (steps.length === 0) mustBePlayed(c);
    fail('burn', 'the house rules burn cards, and none were burned');
  }
  const { first, faceDown } = burned;
  if (kind === 'none') fail('burn', 'the house rules burn no card');
  if ((kind === 'first_card') !== (first !== null)) {
    const wanted = kind === 'first_card' ? 'turn the first card over' : 'turn no card over';
    fail('burn', `the house rules ${wanted}`);
  }
  const byFirst = first === null ? 0 : pointsOf(first) || rules['burn.zero_card'];
  const expected = kind === 'cards' ? rules['burn.count'] : byFirst;
  if (faceDown !== expected) fail('burn', `${faceDown} went face down, not ${expected}`);
  return `${first === null ? '' : `${first}, then `}${faceDown} face down, by the house rules`;
}

/** A shoe that was given up for its beacon has one, and was not sealed. */
function mayBeGivenUp({ file, outline: { finished, opened, sealed } }) {
  const why = finished?.reason ?? null;
  if (!['late', 'no_beacon', 'beacon_changed'].includes(why)) return;
  // Cards that a beacon draws cannot come without it, so that such a shoe may be given up after its seal, too.
  const undrawable = why === 'beacon_changed' && opened?.isDrawn === true;
  if (sealed !== undefined && !undrawable)
    fail(no(finished), `it was sealed, and no sealed shoe is given up as \`${why}\``);
  if (file.committed.bulletin.chain === null)
    fail(no(finished), `it has no beacon, and was given up as \`${why}\``);
}

function end(c) {
  mayBeGivenUp(c);
  const { burned, rounds: steps, open } = c.outline;
  const rules = c.rules;
  const shoe = { left: 52 * rules['decks.count'], begun: 0, cut: null };
  const byRounds = rules['shoe_end.kind'] === 'rounds';
  const pass = (many, place) => {
    if (many > shoe.left) fail(place, 'the shoe has fewer cards');
    shoe.left -= many;
    if (!byRounds && shoe.cut === null && shoe.left < rules['shoe_end.from_end']) shoe.cut = shoe.begun;
  };
  const isOver = () => {
    const last = byRounds ? rules['shoe_end.rounds'] : (shoe.cut ?? Infinity) + rules['shoe_end.more_rounds'];
    return shoe.begun >= last || shoe.left < 6;
  };
  if (burned !== undefined) pass(burned.faceDown + (burned.first === null ? 0 : 1), 'burn');
  let current = 0;
  for (const step of steps) {
    if (step.round !== current) {
      if (isOver()) fail(`round ${step.round}`, 'the shoe was over before it');
      current = step.round;
      shoe.begun += 1;
    }
    pass(step.kind === 'ended' ? step.cards.length : 0, `round ${step.round}`);
  }
  mustBePlayed(c);
  if (!isOver() || open !== null) fail(`round ${current}`, 'the shoe was not over after it');
  return `after round ${current}, by the house rules`;
}

function rounds({ outline }) {
  let [open, ended] = [null, 0];
  for (const step of outline.rounds) {
    const [next, place] = [ended + 1, `round ${step.round}`];
    if (step.kind === 'closed') {
      if (open !== null || step.round !== next) {
        fail(place, `${open === null ? '`closed`' : '`ended`'} of round ${next} was expected`);
      }
      open = step.round;
    } else if (step.kind === 'ended') {
      if (step.round !== next) fail(place, `round ${next} was expected to end`);
      const voided = step.reason !== null && step.cards.length === 0;
      if (open !== step.round && !voided) fail(place, 'it ended before betting closed');
      [open, ended] = [null, next];
    }
  }
  if (open !== null && outline.finished !== undefined && outline.finished.reason === null) {
    fail(`round ${open}`, 'it never ended');
  }
  const more = open === null ? '' : `; round ${open} is closed`;
  return `${count(ended, 'round')}, each closed before it ended${more}`;
}

/** The coup that these cards begin with: how many belong to it, and its bead. Null when they are too few. */
function coupOf(own) {
  const [player, banker] = [
    [own[0], own[2]],
    [own[1], own[3]],
  ];
  if (own.length < 4) return null;
  const total = (hand) => hand.reduce((sum, card) => sum + pointsOf(card), 0) % 10;
  const natural = total(player) > 7 || total(banker) > 7;
  let used = 4;
  let third = null;
  if (!natural && total(player) < 6) {
    third = own[used];
    player.push(third);
    used += 1;
  }
  if (third === undefined) return null;
  if (!natural && bankerDraws(total(banker), third === null ? null : pointsOf(third))) {
    banker.push(own[used]);
    used += 1;
  }
  if (used > own.length) return null;
  const [p, b] = [total(player), total(banker)];
  const pair = (hand) => hand[0][0] === hand[1][0];
  const outcome = p > b ? 'P' : p < b ? 'B' : 'T';
  const flags = [pair(player) && 'p', pair(banker) && 'b', natural && 'n', outcome === 'B' && b === 6 && '6'];
  return { used, bead: outcome + flags.filter(Boolean).join('') };
}

function bankerDraws(total, third) {
  if (third === null) return total < 6;
  const rows = ['0123456789', '0123456789', '0123456789', '012345679', '234567', '4567', '67'];
  return total < 7 && rows[total].includes(String(third));
}

/** Throws unless a stated result follows from its cards. */
function mustFollow(place, { cards: own, bead }, decks) {
  const coup = coupOf(own);
  if (bead === null) {
    if (coup !== null && coup.used < own.length) fail(place, 'it has a card too many');
    return;
  }
  if (coup === null) {
    const points = (one, other) => (pointsOf(one) + pointsOf(other)) % 10;
    const toBanker = own.length < 4 ? own.length % 2 === 1 : own.length > 4 || points(own[0], own[2]) > 5;
    const next = `the next card goes to ${toBanker ? 'Banker' : 'Player'}`;
    fail(place, `${own.length} cards are not a whole coup: ${next}`);
  }
  if (coup.used !== own.length)
    fail(place, `the coup ends with card ${coup.used}, but ${own.length} were written`);
  const often = own.find((card) => own.filter((other) => other === card).length > decks);
  if (often !== undefined) fail(place, `${often} stands more often than in ${decks} decks`);
  if (coup.bead !== bead) fail(place, `it is ${coup.bead}, not ${bead}`);
}

function outcomes({ outline }) {
  const decks = outline.opened?.decks ?? 8;
  for (const it of outline.ended) mustFollow(`round ${it.round}`, it, decks);
  const voided = outline.ended.filter((it) => it.bead === null).length;
  return `${count(outline.ended.length - voided, 'coup')} legal, each with its bead; ${voided} void`;
}

function voids({ course, derived }) {
  const listed = course.ended.filter(({ it }) => it.reason !== null);
  if (listed.length === 0) return 'none';
  const would = (it, ahead) => {
    const whole = it.from === null ? ahead : Array.from({ length: 6 }, (_, i) => it.from + i);
    if (whole.length === 0) return 'not drawn';
    const own = derived === null ? [] : whole.filter((index) => index < derived.cards.length);
    const coup = coupOf(own.map((index) => cardText(derived.cards[index])));
    return coup === null ? 'what it would have been is not known yet' : `would have been ${coup.bead}`;
  };
  const lines = listed.map(({ it, ahead }) => `round ${it.round} (${it.reason}) ${would(it, ahead)}`);
  return `${listed.length} void: ${lines.join('; ')}`;
}

function corrections({ outline }) {
  const revisions = new Map();
  for (const it of outline.corrected) {
    const ended = outline.ended.find((round) => round.round === it.round);
    if (ended === undefined) fail(no(it), `round ${it.round} has not ended`);
    const revision = (revisions.get(it.round) ?? 1) + 1;
    revisions.set(it.round, revision);
    if (it.revision !== revision) fail(no(it), `revision ${revision} of round ${it.round} was expected`);
    if (it.cards.join() !== ended.cards.join())
      fail(no(it), `round ${it.round} was corrected to other cards`);
    mustFollow(no(it), it, outline.opened?.decks ?? 8);
  }
  const { length } = outline.corrected;
  return length === 0 ? 'none in this file' : `${count(length, 'correction')}, within the order`;
}

function ownWagers({ known, file }) {
  const own = known.wagers;
  if (own === undefined) skip('no wagers were given');
  if (own.table !== file.table || own.shoe !== file.shoe) {
    skip(`the wagers are of table ${own.table}, shoe ${own.shoe}`);
  }
  return own;
}

const MOST_LETTERS = 255;

/** A text with its length before it. */
function named(text) {
  const bytes = utf8(text);
  return join(uint(1, bytes.length), bytes);
}

/** Whether a text comes before another by its bytes, in which letters ascend as their numbers do. */
function isBefore(one, other) {
  const [left, right] = [[...one], [...other]].map((text) => text.map((letter) => letter.codePointAt(0)));
  const place = left.findIndex((letter, i) => letter !== right[i]);
  return place < 0 ? left.length < right.length : place < right.length && left[place] < right[place];
}

/** Throws unless wagers are as a leaf has them. */
function mustHaveLeaf(place, { wagers: own, currency }) {
  if (own.length === 0) fail(place, 'a leaf has at least one wager');
  for (const [i, { spot, stake, bonus }] of own.entries()) {
    if (!isBefore(own[i - 1]?.spot ?? '', spot)) {
      fail(place, `wager ${i} is not after the one before it; spots ascend by their ids, each once`);
    }
    if (BigInt(stake) === 0n || BigInt(bonus) > BigInt(stake)) {
      fail(place, `wager ${i} has a stake of zero, or more bonus money than stake`);
    }
  }
  const lengths = [
    own.length,
    ...[currency, ...own.map(({ spot }) => spot)].map((text) => utf8(text).length),
  ];
  if (lengths.some((length) => length > MOST_LETTERS)) {
    fail(place, 'a currency, a spot and the list of wagers have at most 255 letters or lines');
  }
}

async function wagers(c) {
  const own = ownWagers(c);
  const place = `round ${own.round}`;
  const closed = c.outline.rounds.find((it) => it.kind === 'closed' && it.round === own.round);
  if (closed === undefined) fail(place, 'betting did not close on it');
  mustHaveLeaf(place, own);
  const lines = own.wagers.map(({ spot, stake, bonus }) => join(named(spot), uint(8, stake), uint(8, bonus)));
  const head = [uint(4, own.table), uint(4, own.shoe), uint(2, own.round), uint(4, own.patron)];
  const money = [named(own.currency), uint(1, own.decimals), uint(1, lines.length)];
  const leaf = await tagged('punto/1/wagers', fromHex(own.salt), ...head, ...money, ...lines);
  const reached = await rootOfPath(leaf, own.index, own.count, fromBase64(own.path));
  if (own.count !== closed.patrons || reached === null || toHex(reached) !== closed.root) {
    fail(place, 'your wagers are not under its root');
  }
  return `under the root of round ${own.round}`;
}

function payouts(c) {
  ownWagers(c);
  skip('this verifier does not know what wagers pay');
}

const single = () => skip('this is a single file');

/** The checks in the order of a report. */
const CHECKS = {
  form,
  key,
  signature,
  chain,
  shoes: single,
  fork: single,
  committed,
  commitment,
  secret,
  nonces,
  beacon,
  root,
  order,
  cards,
  burn,
  end,
  rounds,
  outcomes,
  voids,
  corrections,
  wagers,
  payouts,
};

/** The checks without which nothing is known of what the house could choose. */
const LIMITING = [
  'form',
  'signature',
  'chain',
  'committed',
  'commitment',
  'secret',
  'nonces',
  'beacon',
  'root',
  'order',
  'cards',
];

/** Among how many shoes the house could choose. The beacon does not count here: its value is not checked. */
function choices({ pledged, revealed, sealed }, findings) {
  if (findings.some(({ check, verdict }) => verdict === 'FAILED' && LIMITING.includes(check)))
    return 'A check failed, so nothing limits what the house could choose.';
  if (pledged === undefined || revealed === undefined || sealed === undefined)
    return 'This shoe was not sealed.';
  if (revealed.count === 0) return 'No number from outside is in this shoe. The house could have chosen it.';
  const [all, missing] = [pledged.count, Math.max(0, pledged.count - revealed.count)];
  // One of the numbers is not the house's; it may reveal or withhold each of the others, after it has seen all.
  const sum = 1n << BigInt(Math.max(0, all - 1));
  const head = `${all} pledged, ${missing} missing`;
  return sum < 1n << 128n
    ? `${head}: at most ${sum} ${sum === 1n ? 'choice' : 'choices'} of the house.`
    : `${head}: 2^128 choices of the house or more.`;
}

/** The last line of a report. */
export const LIMIT =
  "Nobody can check whether the house told somebody the order, others' wagers, or, from a file, when it was published.";

async function derivedOf(file, { opened, pledged, sealed }) {
  const there = [file.secret, file.nonces].every((it) => it !== null) && opened && pledged && sealed;
  if (!there || file.nonces.length > 256) return null;
  const list = file.nonces.map(fromHex);
  const value = sealed.beacon === null ? new Uint8Array() : fromHex(sealed.beacon);
  return derive(fromHex(file.secret), fromHex(pledged.digest), list, value, opened.decks);
}

/** What a check found: its line of the report. */
async function run(check, c) {
  try {
    return { verdict: 'ok', place: null, reason: await CHECKS[check](c) };
  } catch (error) {
    if (error instanceof Fault) return { verdict: 'FAILED', place: error.place, reason: error.message };
    if (error instanceof NotChecked) return { verdict: 'not checked', place: null, reason: error.message };
    throw error;
  }
}

/** Runs all checks over the text of a proof file. `known` has what you know: `key`, `nonce`, and `wagers` as read. */
export async function verify(text, known = {}) {
  let file;
  try {
    file = await readFile(text);
  } catch (error) {
    const fault = { verdict: 'FAILED', place: error.place ?? 'field .', reason: error.message };
    const skipped = { verdict: 'not checked', place: null, reason: 'the file could not be read' };
    const findings = Object.keys(CHECKS).map((check) => ({ check, ...(check === 'form' ? fault : skipped) }));
    return { shoe: null, findings, choices: null };
  }
  const [outline, read] = [outlineOf(file), readRules(file.rules.text)];
  const c = {
    file,
    known,
    outline,
    read,
    /** The house rules, for the checks that need them: throws when there are none. */
    get rules() {
      return read.facts ?? skip(read.wrong === null ? UNREAD : 'the house rules cannot be read');
    },
    derived: await derivedOf(file, outline),
    course: await courseOf(outline),
  };
  const findings = [];
  for (const check of Object.keys(CHECKS)) findings.push({ check, ...(await run(check, c)) });
  return { shoe: [file.table, file.shoe], findings, choices: choices(outline, findings) };
}

/** A text in which no letter can end a line, move the cursor or turn the direction of others. */
const printable = (text) =>
  text.replace(
    /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu,
    (letter) => `\\u{${letter.codePointAt(0).toString(16)}}`,
  );

/** The lines of a report, as `punto verify` prints them. */
export function linesOf(name, report) {
  const head = report.shoe === null ? name : `${name}: table ${report.shoe[0]}, shoe ${report.shoe[1]}`;
  const lines = report.findings.map(
    ({ check, verdict, place, reason }) =>
      `  ${[`${check}: ${verdict}`, ...(place === null ? [] : [place]), reason].map(printable).join(': ')}`,
  );
  return [head, ...lines, ...(report.choices === null ? [] : [`  ${report.choices}`])];
}

// ---- the command ----

/** A refusal to go on, and the exit status for it. */
class Refusal extends Error {
  constructor(status, reason) {
    super(reason);
    this.status = status;
  }
}

/** The text of a file, which is not read when it is too long. */
async function textOf(name) {
  const { readFileSync, statSync } = await import('node:fs');
  let bytes;
  try {
    bytes = statSync(name).size > LONGEST ? null : readFileSync(name);
  } catch (error) {
    throw new Refusal(2, `cannot read ${name}: ${error.message}`);
  }
  if (bytes === null || bytes.length > LONGEST) {
    throw new Refusal(1, `${name} is longer than ${LONGEST} bytes`);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Refusal(1, `${name} is not UTF-8 text`);
  }
}

async function wagersOf(name) {
  try {
    return readWagers(await textOf(name));
  } catch (error) {
    if (error instanceof Fault) throw new Refusal(1, `${name}: ${error.place}: ${error.message}`);
    throw error;
  }
}

async function told(args) {
  const [known, files] = [{}, []];
  for (let i = 0; i < args.length; i += 1) {
    if (args[i] === '--key' || args[i] === '--nonce') {
      known[args[i].slice(2)] = args[i + 1];
      if (!isHex(32)(args[(i += 1)])) throw new Refusal(2, 'expected 64 hex digits');
    } else if (args[i] === '--wagers' && i + 1 < args.length) known.wagers = await wagersOf(args[(i += 1)]);
    else files.push(args[i]);
  }
  if (files.length === 0 || files.some((file) => file.startsWith('--'))) {
    throw new Refusal(2, 'node verify.mjs [--key HEX] [--nonce HEX] [--wagers FILE] FILE..');
  }
  return { known, files };
}

async function main(args) {
  const { known, files } = await told(args);
  const texts = [];
  for (const file of files) texts.push(await textOf(file));
  let failed = false;
  for (const [i, file] of files.entries()) {
    const report = await verify(texts[i], known);
    failed ||= report.findings.some((it) => it.verdict === 'FAILED');
    process.stdout.write(`${linesOf(file, report).join('\n')}\n`);
  }
  process.stdout.write(`${LIMIT}\n`);
  return failed ? 1 : 0;
}

function refused(error) {
  if (!(error instanceof Refusal)) throw error;
  process.stderr.write(`verify.mjs: ${printable(error.message)}\n`);
  return error.status;
}

if (typeof process !== 'undefined' && process.argv[1]?.endsWith('verify.mjs')) {
  process.exitCode = await main(process.argv.slice(2)).catch(refused);
}
