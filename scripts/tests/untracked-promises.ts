// Loaded before the tests. Node's test runner follows each promise, to know which test an error belongs to that no test
// awaits: a tenth of the processor time of tests like ours. Without that, such an error fails its file, and is printed.

import asyncHooks from 'node:async_hooks';

const { createHook } = asyncHooks;
asyncHooks.createHook = (callbacks) => createHook({ ...callbacks, trackPromises: false });

process.on('uncaughtExceptionMonitor', (error) => console.error(error));
process.on('unhandledRejection', (reason) => {
  console.error(reason);
  process.exitCode = 1;
});
