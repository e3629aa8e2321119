// Runs the mock house by hand, its tables going round by themselves: `npm run mock`, then `npm run dev` with
// PUNTO_URL set to the address it prints.
import { runnerImport } from 'vite';

const { module } = await runnerImport('./e2e/mock-loop.ts');
await module.run();
