// Program that runs one PostgreSQL for as long as the process that started it lives: when its standard input closes,
// whether by stop() or because that process was killed, it shuts the server down and removes the folder.
// Usage: node keep-postgres.ts FOLDER PROGRAM ARGUMENTS-AS-JSON OWNER-AS-JSON
import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';

const [folder, program, programArguments, owner] = process.argv.slice(2);
if (!folder || !program || !programArguments || !owner) throw new Error('keep-postgres needs four arguments');

let isWanted = true;
const server = spawn(program, JSON.parse(programArguments), {
  ...JSON.parse(owner),
  cwd: folder,
  stdio: ['ignore', 'ignore', 'inherit'],
});
server.on('error', (error) => console.error(error.message));
server.on('close', async (code) => {
  // A server that ends by itself leaves its folder to the starter, who may want to try another port.
  if (!isWanted) await rm(folder, { recursive: true, force: true });
  process.exit(code ?? 1);
});
process.stdin.on('end', stopServer).on('error', stopServer).resume();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stopServer);

/** SIGINT asks PostgreSQL for a fast shutdown: open connections are ended, nothing is waited for. */
function stopServer() {
  isWanted = false;
  server.kill('SIGINT');
}
