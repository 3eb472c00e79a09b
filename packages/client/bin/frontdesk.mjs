#!/usr/bin/env node
// The command `frontdesk`: some commands are of the client, the others of the server, if it is installed. Without a
// command, it starts the server. npm publishes it twice: in the client, and with the server in the package `frontdesk`.
// This file must run on Node 20.
import { existsSync, readFileSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

// Only in the repository. A packed client has the build alone, which runs on any Node from 20.
const ready = new URL('../../../scripts/ready.mjs', import.meta.url);
const source = new URL('../src/commands/cli.ts', import.meta.url);
const build = new URL('../dist/commands/cli.js', import.meta.url);

const words = process.argv.slice(2);
const canRunSources = Boolean(process.features.typescript);

// What the sources compile to is kept, which halves the time of a command.
if (existsSync(source) && canRunSources)
  module.enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/frontdesk-compiled', import.meta.url)));

// A reader such as `head` may close the pipe early.
process.stdout.on('error', (error) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

const server = findServer();
const cli = findCli();
const isStart = words.length === 0 && server !== null;
const code = isStart ? 'server' : await runClient();
if (code === 'server' && server) await runServer();
else if (code === 'server') reject(notInstalled());
else if (code === null) await runWithPinnedNode();
else process.exitCode = code;

/** Runs the command if it is of the client: `server` if it is not, and null if this Node can run neither. */
async function runClient() {
  if (!cli) return null;
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  return (await import(cli.href)).runCommand(words, process.env, version);
}

/** The commands of the client: the sources may be newer than the build. Null if this Node can run neither. */
function findCli() {
  if (existsSync(source) && canRunSources) return source;
  return existsSync(build) ? build : null;
}

/** The commands of the server: of its package, or of the repository. */
function findServer() {
  for (const name of ['frontdesk/cli', '@frontdesk/server/cli']) {
    try {
      return import.meta.resolve(name);
    } catch {
      // Not installed.
    }
  }
  return null;
}

/** In the repository, the commands of the server are TypeScript for the pinned Node. */
async function runServer() {
  if (words[0] === 'help') process.argv.splice(2, words.length, ...words.slice(1), '--help');
  const version = Number(process.versions.node.split('.')[0]);
  if (existsSync(ready) && (version < 26 || !canRunSources)) await runWithPinnedNode();
  // The server uses it; Node 22 has it from 22.15 on.
  else if (!('zstdCompress' in (await import('node:zlib'))))
    reject(`frontdesk: the server needs Node 22 (from 22.15), 24 or 26; this is ${process.version}.`);
  else await import(server);
}

async function runWithPinnedNode() {
  process.argv = [process.execPath, fileURLToPath(ready), fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  await import(ready.href);
}

function notInstalled() {
  return `frontdesk: "${words[0]}" is a command of the server, which is not installed here. Run it in the folder of the service.`;
}

function reject(text) {
  console.error(text);
  process.exitCode = 2;
}
