// Runs the real program in its own process, so that tests can kill and restart it.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { findBundle, listSources, serviceCommand } from '../../src/bundle.mjs';
import { freePort } from './free-port.ts';
import { createDatabase, dropDatabase } from './postgres.ts';
import type { Kept } from './record-responses.ts';
import { testDialect } from './test-dialect.ts';
import { faultsIn } from './watch-responses.ts';

const { PATH = '', NODE_COMPILE_CACHE } = process.env;
/** What each program gets. `npm start` sets the compile cache too. */
export const programEnvironment = { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) };

export const main = path.resolve(import.meta.dirname, '../../src/main.ts');
/** Runs the sources even if there is a bundle of them, because of the option. */
export const fromSources: readonly string[] = ['--conditions=frontdesk-source', main];

const bundle = findBundle(listSources());
/** What `npm start` runs. The bundle starts in half the time of the sources, which run if there is none of exactly them. */
const service = bundle ? serviceCommand(bundle, main).args : fromSources;

const recorder = new URL('record-process.ts', import.meta.url).href;

export type ServerProcess = {
  origin: string;
  api: string;
  token: string;
  folder: string;
  environment: Record<string, string>;
  /** All output of the process. */
  output(): string;
  /** What the process wrote to stderr. */
  errors(): string;
  /** The link of the first run. */
  setupLink(): Promise<string>;
  start(): Promise<void>;
  pid(): number;
  /** Sends SIGKILL and waits for the exit. */
  kill(): Promise<void>;
  /** Freezes the process with SIGSTOP, as a host that is suspended does, until `goOn` is called. */
  freeze(): void;
  goOn(): void;
  /** Sends SIGTERM and returns the exit code. */
  stop(): Promise<number | null>;
  /** Waits for the exit and returns its code. */
  exited(): Promise<number | null>;
  /** Sends a request with a token that has every scope. */
  request(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
    // biome-ignore lint/suspicious/noExplicitAny: responses are checked by assertions, not by types
  ): Promise<{ status: number; body: any; headers: Headers }>;
};

/**
 * Starts a server on a free port: the service, or `program`, with this Node or another one. Its folder and database survive a kill. When the test
 * ends, the responses of the service are compared with the document of the API and the rules for headers.
 */
export async function startServerProcess(
  t: Pick<TestContext, 'after'>,
  environment: Record<string, string> = {},
  program: readonly string[] = service,
  node = process.execPath,
): Promise<ServerProcess> {
  const folder = await mkdtemp(path.join(tmpdir(), 'frontdesk-process-'));
  const port = await freePort();
  const token = environment.FRONTDESK_INITIAL_TOKEN ?? `token_${randomUUID()}`;
  const name = `frontdesk_${randomUUID().replaceAll('-', '')}`;
  const server = testDialect === 'postgres' ? (process.env.TEST_DATABASE_URL as string) : null;
  const env: Record<string, string> = {
    ...programEnvironment,
    PORT: String(port),
    // Does not exist yet, as on a first start.
    FRONTDESK_DATA: path.join(folder, 'data'),
    FRONTDESK_INITIAL_TOKEN: token,
    FRONTDESK_RATE_LIMITS: 'off',
    FRONTDESK_ALLOW_PRIVATE_WEBHOOKS: '1',
    LOG_LEVEL: 'warn',
    ...(server ? { DATABASE_URL: await createDatabase(server, name) } : {}),
    ...environment,
  };
  const origin = `http://127.0.0.1:${port}`;
  // Not in the folder, whose files are those of the service.
  const responses = `${folder}-responses.ndjson`;
  let child: ChildProcess | null = null;
  let output = '';
  let errors = '';

  const exited = (): Promise<number | null> =>
    new Promise((resolve) => {
      if (!child || child.exitCode !== null || child.signalCode !== null) return resolve(child?.exitCode ?? null);
      child.once('exit', (code) => resolve(code));
    });

  const start = async (): Promise<void> => {
    // Threads load it too, which a test that lists what a start reads would see.
    const isRecorded = [service, fromSources].includes(program) && environment.NODE_DEBUG_NATIVE === undefined;
    const options = isRecorded ? [`--import=${recorder}?to=${encodeURIComponent(responses)}`] : [];
    const started = spawn(node, [...options, ...program], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    child = started;
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`The server did not start:\n${output}`)), 120_000);
      const onData = (chunk: Buffer): void => {
        output += chunk;
        if (/is ready \(/.test(String(chunk))) {
          clearTimeout(timer);
          resolve();
        }
      };
      started.stdout.on('data', onData);
      started.stderr.on('data', (chunk) => {
        output += chunk;
        errors += chunk;
      });
      started.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${output}`)));
    });
  };

  t.after(async () => {
    child?.kill('SIGKILL');
    await exited();
    if (server) await dropDatabase(server, name);
    const seen = await readResponses(responses);
    await rm(folder, { recursive: true, force: true });
    await rm(responses, { force: true });
    const faults = await faultsIn(seen);
    // The last hook: none after one that throws would run, and a browser that stays open keeps the process.
    t.after(() =>
      assert.deepEqual(faults, [], 'Responses differ from the document of the API or break a rule for headers'),
    );
  });
  await start();

  return {
    origin,
    api: `${origin}/api/v1`,
    token,
    folder,
    environment: env,
    output: () => output,
    errors: () => errors,
    setupLink: async () => (await readFile(path.join(env.FRONTDESK_DATA as string, 'setup-link.txt'), 'utf8')).trim(),
    start,
    pid: () => child?.pid as number,
    async kill() {
      child?.kill('SIGKILL');
      await exited();
    },
    freeze: () => void child?.kill('SIGSTOP'),
    goOn: () => void child?.kill('SIGCONT'),
    async stop() {
      child?.kill('SIGTERM');
      return exited();
    },
    exited,
    async request(method, url, body, headers = {}) {
      const answer = await fetch(url.startsWith('http') ? url : `${origin}/api/v1${url}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      const isJson = answer.headers.get('content-type')?.includes('json');
      return { status: answer.status, body: isJson ? JSON.parse(text) : text, headers: answer.headers };
    },
  };
}

/** A process that is killed may leave its last line unfinished; the next process begins another one. */
async function readResponses(file: string): Promise<Kept[]> {
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n');
  return lines.filter((line) => line.endsWith('}')).flatMap(readWhole);
}

function readWhole(line: string): Kept[] {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}
