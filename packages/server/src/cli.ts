#!/usr/bin/env node
// The command line: `npx frontdesk …`. Reads the same environment as the service, and works while it runs.

import { Command } from 'commander';
import { allScopes, type Scope } from './accounts/access.ts';
import { createToken } from './accounts/tokens.ts';
import { ConfigError, readConfig } from './config.ts';
import { type Context, inTransaction } from './context.ts';
import { type Database, openDatabase } from './database/database.ts';
import { MigrationError, migrate } from './database/migrate.ts';
import { Problem } from './errors.ts';
import { importFromWordpress } from './import-command.ts';
import { systemContext } from './service.ts';

const program = new Command('frontdesk').description('The front desk of a business on the web');

program
  .command('serve')
  .description('start the service')
  .action(async () => {
    await import('./main.ts');
  });

program
  .command('migrate')
  .description('bring the database to the newest form')
  .action(() =>
    withDatabase(async (_ctx, _database, ran) => {
      console.log(ran.length === 0 ? 'The database is up to date.' : `Migrated: ${ran.join(', ')}`);
    }),
  );

program
  .command('token')
  .description('API keys')
  .command('create')
  .description('make an API key and print it, this once')
  .requiredOption('--name <name>', 'what the key is for')
  .option('--scopes <scopes>', 'separated by commas', allScopes.join(','))
  .option('--expires <time>', 'RFC 3339')
  .action((options: { name: string; scopes: string; expires?: string }) =>
    withDatabase(async (ctx) => {
      const scopes = options.scopes.split(',') as Scope[];
      const unknown = scopes.filter((scope) => !allScopes.includes(scope));
      if (unknown.length > 0)
        throw new CommandError(`Unknown scopes: ${unknown.join(', ')}. There are: ${allScopes.join(', ')}`);
      if (options.expires !== undefined && Number.isNaN(Date.parse(options.expires)))
        throw new CommandError(`Not a time: ${options.expires}`);
      const { token } = await inTransaction(ctx, (ctx) =>
        createToken(ctx, { name: options.name, scopes, expiresAt: options.expires }),
      );
      console.log(token);
    }),
  );

program
  .command('import')
  .description('bring content in from elsewhere')
  .command('wordpress')
  .description('a WordPress export (Tools, Export: an XML file); safe to run again')
  .argument('<file>', 'the file')
  .action((file: string) => withDatabase((ctx) => importFromWordpress(ctx, file)));

class CommandError extends Error {
  override name = 'CommandError';
}

/** Runs with an open, migrated database; what goes wrong becomes one line and exit code 1. */
async function withDatabase(run: (ctx: Context, database: Database, ran: string[]) => Promise<void>): Promise<void> {
  let database: Database | null = null;
  try {
    const config = readConfig();
    database = await openDatabase(config);
    const ran = await migrate(database);
    await run(systemContext(config, database), database, ran);
  } catch (error) {
    const isPlain =
      [ConfigError, MigrationError, CommandError, Problem].some((kind) => error instanceof kind) ||
      (error as Error).name === 'WordpressExportError';
    console.error(isPlain ? (error as Error).message : error);
    process.exitCode = 1;
  } finally {
    await database?.close();
  }
}

await program.parseAsync();
