// A real service for tests with its own database: SQLite in a temporary folder, or with TEST_DIALECT=postgres a database
// on the PostgreSQL at TEST_DATABASE_URL. Requests go through the real app; the worker runs only if started.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { createToken } from '../../src/accounts/tokens.ts';
import { type Config, readConfig } from '../../src/config/config.ts';
import { allScopes } from '../../src/context/access.ts';
import { inTransaction } from '../../src/context/context.ts';
import { verifyKeptQueries } from '../../src/database/kept-queries.ts';
import { createService, type Service } from '../../src/service.ts';
import { dataPath } from '../../src/storage/data-folder.ts';
import { createDatabase, dropDatabase } from './postgres.ts';
import { makeTemplate } from './template.ts';
import { testDialect } from './test-dialect.ts';
import { watchResponses } from './watch-responses.ts';

verifyKeptQueries();

export type Answer = {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: responses are checked by assertions, not by types
  body: any;
};

export type RequestOptions = {
  body?: unknown;
  headers?: Record<string, string>;
  /** Used instead of the token with every scope; null sends none. */
  token?: string | null;
};

export type TestService = Service & {
  config: Config;
  /** A token with every scope. */
  token: string;
  /** Creates a token with only these scopes. */
  tokenWith(...scopes: string[]): Promise<string>;
  /** Sends a request to the app. `path` is relative to /api/v1, or to the origin if it starts with `//`. */
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>;
  /** Moves the clock of the service forward. */
  advance(ms: number): void;
  /** Registers a function to run before the service stops. */
  beforeStop(run: () => Promise<void>): void;
  /** Listens on a free port of 127.0.0.1 and returns the origin. */
  listen(): Promise<string>;
};

/** Starts a service. It is stopped and removed when the test ends. */
export async function startTestService(
  t: Pick<TestContext, 'after'>,
  overrides: Partial<Config> = {},
): Promise<TestService> {
  const folder = await mkdtemp(path.join(tmpdir(), 'frontdesk-test-'));
  const { databaseUrl, drop } = await makeDatabase(folder);
  const config: Config = {
    ...readConfig({
      FRONTDESK_DATA: folder,
      LOG_LEVEL: 'error',
      FRONTDESK_RATE_LIMITS: 'off',
      FRONTDESK_ALLOW_PRIVATE_WEBHOOKS: '1',
    }),
    databaseUrl,
    publicUrl: 'http://frontdesk.test',
    ...overrides,
  };
  let offsetMs = 0;
  const service = await createService(config, { now: () => new Date(Date.now() + offsetMs) });
  const faultsOfResponses = watchResponses(service.app);
  const cleanups: (() => Promise<void>)[] = [];
  afterTest(t, async () => {
    for (const run of cleanups.reverse()) await run();
    await service.stop();
    await drop();
    await rm(folder, { recursive: true, force: true });
    const faults = await faultsOfResponses();
    // The last hook: none after one that throws would run.
    afterTest(t, async () =>
      assert.deepEqual(faults, [], 'Responses differ from the document of the API or break a rule for headers'),
    );
  });

  const makeToken = (scopes: readonly string[]): Promise<string> =>
    inTransaction(service.context, async (ctx) => (await createToken(ctx, { name: 'test', scopes })).token);
  const token = await makeToken(allScopes);

  return {
    ...service,
    config,
    token,
    tokenWith: (...scopes) => makeToken(scopes),
    request: requestsTo(service, token),
    advance(ms) {
      offsetMs += ms;
    },
    beforeStop: (run) => void cleanups.push(run),
    listen: () => service.app.listen({ port: 0, host: '127.0.0.1' }),
  };
}

/** Runs it after the test, and forgets it then: Node keeps all hooks until the process ends, and what they refer to, here a service. */
function afterTest(t: Pick<TestContext, 'after'>, run: () => Promise<void>): void {
  let kept: typeof run | null = run;
  t.after(async () => {
    const run = kept;
    kept = null;
    await run?.();
  });
}

/** Sends requests to the app of a service, with this token unless another or none is given. */
export function requestsTo({ app }: Pick<Service, 'app'>, token: string): TestService['request'] {
  return async (method, url, options = {}) => {
    const auth = options.token === undefined ? token : options.token;
    const answer = await app.inject({
      method: method as 'GET',
      url: url.startsWith('//') ? url.slice(1) : `/api/v1${url}`,
      headers: { ...(auth === null ? {} : { authorization: `Bearer ${auth}` }), ...options.headers },
      ...(options.body === undefined ? {} : { payload: options.body as object }),
    });
    const isJson = /\bjson\b/.test(String(answer.headers['content-type']));
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text: answer.payload,
      body: isJson ? answer.json() : undefined,
    };
  };
}

let template: Promise<string> | null = null;
let templateBytes: Promise<Buffer> | null = null;

async function makeDatabase(folder: string): Promise<{ databaseUrl: string | null; drop: () => Promise<void> }> {
  const server = testDialect === 'sqlite' ? null : (process.env.TEST_DATABASE_URL ?? null);
  if (testDialect === 'postgres' && server === null)
    throw new Error('TEST_DIALECT=postgres requires TEST_DATABASE_URL (npm test starts its own server)');
  template ??= process.env.TEST_TEMPLATE ? Promise.resolve(process.env.TEST_TEMPLATE) : makeTemplate(server);
  if (server === null) {
    templateBytes ??= template.then((file) => readFile(file));
    await writeFile(dataPath(folder, 'database'), await templateBytes);
    return { databaseUrl: null, drop: async () => {} };
  }
  const name = `frontdesk_${randomUUID().replaceAll('-', '')}`;
  const databaseUrl = await createDatabase(server, name, await template);
  return { databaseUrl, drop: () => dropDatabase(server, name) };
}
