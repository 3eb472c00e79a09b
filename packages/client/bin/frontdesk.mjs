#!/usr/bin/env node
// The command `frontdesk`: `types` is a command of the client, all others are commands of the server, if it is installed.
import { existsSync } from 'node:fs';

const [command, ...rest] = process.argv.slice(2);
const server = findServer();
const isHelp = command === undefined || command === '--help' || command === '-h' || command === 'help';

if (command === 'types') await runTypes(rest);
else if (server) await runServer(server);
else quit(isHelp ? 0 : 1);

async function runTypes(args) {
  // A packed client has no sources. In the repository they may be newer than the build, but Node 20 cannot run them.
  const source = new URL('../src/cli.ts', import.meta.url);
  const build = new URL('../dist/cli.js', import.meta.url);
  const isSourceUsable = existsSync(source) && (process.features.typescript || !existsSync(build));
  const { runTypes } = await import((isSourceUsable ? source : build).href);
  process.exitCode = await runTypes(args, process.env);
}

async function runServer(entry) {
  if (isHelp) console.log('frontdesk types: write the types of a site for @frontdesk/client (see --help)\n');
  await import(entry);
}

/** The entry point of the server's commands; null if it is not installed. */
function findServer() {
  try {
    return import.meta.resolve('@frontdesk/server/cli');
  } catch {
    return null;
  }
}

function quit(code) {
  const unknown = isHelp ? '' : `Unknown command "${command}". `;
  const lines = [
    `${unknown}Commands:`,
    '  types    write the types of a site (frontdesk types --help)',
    'Install @frontdesk/server for its commands (serve, migrate, token, import …).',
  ];
  (code === 0 ? console.log : console.error)(lines.join('\n'));
  process.exitCode = code;
}
