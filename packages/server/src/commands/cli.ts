#!/usr/bin/env node
// The command line. An import replaces its process, which would otherwise load and compile the commands twice.

import { loadProgram } from '../bundle.mjs';
import { becomeLowPriorityProcess } from '../processes/low-priority.ts';

const [command = 'start', ...rest] = process.argv.slice(2);
if (command === 'import') becomeLowPriorityProcess();
// Without loading the commands.
if (['start', 'serve'].includes(command) && rest.length === 0) await import('../main.ts');
else await (await loadProgram('commands', () => import('./program.ts'))).program.parseAsync();
