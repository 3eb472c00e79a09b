#!/usr/bin/env node
// The command `frontdesk`: `types` is a command of the client, all others are commands of the server, if it is installed.
// This file must run on Node 20.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// Only in the repository. A packed client has the build alone, which runs on any Node from 20.
const ready = new URL('../../../scripts/ready.mjs', import.meta.url);
const source = new URL('../src/cli.ts', import.meta.url);
const build = new URL('../dist/cli.js', import.meta.url);

const [command, ...rest] = process.argv.slice(2);
const server = findServer();
const isHelp = command === undefined || command === '--help' || command === '-h' || command === 'help';

if (needsPinnedNode()) await runWithPinnedNode();
else if (command === 'types') await runTypes(rest);
else if (server) await runServer(server);
else quit(isHelp ? 0 : 1);

/** The commands of the server are TypeScript, and so is `types` before it is built. */
function needsPinnedNode() {
  const isTooOld = Number(process.versions.node.split('.')[0]) < 26 || !process.features.typescript;
  return isTooOld && existsSync(ready) && (command !== 'types' || !existsSync(build));
}

async function runWithPinnedNode() {
  process.argv = [process.execPath, fileURLToPath(ready), fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  await import(ready.href);
}

async function runTypes(args) {
  // The sources may be newer than the build.
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
