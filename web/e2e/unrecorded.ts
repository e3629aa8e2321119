// Live tables that begin rounds without a recording, as a file of recordings says it.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Writes the file into a folder; returns the arguments that name it. */
export async function unrecorded(folder: string, table: number): Promise<string[]> {
  const file = join(folder, 'recordings.toml');
  await writeFile(file, `[[table]]\nid = ${String(table)}\nrequired = false\nwhy = "a test"\n`);
  return ['--recordings', file];
}
