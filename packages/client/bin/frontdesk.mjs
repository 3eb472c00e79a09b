#!/usr/bin/env node
// The command line: `types` belongs to the client; every other command to the server, where it is installed beside.
import { existsSync } from 'node:fs';

const [command, ...rest] = process.argv.slice(2);
const server = findServer();
const isHelp = command === undefined || command === '--help' || command === '-h' || command === 'help';

if (command === 'types') await runTypes(rest);
else if (server) await runServer(server);
else quit(isHelp ? 0 : 1);

async function runTypes(args) {
  // The packed package has no sources; where there are some, a build may be older than they are.
  const source = new URL('../src/cli.ts', import.meta.url);
  const { runTypes } = await import(existsSync(source) ? source.href : new URL('../dist/cli.js', import.meta.url).href);
  process.exitCode = await runTypes(args, process.env);
}

async function runServer(entry) {
  if (isHelp) console.log('frontdesk types: write the types of a site for @frontdesk/client (--help for more)\n');
  await import(entry);
}

/** Where the server's command line is; null where it is not installed. */
function findServer() {
  try {
    return import.meta.resolve('@frontdesk/server/cli');
  } catch {
    return null;
  }
}

function quit(code) {
  const unknown = isHelp ? '' : `There is no command "${command}" here. `;
  const lines = [
    `${unknown}Commands:`,
    '  types    write the types of a site (frontdesk types --help)',
    'The commands of the server (serve, migrate, token, import …) are there where @frontdesk/server is installed.',
  ];
  (code === 0 ? console.log : console.error)(lines.join('\n'));
  process.exitCode = code;
}
