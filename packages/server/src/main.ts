// The process of the service. Before the first module is loaded, it replaces itself: by the bundle of exactly these sources
// if there is one, otherwise by itself with Node's cache of compiled modules. With options for Node, such as --cpu-prof,
// the sources run.

import { fileURLToPath } from 'node:url';
import { compiledSources, findBundle, listSources, serviceCommand } from './bundle.mjs';

type Command = { args: string[]; environment: Record<string, string> };

/** What to run instead of this process; null if it is as it should be. */
function replacement(): Command | null {
  const { argv, env, execArgv } = process;
  if (execArgv.length === 0) {
    const { args, environment } = serviceCommand(findBundle(listSources()), fileURLToPath(import.meta.url));
    return { args: [...args, ...argv.slice(2)], environment };
  }
  if (env.NODE_COMPILE_CACHE !== undefined) return null;
  return { args: [...execArgv, ...argv.slice(1)], environment: { NODE_COMPILE_CACHE: compiledSources } };
}

const command = process.platform === 'win32' ? null : replacement();
if (command) {
  const { args, environment } = command;
  process.execve?.(process.execPath, [process.execPath, ...args], { ...environment, ...process.env });
}
await import('./run.ts');
