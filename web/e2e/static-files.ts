// Serves the files of the built page, for the mock house.
import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const DIST = fileURLToPath(new URL('../dist/', import.meta.url));
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

/** Answers with a file, or with 404. */
export async function serve(pathname: string, response: ServerResponse): Promise<void> {
  const file = normalize(join(DIST, pathname === '/' ? 'index.html' : pathname));
  try {
    if (!file.startsWith(DIST)) throw new Error(file);
    const text = await readFile(file);
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' }).end(text);
  } catch {
    response.writeHead(404).end();
  }
}
