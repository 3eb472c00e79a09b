// The commands of `npx frontdesk …`. They read the same environment as the service, and work while that is running.

import { userInfo } from 'node:os';
import { type Command, Option } from 'commander';
import { recordCommand } from '../accounts/audit/record-change.ts';
import { partNames } from '../archive/archived-tables.ts';
import { type Config, loadEnvironment, readConfig, useDataFolder } from '../config/config.ts';
import { allScopes, roles } from '../context/access.ts';
import { type Context, inTransaction } from '../context/context.ts';
import { type Database, describeDatabase, hasDatabase, openDatabase } from '../database/database.ts';
import { migrate, newerSchema } from '../database/migrations/migrate.ts';
import { waitForDatabase } from '../database/wait-for-database.ts';
import { ExpectedError } from '../lib/expected-error.ts';
import { acceptSecretKey, openSealer } from '../secret-key.ts';
import { explainError } from '../start-errors.ts';
import { systemContext } from '../system-context.ts';
import {
  createKey,
  createUser,
  listKeys,
  readEmail,
  readExpiry,
  readName,
  readRole,
  readScopes,
  resetUser,
  revokeKey,
  type TokenCommandOptions,
  type UserCommandOptions,
} from './account-commands.ts';
import { type BackupCommandOptions, backUp } from './backup-command.ts';
import { runDoctor } from './doctor-command.ts';
import { type ExportCommandOptions, exportFormats, exportSite, readParts } from './export-command.ts';
import { copySiteFiles, type FilesCommandOptions } from './files-command.ts';
import {
  type ArchiveImportCommandOptions,
  type ImportCommandOptions,
  importFromWordpress,
  importSite,
  readTimeZone,
} from './import-command.ts';
import { type RestoreCommandOptions, restore } from './restore-command.ts';
import { ServerCommand } from './server-command.ts';

const jsonOption = ['--json', 'print the result as JSON'] as const;
const createOption = ['--create', 'create the database if there is none'] as const;

/** All commands, which `parseAsync` runs. */
export const program = new ServerCommand('frontdesk')
  .description('Content, forms, payments and a light CRM for business websites')
  // What is behind the name of a command belongs to that: `import` and `import wordpress` have options of the same names.
  .enablePositionalOptions();

for (const name of ['start', 'serve']) {
  program
    .command(name)
    .description(
      name === 'start' ? 'start the service, as without a command' : 'start the service: another word for start',
    )
    .withExamples(`frontdesk ${name}`, `frontdesk ${name} --data /var/lib/frontdesk`)
    .action(async () => {
      await import('../main.ts');
    });
}

program
  .command('migrate')
  .description('apply pending migrations, as the next start would')
  .option(...createOption)
  .option(...jsonOption)
  .withExamples('frontdesk migrate', 'frontdesk migrate --create --data /var/lib/frontdesk')
  .action(({ create, json }: { create: boolean; json: boolean }) =>
    withDatabase({ create }, async (_ctx, _config, ran) => {
      const text = ran.length === 0 ? 'The database is up to date.' : `Applied: ${ran.join(', ')}`;
      console.log(json ? JSON.stringify({ applied: ran }) : text);
    }),
  );

const tokenCommand = program.command('token').description('manage API keys');

tokenCommand
  .command('create')
  .description('create an API key and print it (it is shown only once)')
  .requiredOption('--name <name>', 'name of the key, such as its purpose', readName)
  .addOption(
    new Option('--scopes <scopes>', 'scopes, separated by commas').argParser(readScopes).default([...allScopes], 'all'),
  )
  .option('--expires <time>', 'expiry date, such as 2027-12-31 or 2027-12-31T12:00:00Z', readExpiry)
  .option(...createOption)
  .option(...jsonOption)
  .withExamples(
    'frontdesk token create --name shop --scopes content:read,content:write --expires 2031-12-31',
    'frontdesk token create --name catalog --scopes content:read:product,forms:read:contact',
    'frontdesk token create --name everything --json | jq -r .token',
  )
  .action((options: TokenCommandOptions & { create: boolean; json: boolean }) =>
    withDatabase({ ...options, audit: 'token create' }, (ctx) => createKey(ctx, options)),
  );

