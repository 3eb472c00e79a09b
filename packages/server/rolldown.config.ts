// Bundles the service into a few files, which start in less than half the time of its 1,300 modules (decision 0017).
// scripts/ready.mjs builds it into `dist/<fingerprint of the sources>`.

import { SourceMap, type SourceMapPayload } from 'node:module';
import path from 'node:path';
import { defineConfig, type OutputChunk, type Plugin } from 'rolldown';
import type { Lines } from './src/lib/stack-traces.ts';

const packages = path.resolve(import.meta.dirname, '..');

export default defineConfig({
  input: { main: path.join(import.meta.dirname, 'src/run.ts') },
  platform: 'node',
  // These read files of their own.
  external: ['sharp', 'better-sqlite3', '@node-rs/argon2', 'tinypool'],
  plugins: [keepPlaces(), namePlaces(), loadHttpLightly()],
  checks: { circularDependency: false },
  output: {
    chunkFileNames: '[name].js',
    // What is loaded when it is needed has files of its own.
    codeSplitting: { groups: [{ name: 'packages', test: /node_modules/, entriesAware: true }] },
    comments: false,
    sourcemap: 'hidden',
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
        const folder = source.slice(0, source.lastIndexOf('/'));
        const placed = code
          .replaceAll('import.meta.url', `new URL(${JSON.stringify(source)}, import.meta.url).href`)
          .replaceAll('import.meta.dirname', `\`\${import.meta.dirname}/${folder}\``);
        return { code: placed, map: null };
      },
    },
  };
}

/**
 * Writes which line of which source each line comes from (lib/stack-traces.ts), for our own code. A source map of every
 * expression would take 50 ms to read.
 */
function namePlaces(): Plugin {
  return {
    name: 'name-places',
    transform: {
      filter: { id: /node_modules/ },
      handler: (code) => ({ code, map: { version: 3, sources: [], names: [], mappings: '' } }),
    },
    generateBundle(_options, bundle) {
      for (const [name, file] of Object.entries(bundle)) {
        if (name.endsWith('.map')) delete bundle[name];
        if (file.type === 'chunk' && file.map && file.map.sources.length > 0)
          this.emitFile({ type: 'asset', fileName: `${name}.lines.json`, source: JSON.stringify(linesOf(file)) });
      }
    },
  };
}

/** As a stack trace names them: counted from one. */
function linesOf({ code, map }: Pick<OutputChunk, 'code' | 'map'>): Lines {
  const sources = map?.sources ?? [];
  const found = new SourceMap(map as unknown as SourceMapPayload);
  const places = code.split('\n').map((text, line) => {
    const entry = found.findEntry(line, Math.max(0, text.search(/\S/)));
    return 'originalLine' in entry ? [sources.indexOf(entry.originalSource), entry.originalLine + 1] : [-1, 0];
  });
  return { sources, lines: places.flat() };
}

/** `import 'http'` reads every export of that module, Node's `fetch` among them: 36 ms and 12 MB. `require` does not. */
function loadHttpLightly(): Plugin {
  return {
    name: 'load-http-lightly',
    resolveId: {
      filter: { id: /^(node:)?https?$/ },
      handler: (id) => `\0${id.replace('node:', '')}`,
    },
    load: {
      filter: { id: /^\0https?$/ },
      handler: (id) => `module.exports = process.getBuiltinModule('node:${id.slice(1)}');`,
    },
  };
}
