// Node keeps the compiled modules on disk, so that only the first start after a change compiles them. The cache must be on
// before the first module is loaded: a process without it replaces itself.

import path from 'node:path';

const folder = path.resolve(import.meta.dirname, '../../../node_modules/.cache/frontdesk-compiled');

/** This process's environment, with the cache. */
export function environmentWithCache(): NodeJS.ProcessEnv {
  return { NODE_COMPILE_CACHE: folder, ...process.env };
}
