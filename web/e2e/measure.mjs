// Measures first visits, the lobby and the switcher at the real server, and prints what they cost: `npm run build`, then
// `node e2e/measure.mjs`. It is no test, because its figures are those of the machine.
import { runnerImport } from 'vite';

const { module } = await runnerImport('./e2e/measure-lobby.ts');
await module.run();
