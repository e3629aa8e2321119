// How the client is built, served while it is written, and unit tested.
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { brotli } from './build/brotli.ts';

const SERVER = process.env['PUNTO_URL'] ?? 'http://127.0.0.1:7777';

/** What the page of patrons and the console have from their first moment. */
const BOTH = new RegExp(
  'node_modules/svelte/|preload-helper|src/app\\.css|src/lib/(cards/|money/|state/attempt|' +
    'ui/(Dialog|Field|Form|Icon|Later|Toasts|NoticeList|Countdown|focus))',
);
const page = (name: string) => fileURLToPath(new URL(`./${name}`, import.meta.url));

export default defineConfig({
  plugins: [svelte(), brotli()],
  resolve: {
    alias: { $lib: fileURLToPath(new URL('./src/lib', import.meta.url)) },
  },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The page of patrons, and the console of staff, each with its own entry.
    rolldownOptions: {
      input: { index: page('index.html'), console: page('console.html') },
      // What both begin with is one file: many small ones compress worse.
      output: { codeSplitting: { groups: [{ name: 'shared', test: BOTH }] } },
    },
    // The licences of the packages in the page, which go with every copy of it.
    license: { fileName: 'licenses.md' },
  },
  server: {
    proxy: { '/api': { target: SERVER, ws: true } },
  },
  test: {
    include: ['src/**/*.test.ts'],
    environment: 'node',
  },
});
