// How the admin is built: hashed files that are cached for ever, and a page that the server gives a nonce.

import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const folder = import.meta.dirname;

export default defineConfig({
  root: folder,
  base: '/admin/',
  plugins: [react(), compressed()],
  // The client as it is written, not as it was last published.
  resolve: { conditions: ['frontdesk-source', 'module', 'browser', 'development|production'] },
  // The server puts a fresh nonce in its place in every answer (packages/server/src/http/admin.routes.ts).
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: path.join(folder, 'dist'),
    emptyOutDir: true,
    manifest: true,
    target: 'es2024',
    // The policy allows no data: fonts, and a file of its own is cached better.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1000,
    reportCompressedSize: false,
  },
  server: { proxy: { '/api': 'http://localhost:3000', '/f': 'http://localhost:3000' } },
});

/** Writes each file of text once more as .br and .gz, which the server prefers where a browser takes them. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    async closeBundle() {
      const assets = path.join(folder, 'dist', 'assets');
      const files = (await readdir(assets)).filter((name) => /\.(js|css|svg)$/.test(name));
      await Promise.all(files.map((name) => compressFile(path.join(assets, name))));
    },
  };
}

async function compressFile(file: string): Promise<void> {
  const text = await readFile(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(text, { params }),
    promisify(gzip)(text, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}