tokenCommand
  .command('list')
  .description('list the API keys: what each may do, when it was used last and when it ends')
  .option(...jsonOption)
  .withExamples('frontdesk token list', 'frontdesk token list --json | jq -r .name')
  .action(({ json }: { json: boolean }) => withDatabase({ create: false }, (ctx) => listKeys(ctx, json)));

tokenCommand
  .command('revoke')
  .description('revoke an API key, which stops working at once')
  .argument('<id>', 'ID of the key, as token list shows it, or the key itself')
  .option(...jsonOption)
  .withExamples('frontdesk token revoke tok_01m81qmw2m5e8v1kz3c9tq7d4h')
  .action((id: string, { json }: { json: boolean }) =>
    withDatabase({ create: false, audit: 'token revoke' }, (ctx) => revokeKey(ctx, id, json)),
  );

const user = program.command('user').description('manage the users who sign in');

user
  .command('create')
  .description('create a user and print a link to set a password')
  .argument('<email>', 'address to sign in with', readEmail)
  .option('--name <name>', 'what others see (default: the address)', readName)
  .addOption(new Option('--role <role>', `one of ${roles.join(', ')}`).argParser(readRole).default('owner'))
  .option(...createOption)
  .option(...jsonOption)
  .withExamples(
    'frontdesk user create ada@example.com',
    'frontdesk user create eve@example.com --name Eve --role editor',
  )
  .action((email: string, options: UserCommandOptions & { create: boolean }) =>
    withDatabase({ ...options, audit: 'user create' }, (ctx, config) =>
      createUser(atAddress(ctx, config), email, options),
    ),
  );

user
  .command('reset')
  .description('print a link with which a user sets a new password')
  .argument('<email>', 'address of the user', readEmail)
  .option('--second-factor-off', 'switch two-step sign-in off as well')
  .option('--without-passkeys', 'remove all passkeys of the user as well')
  .option(...jsonOption)
  .withExamples('frontdesk user reset ada@example.com', 'frontdesk user reset ada@example.com --second-factor-off')
  .action((email: string, options: { secondFactorOff: boolean; withoutPasskeys: boolean; json: boolean }) =>
    withDatabase({ create: false, audit: 'user reset' }, (ctx, config) =>
      resetUser(atAddress(ctx, config), email, options),
    ),
  );

program
  .command('doctor')
  .description('examine the settings, the data, the service and what it depends on, and say what to do')
  .option('--create-webhook', 'set up the webhook endpoint at the payment processor if it is missing')
  .option('--json', 'print each finding as a line of JSON')
  .withExamples('frontdesk doctor', 'frontdesk doctor --json | jq -r \'select(.status == "fault") | .advice\'')
  .action(runDoctor);

const onlyOption = () =>
  new Option('--only <parts>', `only these parts, separated by commas: ${partNames.join(', ')}`).argParser(readParts);

program
  .command('export')
  .description('write the whole site into a file: content, forms, payments, webhooks, files')
  .argument('<file>', 'path of the file, such as site.tar; - for the standard output')
  .addOption(
    new Option('--format <format>', 'tar for everything, wxr for WordPress, csv for one list')
      .choices(exportFormats)
      .default('tar'),
  )
  .addOption(onlyOption())
  .option('--type <type>', 'with --format csv: the content type whose items are listed')
  .option('--form <form>', 'with --format csv: the form whose submissions are listed')
  .option('--force', 'replace a file that exists')
  .option('--json', 'print what was exported as JSON, on the error stream for -')
  .withExamples(
    'frontdesk export site.tar',
    'frontdesk export - --only content,media | ssh backup@example.com "cat > site.tar"',
    'frontdesk export content.xml --format wxr',
    'frontdesk export answers.csv --format csv --form contact',
  )
  .action((file: string, options: ExportCommandOptions) =>
    withDatabase({ create: false, audit: 'export' }, async (ctx) => {
      // Nothing is exported without its entry.
      await inTransaction(ctx, async () => undefined);
      await exportSite(ctx, file, options);
    }),
  );

