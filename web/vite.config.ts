// How the client is built, served while it is written, and unit tested.
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { brotli } from './build/brotli.ts';
import { messages } from './build/messages.ts';
import { preloadStart } from './build/preload.ts';

const SERVER = process.env['PUNTO_URL'] ?? 'http://127.0.0.1:7777';

/** What chooses the language, which the entry runs first; and the first load of the page, as one file. */
const GROUPS = [
  { name: 'language', test: /\/src\/lib\/i18n\/load\.ts$/, priority: 2 },
  { name: 'page', test: /\/src\/App\.svelte$/, priority: 1 },
];

export default defineConfig({
  plugins: [messages(), svelte(), preloadStart(), brotli()],
  resolve: {
    alias: { $lib: fileURLToPath(new URL('./src/lib', import.meta.url)) },
  },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The licences of the packages in the page, which go with every copy of it.
    license: { fileName: 'licenses.md' },
    rolldownOptions: { output: { codeSplitting: { groups: GROUPS } } },
  },
  server: {
    proxy: { '/api': { target: SERVER, ws: true } },
  },
  test: {
    include: ['src/**/*.test.ts'],
    environment: 'node',
    setupFiles: ['src/lib/i18n/english.setup.ts'],
  },
});
