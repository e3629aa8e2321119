// Makes the pictures of the documents in `docs/pictures/`: `npm run build`, then `npm run pictures`. They are JPEG,
// which keeps a screen below the 150 kB that `src/lib/pictures.test.ts` allows.
import { runnerImport } from 'vite';

const { module } = await runnerImport('./e2e/pictures.ts');
await module.run();
