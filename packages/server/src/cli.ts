#!/usr/bin/env node
// The command line. An import replaces its process, which would otherwise load and compile the commands twice.

import { becomeImportProcess } from './import-process.ts';

if (process.argv[2] === 'import') becomeImportProcess();
await import('./commands.ts');
