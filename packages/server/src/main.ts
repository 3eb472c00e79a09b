// The process of the service. Node keeps the compiled modules on disk, so that only the first start after a change
// compiles them. The cache must be on before the first module is loaded: a process without it replaces itself.

import { flushCompileCache } from 'node:module';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';

const cacheFolder = path.resolve(import.meta.dirname, '../../../node_modules/.cache/frontdesk-compiled');
if (process.platform !== 'win32' && process.env.NODE_COMPILE_CACHE === undefined) {
  const args = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  process.execve?.(process.execPath, args, { ...process.env, NODE_COMPILE_CACHE: cacheFolder });
}

// Loading modules would grow the space for new objects to 32 MB, which it would keep. Load may grow it later.
setFlagsFromString('--semi-space-growth-factor=1');
const { serve } = await import('./serve.ts');
await serve();
setFlagsFromString('--semi-space-growth-factor=2');
// A process that is killed does not write at its end.
flushCompileCache();
