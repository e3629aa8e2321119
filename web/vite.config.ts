// How the client is built, served while it is written, and unit tested.
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { brotli } from './build/brotli.ts';
import { messages } from './build/messages.ts';
import { preloadStart } from './build/preload.ts';

const SERVER = process.env['PUNTO_URL'] ?? 'http://127.0.0.1:7777';

/** What the page of patrons and the console both have from their first moment. */
const BOTH = new RegExp(
  'node_modules/svelte/|preload-helper|src/app\\.css|src/lib/(cards/|money/|state/attempt|' +
    'ui/(Dialog|Field|Form|Icon|Later|Toasts|NoticeList|Countdown|focus))',
);
/**
 * What chooses the language, which the entry runs first; what both pages have; and the rest of the first load of the
 * page of patrons, as one file.
 */
const GROUPS = [
  { name: 'language', test: /\/src\/lib\/i18n\/load\.ts$/, priority: 3 },
  { name: 'shared', test: BOTH, priority: 2 },
  { name: 'page', test: /\/src\/App\.svelte$/, priority: 1 },
];
const page = (name: string) => fileURLToPath(new URL(`./${name}`, import.meta.url));

export default defineConfig({
  plugins: [messages(), svelte(), preloadStart(), brotli()],
  resolve: {
    alias: { $lib: fileURLToPath(new URL('./src/lib', import.meta.url)) },
  },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The page of patrons, the console of staff, and the page of dealers, each with its own entry.
    rolldownOptions: {
      input: {
        index: page('index.html'),
        console: page('console.html'),
        dealer: page('dealer.html'),
      },
      output: { codeSplitting: { groups: GROUPS } },
    },
    // The licences of the packages in the page, which go with every copy of it.
    license: { fileName: 'licenses.md' },
  },
  // A worker awaits its module at the top level, which only this format allows.
  worker: { format: 'es' },
  server: {
    proxy: { '/api': { target: SERVER, ws: true } },
  },
  test: {
    include: ['src/**/*.test.ts'],
    environment: 'node',
    setupFiles: ['src/lib/i18n/english.setup.ts'],
  },
});