const importCommand = program
  .command('import')
  .description('import an archive of a site into an empty one, or content from another system')
  .enablePositionalOptions()
  .argument('<file>', 'path of the archive that `frontdesk export` wrote')
  .addOption(onlyOption())
  .option('--dry-run', 'check the archive and say what would be imported')
  .option(...createOption)
  .option(...jsonOption)
  .withExamples('frontdesk import site.tar --dry-run', 'frontdesk import site.tar --create --data copy')
  .action((file: string, options: ArchiveImportCommandOptions & { create: boolean }) =>
    withDatabase({ ...options, audit: 'import' }, async (ctx, config) =>
      importSite({ ...ctx, sealer: await openSealer(config) }, file, options),
    ),
  );

importCommand
  .command('wordpress')
  .description('import a WordPress export (an XML file from Tools, Export); safe to run again')
  .argument('<file>', 'path of the XML file')
  .option('--update', 'update what changed in the export since the last import and was not edited here')
  .option('--events', 'notify webhooks and the feed of events of what it publishes and updates')
  .option(
    '--timezone <zone>',
    'time zone of dates that are not given in UTC, such as Europe/Vienna (default: as published items show)',
    readTimeZone,
  )
  .option(...createOption)
  .option(...jsonOption)
  .withExamples(
    'frontdesk import wordpress my-blog.xml',
    'frontdesk import wordpress my-blog.xml --update --timezone Europe/Vienna',
  )
  .action((file: string, options: ImportCommandOptions & { create: boolean }) =>
    withDatabase({ ...options, audit: 'import wordpress' }, (ctx) => importFromWordpress(ctx, file, options)),
  );

program
  .command('backup')
  .description('write everything into one checked file, while the service is running')
  .argument(
    '<target>',
    'path of the file, such as site.tar, or of a folder, where its name is its time; or s3://bucket/prefix',
  )
  .option('--keep <rule>', 'in a folder: which backups to keep, such as 7d,4w,6m; the others are removed')
  .option('--passphrase-file <file>', 'the passphrase that seals the key (default: FRONTDESK_BACKUP_PASSPHRASE)')
  .option('--force', 'replace a file that exists')
  .option(...jsonOption)
  .withExamples(
    'frontdesk backup site.tar',
    'frontdesk backup /mnt/backups/ --keep 7d,4w,6m --passphrase-file /root/passphrase',
    'frontdesk backup s3://my-backups/site --keep 7d,4w,6m',
  )
  .action((target: string, options: BackupCommandOptions) =>
    withConfig((config) => backUp(config, target, options, recordCommand('backup', accountName()))),
  );

program
  .command('files')
  .description('manage the bytes of uploaded files')
  .command('copy')
  .description(
    'copy files that are not there yet to or from the S3 store of FRONTDESK_FILES, also while the service is running',
  )
  .addOption(
    new Option('--to <place>', 'the S3 store, or the data folder').choices(['store', 'folder']).makeOptionMandatory(),
  )
  .option(...jsonOption)
  .withExamples('frontdesk files copy --to store', 'frontdesk files copy --to folder')
  .action((options: FilesCommandOptions) => withConfig((config) => copySiteFiles(config, options)));

program
  .command('restore')
  .description('restore a backup into an empty data folder or database; says first what it would do')
  .argument('<file>', 'path of the file that `frontdesk backup` wrote, or s3://bucket/prefix/name.tar')
  .option('--data <folder>', 'the data folder (default: FRONTDESK_DATA)')
  .option('--beside <name>', 'restore into a new folder and database with this name, beside the current ones')
  .option('--passphrase-file <file>', 'the passphrase that sealed the key (default: FRONTDESK_BACKUP_PASSPHRASE)')
  .option('--without-key', 'leave the key in the backup')
  .option('--keep-files', 'use the files that are in the S3 store of FRONTDESK_FILES already')
  .option('--keep-sessions', 'keep those signed in who were when the backup was made')
  .option('--yes', 'do not ask')
  .option(...jsonOption)
  .withExamples('frontdesk restore site.tar --data restored', 'frontdesk restore site.tar --beside drill --yes')
  .action((file: string, options: RestoreCommandOptions) => withConfig((config) => restore(config, file, options)));

