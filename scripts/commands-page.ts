// docs/commands.md: every command with its options and examples, as the command line itself defines them.

import { connectionOptions } from '../packages/client/src/cli/connection-options.ts';
import type { AnyCommand, Option } from '../packages/client/src/cli/define-command.ts';
import { commands } from '../packages/client/src/commands/cli.ts';
import type { DescribedCommand } from './server-commands.ts';

type Row = readonly [name: string, about: string];

/** Tables have one cell in place of this. */
const inCell = (text: string): string => text.replaceAll('|', '\\|');

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

function tableOf(title: string, rows: readonly Row[]): string[] {
  if (rows.length === 0) return [];
  const lines = rows.map(([name, about]) => `| \`${name}\` | ${inCell(about)} |`);
  return [[`| ${title} | Meaning |`, '|---|---|', ...lines].join('\n')];
}

function optionRows(options: Record<string, Option>): Row[] {
  return Object.entries(options).map(([name, { value, help, multiple }]) => [
    `--${name}${value ? ` ${value}` : ''}`,
    multiple && !/repeated/.test(help) ? `${help}; can be repeated` : help,
  ]);
}

const code = (lines: readonly string[]): string => `\`\`\`text commands\n${lines.join('\n')}\n\`\`\``;

const usageOf = (name: string, args: string, hasOptions: boolean): string =>
  ['frontdesk', name, args, hasOptions ? '[OPTIONS]' : ''].filter((part) => part !== '').join(' ');

function clientPart(command: AnyCommand): string {
  const { name, args, summary, notes, scopes, options, examples, hasJson = true, exitCodes = {} } = command;
  const key = scopes === undefined ? [] : [`API key: ${scopes}.`];
  const noJson = hasJson ? [] : ['It has no `--json`.'];
  return [
    `### ${name}`,
    code([usageOf(name, args, Object.keys(options).length > 0)]),
    [sentence(summary), ...(notes === undefined ? [] : [notes]), ...key, ...noJson].join(' '),
    ...tableOf('Option', optionRows(options)),
    ...tableOf('Exit code', Object.entries(exitCodes)),
    code(examples),
  ].join('\n\n');
}

function serverPart({ name, args, summary, arguments: words, options, examples }: DescribedCommand): string {
  return [
    `### ${name}`,
    code([usageOf(name, args, options.length > 0)]),
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

export function commandsPage(serverCommands: readonly DescribedCommand[]): string {
  const remote = commands.filter((command) => 'run' in command);
  const local = commands.filter((command) => 'runHere' in command);
  return `# Command reference

Every command of \`frontdesk\`, as \`frontdesk COMMAND --help\` shows it too. [command-line.md](command-line.md) shows how they are used together.

Words in capitals stand for yours, \`[…]\` may be left out, \`FILE…\` may be several. \`--help\` or \`-h\` shows the options of a command, \`frontdesk --version\` the version.

| Exit code | Meaning |
|---|---|
| \`0\` | All was done |
| \`1\` | The service rejected it, or a part of it failed; commands in the folder of the service: any error but a wrong command line |
| \`2\` | It could not run: a wrong command line, no or a wrong key, no service at the URL |

## On a running service

${listOf(remote)}

Each of them has these options, besides its own:

${tableOf('Option', [...optionRows(connectionOptions), ['--json', 'print the JSON of the API; lists have one record on each line']]).join('')}

${remote.map(clientPart).join('\n\n')}

## Anywhere

${listOf(local)}

${local.map(clientPart).join('\n\n')}

## In the folder of the service

${listOf(serverCommands)}

Each of them reads the settings of the service ([configuration.md](configuration.md)), and has \`--data FOLDER\`: the data folder of the service, if the command is run elsewhere.

${serverCommands.map(serverPart).join('\n\n')}
`;
}
