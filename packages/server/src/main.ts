// Starts the process, says where things are, and stops it gracefully.

import { readFile } from 'node:fs/promises';
import { setupLink } from './accounts/setup.ts';
import { apiPrefix } from './app.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { MigrationError } from './database/migrate.ts';
import { prepareFirstRun } from './first-run.ts';
import { builtInSandbox } from './sandbox.ts';
import { createService, type Service } from './service.ts';

try {
  await start(readConfig());
} catch (error) {
  const isPlain =
    error instanceof ConfigError ||
    error instanceof MigrationError ||
    (error as { code?: string }).code === 'EADDRINUSE';
  console.error(isPlain ? (error as Error).message : error);
  process.exit(1);
}

/** Listens, then works. */
async function start(config: Config): Promise<void> {
  const startedAt = performance.now();
  const sandbox = builtInSandbox(config);
  const service = await createService(config, sandbox ? { sandboxPages: sandbox.pages } : {});
  const firstRun = await prepareFirstRun(service.context);
  await service.app.listen({ port: config.port, host: config.host });
  const origin = originOf(service, config.host);
  config.publicUrl ??= origin;
  await sandbox?.start(origin);
  await service.work();
  stopOnSignals(async () => {
    await service.stop();
    await sandbox?.close();
  });
  const admin = (await setupLink(service.context)) ?? `${config.publicUrl}/admin`;
  console.log(await welcome(config, { admin, token: firstRun.token }, performance.now() - startedAt));
}

function originOf(service: Service, host: string): string {
  const { port } = service.app.addresses()[0] as { port: number };
  const name = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

async function welcome(
  config: Config,
  { admin, token }: { admin: string; token: string | null },
  startedMs: number,
): Promise<string> {
  const origin = config.publicUrl as string;
  const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  const lines = [
    ['Admin', admin],
    ['API', `${origin}${apiPrefix}`],
    ...(token ? [['API key', `${token}   (shown only now: keep it)`]] : []),
    ...(config.example ? [['Example form', `${origin}/f/tickets`]] : []),
    ['API document', `${origin}${apiPrefix}/openapi.json`],
    ['Database', config.databaseUrl ? 'PostgreSQL' : `SQLite in ${config.dataFolder}`],
    ['Payments', config.stripe.keysFrom === 'sandbox' ? 'sandbox (no keys of Stripe)' : 'Stripe'],
  ];
  const rows = lines.map(([name, value]) => `  ${(name as string).padEnd(13)} ${value}`);
  return [`Frontdesk ${version} is ready (${Math.round(startedMs)} ms)`, ...rows].join('\n');
}

/** Stops taking, finishes what runs, exits 0; a second signal ends at once. */
function stopOnSignals(stop: () => Promise<void>): void {
  let isStopping = false;
  const onSignal = (): void => {
    if (isStopping) process.exit(1);
    isStopping = true;
    stop().then(
      () => process.exit(0),
      (error) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}
