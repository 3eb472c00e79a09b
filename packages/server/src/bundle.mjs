// The bundle of the service (decision 0017): which one is made of the sources as they are now, and how the service is run.
// scripts/ready.mjs builds it, main.ts runs it if it is there. This file must run on Node 20.19.
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

// Importing all of `node:fs` would take half as long as what is done here.
const { readdirSync, readFileSync, statSync, writeFileSync } = process.getBuiltinModule('node:fs');

const root = resolve(import.meta.dirname, '../../..');
const sources = [
  'packages/server/src',
  'packages/server/rolldown.config.ts',
  'packages/payment-sandbox/src',
  'package-lock.json',
];
/** In each bundle: its sources, and the sizes of its files. */
const manifest = 'bundle.json';

/** The folder of all bundles. One that is being built has another name. */
export const bundles = join(root, 'packages', 'server', 'dist');
const finished = /^[0-9a-f]{16}$/;

/** Node's cache of what the sources compile to. It must be on before the first of them is loaded. */
export const compiledSources = join(root, 'node_modules', '.cache', 'frontdesk-compiled');

/** The sources of the service as they are now, as findBundle and completeBundle need them. */
export function listSources() {
  return listFiles(sources);
}

/**
 * Lists names, sizes and times of files, so that detecting a change does not slow down the start. Tests are left out.
 * @param {string[]} names files and folders of the repository
 * @returns {string}
 */
export function listFiles(names) {
  let list = '';
  for (const name of names) {
    if (name.endsWith('.test.ts')) continue;
    const file = `${root}/${name}`;
    const stat = statSync(file, { throwIfNoEntry: false });
    if (stat?.isDirectory())
      list += listFiles(
        readdirSync(file)
          .map((entry) => `${name}/${entry}`)
          .sort(),
      );
    else list += `${name} ${stat?.size} ${stat?.mtimeMs}\n`;
  }
  return list;
}

/**
 * Returns the folder of the bundle of exactly these sources, or null if there is none. After a loss of power one may be
 * damaged: it does not count.
 * @param {string} sources
 */
export function findBundle(sources) {
  const folders = namesIn(bundles)
    .filter((name) => finished.test(name))
    .map((name) => join(bundles, name));
  return folders.find((folder) => isWhole(folder, sources)) ?? null;
}

/**
 * @param {string} folder
 * @param {string} sources
 */
function isWhole(folder, sources) {
  try {
    const found = JSON.parse(readFileSync(join(folder, manifest), 'utf8'));
    const isRight = ([name, size]) => statSync(join(folder, name)).size === size;
    return found.sources === sources && Object.entries(found.sizes).every(isRight);
  } catch {
    return false;
  }
}

/**
 * Writes into the folder of a new bundle what findBundle looks for.
 * @param {string} folder
 * @param {string} sources
 */
export function completeBundle(folder, sources) {
  const sizes = readdirSync(folder).map((name) => [name, statSync(join(folder, name)).size]);
  writeFileSync(join(folder, manifest), JSON.stringify({ sources, sizes: Object.fromEntries(sizes) }));
}

/** @param {string} folder */
function namesIn(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/**
 * Loads a program of the bundle of exactly these sources, with Node's cache of what it compiles to, or its source if there is no such bundle.
 * @template Program
 * @param {string} name
 * @param {() => Promise<Program>} source
 * @returns {Promise<Program>}
 */
export function loadProgram(name, source) {
  const bundle = findBundle(listSources());
  if (bundle === null) return source();
  process.getBuiltinModule('node:module').enableCompileCache(join(bundle, 'compiled'));
  return import(pathToFileURL(join(bundle, `${name}.js`)).href);
}

/** Threads that collect garbage and compile beside the event loop: one processor is left to it and to the database (decision 0017). */
const poolSize = Math.min(4, Math.max(1, availableParallelism() - 1));

/** Options for Node: new objects fill 8 MB at most, the heap grows by a third instead of up to four times (decision 0017), and few threads help. */
export const runtimeLimits = ['--max-semi-space-size=8', '--heap-growing-percent=35', `--v8-pool-size=${poolSize}`];

/** Options for Node: until the first answer, 4 MB of new objects and 48 in all are no reason to collect garbage (decision 0017). */
const startLimits = ['--min-semi-space-size=4', '--initial-heap-size=48'];

/**
 * How to run the bundle in this folder, or this program if it is null: what follows `node`, and the environment unless it is
 * set already.
 * @param {string | null} bundle
 * @param {string} program
 */
export function serviceCommand(bundle, program) {
  return {
    args: [...runtimeLimits, ...startLimits, bundle ? join(bundle, 'main.js') : program],
    environment: {
      NODE_COMPILE_CACHE: bundle ? join(bundle, 'compiled') : compiledSources,
      MALLOC_TRIM_THRESHOLD_: '1048576',
      MALLOC_ARENA_MAX: '2',
    },
  };
}
