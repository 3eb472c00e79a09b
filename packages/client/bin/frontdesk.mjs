#!/usr/bin/env node
// The command `frontdesk`: some commands are of the client, the others of the server, if it is installed.
// This file must run on Node 20.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// Only in the repository. A packed client has the build alone, which runs on any Node from 20.
const ready = new URL('../../../scripts/ready.mjs', import.meta.url);
const source = new URL('../src/cli.ts', import.meta.url);
const build = new URL('../dist/cli.js', import.meta.url);

const words = process.argv.slice(2);
const canRunSources = Boolean(process.features.typescript);

// A reader such as `head` may close the pipe early.
process.stdout.on('error', (error) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

const cli = findCli();
const code = cli ? await (await import(cli.href)).runCommand(words, process.env) : null;
if (code === 'server' && isServerInstalled()) await runServer();
else if (code === 'server') rejectServerCommand();
else if (code === null) await runWithPinnedNode();
else process.exitCode = code;

/** The commands of the client: the sources may be newer than the build. Null if this Node can run neither. */
function findCli() {
  if (existsSync(source) && canRunSources) return source;
  return existsSync(build) ? build : null;
}

function isServerInstalled() {
  try {
    return Boolean(import.meta.resolve('@frontdesk/server/cli'));
  } catch {
    return false;
  }
}

/** The commands of the server are TypeScript. */
async function runServer() {
  if (words[0] === 'help') process.argv.splice(2, words.length, ...words.slice(1), '--help');
  const isTooOld = Number(process.versions.node.split('.')[0]) < 26 || !canRunSources;
  if (isTooOld && existsSync(ready)) await runWithPinnedNode();
  else await import('@frontdesk/server/cli');
}

async function runWithPinnedNode() {
  process.argv = [process.execPath, fileURLToPath(ready), fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  await import(ready.href);
}

function rejectServerCommand() {
  console.error(
    `frontdesk: "${words[0]}" is a command of the server, which is not installed here. Run it in the folder of the service.`,
  );
  process.exitCode = 2;
}