program
  .command('secrets')
  .description('manage the key that encrypts stored secrets')
  .command('reset')
  .description('accept the current key after the previous one was lost')
  .option(...jsonOption)
  .withExamples('frontdesk secrets reset')
  .action(({ json }: { json: boolean }) =>
    withDatabase({ create: false, audit: 'secrets reset' }, async (ctx, config) => {
      const paused = await acceptSecretKey({ ...ctx, sealer: await openSealer(config) });
      if (json) return console.log(JSON.stringify({ pausedWebhooks: paused }));
      const webhooks = paused === 1 ? '1 webhook was' : `${paused} webhooks were`;
      console.log(`The current key is accepted. ${webhooks} paused: rotate the secret, then activate.`);
      console.log('If you entered keys of the payment processor, enter them again.');
    }),
  );

/** Runs with the configuration only. Prints expected errors in one line, and sets the exit code to 1. */
async function withConfig(run: (config: Config) => Promise<void>): Promise<void> {
  try {
    const config = readConfig(loadEnvironment());
    for (const warning of config.warnings) console.error(warning);
    await run(config);
  } catch (error) {
    console.error(explainError(error));
    process.exitCode = 1;
  }
}

/**
 * Runs with an open, migrated database, which must exist unless `create` is set: a command that is run in another folder
 * than the service would find none there. Prints expected errors in one line, and sets the exit code to 1. `audit`: what the
 * audit log calls the command, if it changes or exports something.
 */
async function withDatabase(
  { create, audit }: { create: boolean; audit?: string },
  run: (ctx: Context, config: Config, ran: string[]) => Promise<void>,
): Promise<void> {
  let database: Database | null = null;
  try {
    const config = readConfig(loadEnvironment());
    for (const warning of config.warnings) console.error(warning);
    if (!create && !hasDatabase(config))
      throw new ExpectedError(
        `There is no database in ${config.dataFolder}. Run the command in the folder of the service, name its data folder with --data, or set FRONTDESK_DATA or DATABASE_URL as for the service.`,
      );
    console.error(`Database: ${describeDatabase(config)}`);
    database = await openDatabase(config, { isBeside: true });
    await waitForDatabase(database, config.databaseWaitMs, console.error);
    const { applied, isNewer } = await migrate(database);
    if (isNewer) console.error(newerSchema);
    const ctx = systemContext(config, database);
    ctx.record = audit === undefined ? null : recordCommand(audit, accountName());
    await run(ctx, config, applied);
  } catch (error) {
    console.error(explainError(error));
    process.exitCode = 1;
  } finally {
    await database?.close();
  }
}

/** For links that lead to the service: without a public address, to where it listens. */
function atAddress(ctx: Context, { publicUrl, port }: Config): Context {
  return { ...ctx, publicUrl: () => publicUrl ?? `http://localhost:${port}` };
}

/** The account of the operating system that runs the command; null where it has no name, as in some containers. */
function accountName(): string | null {
  try {
    return userInfo().username;
  } catch {
    return null;
  }
}

/** Every command works in any folder, and none guesses which data it is for. */
function addDataOption(command: Command): void {
  for (const one of command.commands) addDataOption(one);
  const hasOwn = command.options.some(({ long }) => long === '--data');
  const isGroup = command.commands.length > 0 && command.registeredArguments.length === 0;
  if (hasOwn || isGroup) return;
  command.option('--data <folder>', 'the data folder of the service (default: FRONTDESK_DATA)', useDataFolder);
}

addDataOption(program);
