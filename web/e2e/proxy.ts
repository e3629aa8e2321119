// A TCP proxy in front of a server that can swallow everything, as a line does that is dead without saying so.
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

export class Proxy {
  #target = new URL('http://127.0.0.1/');
  #swallows = false;
  readonly #sockets = new Set<Socket>();
  readonly #server: Server = createServer((client) => {
    this.#forward(client);
  });

  /** Serves the server at `target`; returns the address of the proxy. */
  async start(target: string): Promise<string> {
    this.#target = new URL(target);
    await new Promise<void>((ready) => this.#server.listen(0, '127.0.0.1', ready));
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}/`;
  }

  /** Swallows what comes on all connections, also on new ones, and closes none. */
  swallow(): void {
    this.#swallows = true;
  }

  /** Forwards again, on new connections; those that lost something stay dead. */
  heal(): void {
    this.#swallows = false;
  }

  async stop(): Promise<void> {
    this.#sockets.forEach((socket) => socket.destroy());
    await new Promise((done) => this.#server.close(done));
  }

  #forward(client: Socket): void {
    const server = connect(Number(this.#target.port), this.#target.hostname);
    let dead = false;
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        this.#sockets.delete(from);
        if (!dead) to.destroy();
      });
      from.on('data', (data) => {
        dead ||= this.#swallows;
        if (!dead) to.write(data);
      });
    }
  }
}
