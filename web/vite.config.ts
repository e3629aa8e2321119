// How the client is built, served while it is written, and unit tested.
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { brotli } from './build/brotli.ts';

const SERVER = process.env['PUNTO_URL'] ?? 'http://127.0.0.1:7777';

export default defineConfig({
  plugins: [svelte(), brotli()],
  resolve: {
    alias: { $lib: fileURLToPath(new URL('./src/lib', import.meta.url)) },
  },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
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
