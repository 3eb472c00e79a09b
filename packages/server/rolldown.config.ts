// Bundles the service into a few files, which start in less than half the time of its 1,300 modules (decision 0017).
// scripts/ready.mjs builds it into `dist/<fingerprint of the sources>`, scripts/pack.ts for npm (decision 0089).

import { globSync, readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import path from 'node:path';
import { defineConfig, type OutputChunk, type Plugin, type RolldownOptions } from 'rolldown';
import type { Lines } from './src/start-errors.ts';

const src = path.join(import.meta.dirname, 'src');
/** Such as `new URL('./program.ts', import.meta.url)`: what is run as a process or a thread. */
const programPlace = /(?<=new URL\('\.[^']*)\.ts(?=', import\.meta\.url\))/g;

/** These read files of their own. */
const ownFiles = ['sharp', 'better-sqlite3', '@node-rs/argon2', 'tinypool', '@myriaddreamin/typst-ts-node-compiler'];

/** What both bundles have in common. The sources are in `folder`, as seen from the bundle, with this extension. */
const common = (folder: string, extension: '.ts' | '.js') =>
  ({
    platform: 'node',
    // OpenTelemetry is installed only by those who want traces.
    external: [...ownFiles, /^@opentelemetry\/(sdk|exporter|resources)/],
    plugins: [keepPlaces(folder, extension), escapeLetters(), namePlaces(), loadLightly()],
    checks: { circularDependency: false },
  }) satisfies RolldownOptions;

// What is loaded when it is needed has files of its own.
const codeSplitting = { groups: [{ name: 'packages', test: /node_modules/, entriesAware: true }] };

export default defineConfig({
  ...common('../../src', '.ts'),
  // Each under the name by which it is found (serviceCommand and loadProgram in bundle.mjs).
  input: {
    main: path.join(src, 'run.ts'),
    commands: path.join(src, 'commands/program.ts'),
    'import-upload': path.join(src, 'processes/import-upload.ts'),
    'backup-for-service': path.join(src, 'processes/backup-for-service.ts'),
  },
  output: {
    codeSplitting,
    chunkFileNames: '[name].js',
    comments: false,
    sourcemap: 'hidden',
    sourcemapExcludeSources: true,
  },
});

/**
 * For npm: without the sources, so `folder`, which stands for `src`, has a file in the place of each that is run from there.
 */
export const packageConfig = (folder: string) =>
  ({
    ...common('.', '.js'),
    input: Object.fromEntries(
      ['commands/cli.ts', 'main.ts', ...runByPlace()].map((name) => [withoutExtension(name), path.join(src, name)]),
    ),
    transform: { target: 'node22' },
    output: {
      codeSplitting,
      dir: folder,
      // Without the names of what shares it.
      chunkFileNames: ({ name }) => `chunks/${name.split('~')[0]}.js`,
      sourcemap: true,
      // As if the sources were beside it.
      sourcemapPathTransform: (source, map) => {
        const name = path.relative(src, path.resolve(path.dirname(map), source));
        return path.relative(path.dirname(map), path.join(folder, name));
      },
    },
  }) satisfies RolldownOptions;

/** Programs, threads, and the files whose functions a thread calls (lib/off-thread.ts). */
function runByPlace(): string[] {
  const names = globSync('**/*.ts', { cwd: src, exclude: ['**/*.test.ts'] });
  return names.flatMap((name) => {
    const code = readFileSync(path.join(src, name), 'utf8');
    const programs = [...code.matchAll(/new URL\('(\.[^']+\.ts)', import\.meta\.url\)/g)];
    const found = programs.map(([, file = '']) => path.join(path.dirname(name), file));
    return code.includes('offThread<') ? [...found, name] : found;
  });
}

function withoutExtension(name: string): string {
  return name.slice(0, -path.extname(name).length);
}

/** `import.meta` still means the source: the files beside it are found, and threads run it. */
function keepPlaces(folder: string, extension: '.ts' | '.js'): Plugin {
  return {
    name: 'keep-places',
    transform: {
      filter: { id: /\.ts$|\/bundle\.mjs$/, code: 'import.meta' },
      handler(code, id) {
        const place = path.posix.join(folder, withoutExtension(path.relative(src, id)).replaceAll(path.sep, '/'));
        const placed = code
          .replace(programPlace, extension)
          .replaceAll('import.meta.url', `new URL('place:${place}${extension}', import.meta.url).href`)
          .replaceAll('import.meta.dirname', `\`\${import.meta.dirname}/place:${path.posix.dirname(place)}\``);
        return { code: placed, map: null };
      },
    },
    renderChunk(code, { fileName }) {
      const placed = code.replace(/(?<=['"`/])place:([\w./-]+)/g, (_, place) => {
        const relative = path.posix.relative(path.posix.dirname(fileName), place);
        return relative.startsWith('.') ? relative : `./${relative}`;
      });
      return placed === code ? null : { code: placed, map: null };
    },
  };
}

/** V8 keeps the text of each file: with a single character beyond ASCII, in two bytes for each character instead of one. */
function escapeLetters(): Plugin {
  return {
    name: 'escape-letters',
    // Earlier, the letters would be written again.
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = withEscapes(file.code);
    },
  };
}

/** A letter after a backslash of its own remains: its escape would lose that backslash. */
function withEscapes(code: string): string {
  return code.replace(/(\\*)([^\0-\x7f])/g, (found, slashes: string, letter: string) => {
    const isEscaped = slashes.length % 2 === 1;
    return isEscaped ? found : `${slashes}\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/**
 * Writes which line of which source each line comes from (start-errors.ts), for our own code. A source map of every
 * expression would take 50 ms to read.
 */
function namePlaces(): Plugin {
  return {
    name: 'name-places',
    transform: {
      filter: { id: /node_modules/ },
      handler: (code) => ({ code, map: { version: 3, sources: [], names: [], mappings: '' } }),
    },
    generateBundle({ sourcemap }, bundle) {
      for (const [name, file] of Object.entries(bundle)) {
        if (name.endsWith('.map') && sourcemap === 'hidden') delete bundle[name];
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

/**
 * `import 'http'` reads every export of that module, Node's `fetch` among them: 36 ms and 12 MB, and `import 'util'` its MIME
 * types. `require` does not. HTTP/2, which the framework requires in any case, is loaded when it is used: never.
 */
function loadLightly(): Plugin {
  return {
    name: 'load-lightly',
    resolveId: {
      filter: { id: /^(node:)?(https?|http2|util)$/ },
      // Chunks take their names from it: `\0`, which others begin with, would be a backslash in the name of a file.
      handler: (id) => `light-${id.replace('node:', '')}`,
    },
    load: {
      filter: { id: /^light-(https?|http2|util)$/ },
      handler(id) {
        const name = id.replace('light-', '');
        const module = `process.getBuiltinModule('node:${name}')`;
        if (name !== 'http2') return `module.exports = ${module};`;
        return `module.exports = new Proxy({}, { get: (_, name) => ${module}[name] });`;
      },
    },
  };
}
