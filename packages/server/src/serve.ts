// Starts the service, prints its addresses, and stops it gracefully.

import { rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setupLink } from './accounts/setup.ts';
import { type Config, loadEnvironment, readConfig } from './config/config.ts';
import type { Context } from './context/context.ts';
import { describeDatabase } from './database/database.ts';
import { prepareFirstRun } from './first-run.ts';
import { apiPrefix } from './http/typed-app.ts';
import { readVersion } from './lib/read-version.ts';
import { onStopSignals } from './lib/stop-signals.ts';
import { builtInSandbox, describeBusiness } from './sandbox.ts';
import { createService } from './service.ts';
import { explainError, nameSourcesInStacks } from './start-errors.ts';
import { dataPath } from './storage/data-folder.ts';

/** Starts the service with the settings of the environment. If that fails, ends the process with one sentence. */
export async function serve(): Promise<void> {
  nameSourcesInStacks();
  try {
    await start(readConfig(loadEnvironment()));
  } catch (error) {
    console.error(explainError(error));
    process.exit(1);
  }
}

/** Listens, then starts the worker. */
async function start(config: Config): Promise<void> {
  const startedAt = performance.now();
  for (const warning of config.warnings) console.error(warning);
  // Before the first API key is created: it is shown only once.
  await checkAddress(config);
  const sandbox = builtInSandbox(config);
  const service = await createService(config, {
    onWait: console.error,
    ...(sandbox ? { sandboxPages: sandbox.pages } : {}),
  });
  const { context } = service;
  const firstRun = await service.prepare(() => prepareFirstRun(context, config));
  if (firstRun.isRevoked)
    console.error(
      'WARNING: The API key in FRONTDESK_INITIAL_TOKEN was revoked, so it is not created again. Remove it, or set a new one.',
    );
  const origin = await service.listen();
  const publicUrl = config.publicUrl ?? origin;
  await sandbox?.start(context.processor, { origin, publicUrl, business: () => describeBusiness(context) });
  await service.work();
  onStopSignals(async () => {
    try {
      await service.stop();
      await sandbox?.close();
      process.exit(0);
    } catch (error) {
      console.error(error);
      process.exit(1);
    }
  });
  const place = { adminUrl: `${publicUrl}/admin`, isTerminal: process.stdout.isTTY };
  const lines = [
    ['Admin', await service.prepare(() => describeAdmin(context, config, place))],
    ['API', `${publicUrl}${apiPrefix}`],
    ...describeKey(firstRun.token, config),
    ...(config.example ? [['Example form', `${publicUrl}/f/tickets`]] : []),
    ['API reference', `${publicUrl}/api/docs`],
    ['OpenAPI', `${publicUrl}${apiPrefix}/openapi.json`],
    ['Database', describeDatabase(config)],
    ['Payments', context.processor.setup.keysFrom === 'sandbox' ? 'sandbox (no Stripe keys)' : 'Stripe'],
  ];
  console.log(await welcome(lines as [string, string][], performance.now() - startedAt));
}

/** The key of the first run; later, how to get another one. */
function describeKey(token: string | null, config: Config): [string, string][] {
  if (token !== null) return [['API key', `${token}   (shown only once: save it now)`]];
  if (config.initialToken !== null) return [];
  return [['API key', 'shown at the first start; to create another: npx frontdesk token create --name NAME']];
}

async function welcome(lines: [name: string, value: string][], startedMs: number): Promise<string> {
  const version = await readVersion();
  const rows = lines.map(([name, value]) => `  ${name.padEnd(13)} ${value}`);
  return [`Frontdesk ${version} is ready (${Math.round(startedMs)} ms)`, ...rows].join('\n');
}

// Whether the service can listen where the settings say, before anything is created.

/** Throws what listening would throw, such as EADDRINUSE. */
async function checkAddress({ host, port }: Pick<Config, 'host' | 'port'>): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const server = createServer();
  server.once('error', reject);
  server.listen({ host, port }, () => server.close(() => resolve()));
  return promise;
}

// Shows the link of the first run. Logs are kept, and read by more people than a terminal, so without a terminal the link
// is in a file that only the account of the service can read.

/** What to print about the admin. Once there is an owner, the file is deleted. */
async function describeAdmin(
  ctx: Context,
  { dataFolder }: Pick<Config, 'dataFolder'>,
  { adminUrl, isTerminal }: { adminUrl: string; isTerminal: boolean },
): Promise<string> {
  const file = dataPath(dataFolder, 'setupLink');
  const link = await setupLink(ctx);
  if (link === null || isTerminal) {
    await rm(file, { force: true });
    return link ?? adminUrl;
  }
  await writeFile(file, `${link}\n`, { mode: 0o600 });
  return `${adminUrl}   (the link to set it up is in ${file})`;
}
