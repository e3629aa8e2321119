// Runs the mock house with tables that play by themselves: `npm run mock`, then `npm run dev` with PUNTO_URL set
// to the address that it prints.
import { runnerImport } from 'vite';

const { module } = await runnerImport('./e2e/mock-loop.ts');
await module.run();
