// A plain broadcast server on `ws`: the control of the fan-out benchmark.
//
// It sends the messages of a recording. To the n-th message of a socket it answers with the n-th of `joined`, and each
// line on standard input has it broadcast the next of `groups`, the way the documentation of `ws` shows.
import { readFileSync } from 'node:fs';
import { WebSocketServer } from 'ws';

const { joined, groups, again } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const answers = joined.map((text) => Buffer.from(text));
const messages = groups.map((group) => group.map((text) => Buffer.from(text)));

const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false, backlog: 4096 });
server.on('listening', () => process.stdout.write(`${server.address().port}\n`));
server.on('connection', (socket) => {
  let received = 0;
  socket.on('error', (error) => process.stderr.write(`${error.message}\n`));
  socket.on('message', () => {
    const answer = answers[received++];
    if (answer) socket.send(answer, { binary: false });
  });
});

let next = 0;
process.stdin.on('data', (lines) => {
  for (const byte of lines) {
    if (byte !== 10) continue;
    for (const message of messages[next]) {
      for (const client of server.clients) client.send(message, { binary: false });
    }
    next = next + 1 < messages.length ? next + 1 : again;
  }
});
process.stdin.on('end', () => process.exit(0));
