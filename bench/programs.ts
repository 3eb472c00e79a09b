// The programs of a benchmark, each in its own process, and requests to the service. They end with the benchmark.

import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startPostgres } from '../packages/server/test/support/postgres.ts';

export const root = path.resolve(import.meta.dirname, '..');
const children: ChildProcess[] = [];

/** Removed with everything in it at the end. */
export const folder = mkdtempSync(path.join(tmpdir(), 'frontdesk-bench-'));
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});
export const token = `bench_${randomUUID()}`;

export type Program = { port: number; pid: number; stop(): Promise<void> };

/** As `npm start` does. */
export function startService(environment: Record<string, string> = {}): Promise<Program> {
  return startProgram(['scripts/ready.mjs', 'packages/server/src/main.ts'], {
    PORT: '0',
    FRONTDESK_DATA: folder,
    FRONTDESK_INITIAL_TOKEN: token,
    FRONTDESK_RATE_LIMITS: 'off',
    FRONTDESK_ALLOW_PRIVATE_WEBHOOKS: '1',
    LOG_LEVEL: 'error',
    ...environment,
  });
}

/**
 * Measures a service, on a PostgreSQL of its own with `--postgres`, and ends the process: with 0 if the results are good
 * enough.
 */
export async function runAndExit(measure: (service: Program) => Promise<boolean>): Promise<never> {
  const postgres = process.argv.includes('--postgres') ? await startPostgres() : null;
  try {
    process.exitCode = (await measure(await startService(postgres ? { DATABASE_URL: postgres.url } : {}))) ? 0 : 1;
  } finally {
    await postgres?.stop();
  }
  process.exit();
}

/** Starts one of our programs and reads the port it prints. */
export function startProgram(args: string[], environment: Record<string, string> = {}): Promise<Program> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async (): Promise<void> => {
    child.kill();
    await exited;
  };
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      const port = /127\.0\.0\.1:(\d+)/.exec(String(chunk))?.[1];
      if (port) resolve({ port: Number(port), pid: child.pid as number, stop });
    });
    child.once('exit', (code) => reject(new Error(`${args[0]} exited with ${code}`)));
  });
}

/** The body of a GET. */
export async function read(port: number, url: string): Promise<Buffer> {
  const response = await fetch(`http://127.0.0.1:${port}${url}`, { headers: { authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(`GET ${url}: ${response.status} ${await response.text()}`);
  return Buffer.from(await response.arrayBuffer());
}

export async function callApi<T = { id: string }>(port: number, method: string, url: string, body: object): Promise<T> {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1${url}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}
