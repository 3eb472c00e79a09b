// docs/commands.md: every command with its options and examples, as the command line itself defines them.

import { connectionOptions } from '../packages/client/src/cli/connection-options.ts';
import type { AnyCommand, Option } from '../packages/client/src/cli/define-command.ts';
import { verbsOf } from '../packages/client/src/cli/show-help.ts';
import { commands, jsonHelp } from '../packages/client/src/commands/cli.ts';
import type { DescribedCommand } from './server-commands.ts';

type Row = readonly [name: string, about: string];

/** Tables have one cell in place of this. */
const inCell = (text: string): string => inProse(text).replaceAll('|', '\\|');

/** Placeholders, which Markdown would take for HTML. */
const inProse = (text: string): string => text.replaceAll(/(?<!`[^`]*)<[\w-]+>/g, '`$&`');

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

function tableOf(title: string, rows: readonly Row[]): string[] {
  if (rows.length === 0) return [];
  const lines = rows.map(([name, about]) => `| \`${name}\` | ${inCell(about)} |`);
  return [[`| ${title} | Meaning |`, '|---|---|', ...lines].join('\n')];
}

function optionRows(options: Record<string, Option>): Row[] {
  return Object.entries(options).map(([name, { value, help, multiple }]) => [
    `--${name}${value ? ` <${value}>` : ''}`,
    multiple && !/repeated/.test(help) ? `${help}; can be repeated` : help,
  ]);
}

const code = (lines: readonly string[]): string => `\`\`\`text commands\n${lines.join('\n')}\n\`\`\``;

const usageOf = (name: string, args: string): string =>
  ['frontdesk', name, args, '[options]'].filter((part) => part !== '').join(' ');

function clientPart(command: AnyCommand): string {
  const { name, args, summary, notes, scopes, options, examples, hasJson = true, exitCodes = {} } = command;
  const key = scopes === undefined ? [] : [`API key: ${scopes}.`];
  const noJson = hasJson ? [] : ['It has no `--json`.'];
  return [
    `### ${name}`,
    code([usageOf(name, args)]),
    inProse([sentence(summary), ...(notes === undefined ? [] : [notes]), ...key, ...noJson].join(' ')),
    ...tableOf('Option', optionRows(options)),
    ...tableOf('Exit code', Object.entries(exitCodes)),
    code(examples),
  ].join('\n\n');
}

function serverPart({ name, args, summary, arguments: words, options, examples }: DescribedCommand): string {
  return [
    `### ${name}`,
    code([usageOf(name, args)]),
    sentence(summary),
    ...tableOf(
      'Argument',
      words.map(({ name, about }) => [name, about]),
    ),
    ...tableOf(
      'Option',
      options.filter(({ long }) => long !== 'data').map(({ flags, about }) => [flags, about]),
    ),
    code(examples),
  ].join('\n\n');
}

function listOf(all: readonly { name: string; summary: string }[]): string {
  const rows = all.map(({ name, summary }) => `| [\`${name}\`](#${name.replaceAll(' ', '-')}) | ${inCell(summary)} |`);
  return ['| Command | |', '|---|---|', ...rows].join('\n');
}

/** The operations of the API, by resource: one line for each of these. */
function resourceTable(): string {
  const ofApi = commands.filter((command) => 'operation' in command);
  const rows = verbsOf(ofApi).map(([resource, verbs]) => `| \`${resource}\` | ${verbs} |`);
  return ['| Resource | Verbs |', '|---|---|', ...rows].join('\n');
}

const grammar = `Most commands are the operations of the API ([api.md](api.md)), under the same names: \`listContacts\` is \`frontdesk contacts list\`, \`getContactByExternalId\` is \`frontdesk contacts get-by-external-id\`. The resource is what the path begins with, the verb what is done; what the path has in braces follows in its order.

\`\`\`text commands
frontdesk <resource> <verb> <id>… [options]
\`\`\`

\`frontdesk contacts --help\` lists the verbs of a resource, \`frontdesk contacts list --help\` the options of one, the members of its body and the scopes that the API key needs.

| Option | Of | Meaning |
|---|---|---|
| \`--contact-id <value>\` | all with parameters | each parameter of the query is an option: \`contactId\` is \`--contact-id\`. What is true or false has no value: \`--unread\`, \`--no-unread\` |
| \`--filter <condition>\` | lists | a condition as the API writes it, such as \`'createdAt[gte]=2027-01-01'\`; can be repeated |
| \`--limit <number>\`, \`--all\` | lists | up to so many (20 if nothing is said), or all: both read as many pages as that needs |
| \`--columns <names>\` | lists | the members to show, such as \`id,payment.status\` |
| \`--set <name=value>\` | what has a body | a member, also inside another one: \`fields.price=25\`. Texts are as they stand, others are JSON; \`null\` removes. Can be repeated |
| \`--data <json>\` | what has a body | the body: JSON, \`@file\`, or \`-\` for standard input. \`--set\` changes it |
| \`--out <file>\` | exports and files | where to write it; standard output without it |

\`\`\`text commands
frontdesk invoices list --status open --sort=-dueAt --limit 50
frontdesk contacts create --set email=ada@example.com --set 'name=Ada Lovelace'
frontdesk items update product walking-tour --set fields.price=28
frontdesk forms create --data @contact-form.json
frontdesk submissions export --filter 'createdAt[gte]=2027-01-01' --out submissions.csv
\`\`\`

What is deleted may be several: \`frontdesk tags delete news events\`. Each that fails is named, the others are deleted, and the exit code is 1.`;

export function commandsPage(serverCommands: readonly DescribedCommand[]): string {
  const remote = commands.filter((command) => 'run' in command && !('operation' in command));
  const local = commands.filter((command) => 'runHere' in command);
  return `# Command reference

Every command of \`frontdesk\`, as \`frontdesk <command> --help\` shows it too. [command-line.md](command-line.md) shows how they are used together.

\`<name>\` stands for yours, \`[…]\` may be left out, \`<file>…\` may be several; options stand anywhere. \`--help\` or \`-h\` shows the options of a command, \`frontdesk --version\` the version.

| Exit code | Meaning |
|---|---|
| \`0\` | All was done |
| \`1\` | The service rejected it, or a part of it failed; commands in the folder of the service: any error but a wrong command line |
| \`2\` | It could not run: a wrong command line, no or a wrong key, no service at the URL |

## On a running service

All of them have these options, besides their own:

${tableOf('Option', [...optionRows(connectionOptions), ['--json', jsonHelp]]).join('')}

**Lists** are tables on a terminal. Elsewhere they are TSV with the same columns: a line of headings, then a line for each record. With \`--json\` each record is a line of JSON as the API has it. **One record** is a line for each member, or with \`--json\` a document. So it is for every command, also for those in the folder of the service.

## Operations of the API

${grammar}

${resourceTable()}

## More than one operation

${listOf(remote)}

${remote.map(clientPart).join('\n\n')}

## Anywhere

${listOf(local)}

${local.map(clientPart).join('\n\n')}

## In the folder of the service

${listOf(serverCommands)}

Each of them reads the settings of the service ([configuration.md](configuration.md)), and has \`--data <folder>\`: the data folder of the service, if the command is run elsewhere.

${serverCommands.map(serverPart).join('\n\n')}
`;
}
