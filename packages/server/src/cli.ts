#!/usr/bin/env node
// The command line: `npx frontdesk …`. It reads the same environment as the service, and works while that is running.

import { Command } from 'commander';
import { allScopes, type Scope } from './accounts/access.ts';
import { createToken } from './accounts/tokens.ts';
import { ConfigError, readConfig } from './config.ts';
import { type Context, inTransaction } from './context.ts';
import { type Database, openDatabase } from './database/database.ts';
import { MigrationError, migrate } from './database/migrate.ts';
import { DatabaseError, waitForDatabase } from './database/wait-for-database.ts';
import { Problem } from './errors.ts';
import { importFromWordpress } from './import-command.ts';
import { systemContext } from './service.ts';

const program = new Command('frontdesk').description('Content, forms, payments and a light CRM for business websites');

program
  .command('serve')
  .description('start the service')
  .action(async () => {
    await import('./main.ts');
  });

program
  .command('migrate')
  .description('apply pending migrations')
  .action(() =>
    withDatabase(async (_ctx, _database, ran) => {
      console.log(ran.length === 0 ? 'The database is up to date.' : `Applied: ${ran.join(', ')}`);
    }),
  );

program
  .command('token')
  .description('manage API keys')
  .command('create')
  .description('create an API key and print it (it is shown only once)')
  .requiredOption('--name <name>', 'name of the key, such as its purpose')
  .option('--scopes <scopes>', 'scopes, separated by commas', allScopes.join(','))
  .option('--expires <time>', 'expiry date, such as 2027-12-31 or 2027-12-31T12:00:00Z')
  .action((options: { name: string; scopes: string; expires?: string }) =>
    withDatabase(async (ctx) => {
      const scopes = options.scopes.split(',') as Scope[];
      const unknown = scopes.filter((scope) => !allScopes.includes(scope));
      if (unknown.length > 0)
        throw new CommandError(`Unknown scopes: ${unknown.join(', ')}. Available scopes: ${allScopes.join(', ')}`);
      if (options.expires !== undefined && Number.isNaN(Date.parse(options.expires)))
        throw new CommandError(`"${options.expires}" is not a date. Use a format such as 2027-12-31`);
      const { token } = await inTransaction(ctx, (ctx) =>
        createToken(ctx, { name: options.name, scopes, expiresAt: options.expires }),
      );
      console.log(token);
    }),
  );

program
  .command('import')
  .description('import content from another system')
  .command('wordpress')
  .description('import a WordPress export (an XML file from Tools, Export); safe to run again')
  .argument('<file>', 'path of the XML file')
  .action((file: string) => withDatabase((ctx) => importFromWordpress(ctx, file)));

class CommandError extends Error {
  override name = 'CommandError';
}

/** Runs with an open, migrated database. Prints expected errors in one line, and sets the exit code to 1. */
async function withDatabase(run: (ctx: Context, database: Database, ran: string[]) => Promise<void>): Promise<void> {
  let database: Database | null = null;
  try {
    const config = readConfig();
    database = await openDatabase(config);
    await waitForDatabase(database, config.databaseWaitMs, console.error);
    const ran = await migrate(database);
    await run(systemContext(config, database), database, ran);
  } catch (error) {
    const isExpected =
      [ConfigError, DatabaseError, MigrationError, CommandError, Problem].some((kind) => error instanceof kind) ||
      (error as Error).name === 'WordpressExportError';
    console.error(isExpected ? (error as Error).message : error);
    process.exitCode = 1;
  } finally {
    await database?.close();
  }
}

await program.parseAsync();
