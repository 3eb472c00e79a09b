// A program that runs one PostgreSQL until the process that started it ends. When its standard input closes, because of
// stop() or because that process was killed, it shuts down the server and removes the folder.
// Usage: node keep-postgres.ts FOLDER PROGRAM ARGUMENTS-AS-JSON OWNER-AS-JSON
import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';

const [folder, program, programArguments, owner] = process.argv.slice(2);
if (!folder || !program || !programArguments || !owner) throw new Error('keep-postgres needs four arguments');

let shouldRun = true;
const server = spawn(program, JSON.parse(programArguments), {
  ...JSON.parse(owner),
  cwd: folder,
  stdio: ['ignore', 'ignore', 'inherit'],
});
server.on('error', (error) => console.error(error.message));
server.on('close', async (code) => {
  // If the server ends by itself, the starter keeps the folder, because it may try another port.
  if (!shouldRun) await rm(folder, { recursive: true, force: true });
  process.exit(code ?? 1);
});
process.stdin.on('end', stopServer).on('error', stopServer).resume();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stopServer);

/** SIGINT requests a fast shutdown: PostgreSQL closes open connections without waiting for them. */
function stopServer() {
  shouldRun = false;
  server.kill('SIGINT');
}
