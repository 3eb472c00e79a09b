// Bundles the service into a few files, which start in less than half the time of its 1,300 modules (decision 0017).
// scripts/ready.mjs builds it into `dist/<fingerprint of the sources>`.

import path from 'node:path';
import { defineConfig, type Plugin } from 'rolldown';

const packages = path.resolve(import.meta.dirname, '..');

export default defineConfig({
  input: path.join(import.meta.dirname, 'src/main.ts'),
  platform: 'node',
  // These read files of their own.
  external: ['better-sqlite3', '@node-rs/argon2', 'tinypool', '@fastify/swagger'],
  plugins: [keepPlaces(), mapSourcesOnly()],
  checks: { circularDependency: false },
  output: {
    chunkFileNames: '[name].js',
    // What is loaded when it is needed has files of its own.
    codeSplitting: { groups: [{ name: 'packages', test: /node_modules/, entriesAware: true }] },
    comments: false,
    sourcemap: true,
    sourcemapExcludeSources: true,
  },
});

/** `import.meta` still means the source: the files beside it are found, and threads run it. */
function keepPlaces(): Plugin {
  return {
    name: 'keep-places',
    transform: {
      filter: { id: /\.ts$/, code: 'import.meta' },
      handler(code, id) {
        const source = `../../../${path.relative(packages, id).replaceAll(path.sep, '/')}`;
        return code
          .replaceAll('import.meta.url', `new URL(${JSON.stringify(source)}, import.meta.url).href`)
          .replaceAll('import.meta.dirname', `\`\${import.meta.dirname}/${source.slice(0, source.lastIndexOf('/'))}\``);
      },
    },
  };
}

/** Maps are for our own code (lib/stack-traces.ts): those of the packages would be five times as large. */
function mapSourcesOnly(): Plugin {
  return {
    name: 'map-sources-only',
    transform: {
      filter: { id: /node_modules/ },
      handler: (code) => ({ code, map: { version: 3, sources: [], names: [], mappings: '' } }),
    },
  };
}
