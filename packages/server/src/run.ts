// Runs the service in this process. The bundle begins here.

import { flushCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';

// Loading modules would grow the space for new objects to 32 MB, which it would keep. Load may grow it later.
setFlagsFromString('--semi-space-growth-factor=1');
const { serve } = await import('./serve.ts');
await serve();
setFlagsFromString('--semi-space-growth-factor=2');
// A process that is killed does not write at its end.
flushCompileCache();
