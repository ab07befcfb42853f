import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';
import { defineConfig } from 'vitest/config';

interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[]; isEntry: boolean } | null;
}

/** What the first screen needs, found once: the entry and all that it imports without waiting. */
let first: Set<string> | undefined;

function neededAtFirst(id: string, modules: Modules): boolean {
  if (!first) {
    first = new Set();
    const open = [ENTRY];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (first.has(next)) continue;
      first.add(next);
      open.push(...(modules.getModuleInfo(next)?.importedIds ?? []));
    }
  }
  return first.has(id);
}

const ENTRY = fileURLToPath(new URL('./src/main.ts', import.meta.url));

export default defineConfig(({ mode }) => ({
  // The window loads the page by a scheme of its own, so paths must not begin at a server's root.
  base: './',
  plugins: [svelte(), svelteTesting()],
  resolve: { alias: { $lib: fileURLToPath(new URL('./src/lib', import.meta.url)) } },
  build: {
    target: 'safari16',
    outDir: mode === 'gallery' ? 'dist-gallery' : 'dist',
    emptyOutDir: true,
    // Everything stays a file of its own: the content security policy allows no data: URLs.
    assetsInlineLimit: 0,
    // What is fetched later needs no styles of its own: a part must not stand bare for a moment.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: mode === 'gallery' ? 'gallery.html' : 'index.html',
      // What the first screen needs is one file, and what only later parts share is another: each request
      // costs more than the bytes, and bytes that are read before the first screen cost too.
      output: {
        codeSplitting: {
          groups: [
            { name: (id, modules) => (neededAtFirst(id, modules) ? 'first' : null) },
            { name: 'shared', minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    strictPort: true,
    // Several checkouts may share one folder of packages by a link.
    fs: { allow: ['.', realpathSync('node_modules')] },
  },
  clearScreen: false,
  test: {
    environment: 'jsdom',
    setupFiles: ['src/test/setup.ts'],
    include: ['src/**/*.test.ts'],
    restoreMocks: true,
    // Patience, not a measure: a busy machine takes several seconds for a dialog.
    testTimeout: 60_000,
  },
}));
