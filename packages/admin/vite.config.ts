// Builds the admin: files with hashed names that are cached permanently, and a page that the server adds a nonce to.

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
  // Use the client's source, not its last build.
  resolve: { conditions: ['frontdesk-source', 'module', 'browser', 'development|production'] },
  // The server replaces this with a new nonce in every response (packages/server/src/http/admin.routes.ts).
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: path.join(folder, 'dist'),
    emptyOutDir: true,
    manifest: true,
    license: { fileName: 'licenses.md' },
    target: 'es2024',
    // The content security policy allows no data: fonts, and separate files are cached better.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1000,
    reportCompressedSize: false,
    rolldownOptions: {
      // The script for forms on other sites imports nothing, and keeps its name.
      input: { index: path.join(folder, 'index.html'), embed: path.join(folder, 'src/embed/frontdesk-form.ts') },
      output: {
        entryFileNames: ({ name }) => (name === 'embed' ? 'embed.js' : 'assets/[name]-[hash].js'),
        // Many small files compress badly: what at least six screens use is one file.
        codeSplitting: {
          groups: [{ name: 'common', test: /[\\/]node_modules[\\/]|[\\/]admin[\\/]src[\\/]ui[\\/]/, minShareCount: 6 }],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://localhost:3000', '/f': 'http://localhost:3000' } },
});

/** Writes a .br and a .gz copy of each text file; the server sends them to browsers that accept them. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    async closeBundle() {
      const assets = path.join(folder, 'dist', 'assets');
      const files = (await readdir(assets)).filter((name) => /\.(js|css|svg)$/.test(name));
      const all = [...files.map((name) => path.join(assets, name)), path.join(folder, 'dist', 'embed.js')];
      await Promise.all(all.map(compressFile));
    },
  };
}

async function compressFile(file: string): Promise<void> {
  const text = await readFile(file);
  // 10 is 5 % smaller than 9 for about a second more per build; 11 is 2 % smaller than 10 for another two and a half.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(text, { params }),
    promisify(gzip)(text, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}
