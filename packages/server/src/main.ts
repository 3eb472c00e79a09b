// The process of the service.

import { flushCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { environmentWithCache } from './compile-cache.ts';

if (process.platform !== 'win32' && process.env.NODE_COMPILE_CACHE === undefined) {
  const args = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  process.execve?.(process.execPath, args, environmentWithCache());
}

// Loading modules would grow the space for new objects to 32 MB, which it would keep. Load may grow it later.
setFlagsFromString('--semi-space-growth-factor=1');
const { serve } = await import('./serve.ts');
await serve();
setFlagsFromString('--semi-space-growth-factor=2');
// A process that is killed does not write at its end.
flushCompileCache();
