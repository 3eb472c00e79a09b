// Help: all commands, one group of them, or one command with examples.

import type { AnyCommand, Option } from './define-command.ts';
import { serverCommands } from './server-commands.ts';

/** Everything that `frontdesk` can do. */
export function showOverview(commands: readonly AnyCommand[]): string {
  const rowsOf = (some: readonly AnyCommand[]) => some.map(({ name, summary }) => [name, summary] as const);
  const isOfApi = (command: AnyCommand): boolean => 'operation' in command;
  const api = verbsOf(commands.filter(isOfApi));
  const client = rowsOf(commands.filter((command) => 'run' in command && !isOfApi(command)));
  const local = rowsOf(commands.filter((command) => 'runHere' in command));
  const server = serverCommands.map(({ name, summary }) => [name, summary] as const);
  const width = Math.max(...[...api, ...client, ...local, ...server].map(([name]) => name.length)) + 2;
  const list = (rows: readonly (readonly [string, string])[]): string[] =>
    rows.map(([name, summary]) => `  ${name.padEnd(width)}${summary}`);
  return [
    'Usage: frontdesk <command> … [options]',
    '',
    'On a running service (--url and --token, or FRONTDESK_URL and FRONTDESK_TOKEN):',
    ...list(client),
    '',
    'What the API does, by resource: frontdesk <resource> <verb> …',
    ...list(api),
    '',
    'Anywhere:',
    ...list(local),
    '',
    'In the folder of the service (with the package of the server):',
    ...list(server),
    '',
    'frontdesk <command> --help shows the options and examples of a command, frontdesk <resource> --help its verbs.',
  ].join('\n');
}

/** `contacts`: `list, get, create, …`, for the commands that are operations of the API. */
export function verbsOf(commands: readonly AnyCommand[]): (readonly [resource: string, verbs: string])[] {
  const resources = new Map<string, string[]>();
  for (const { name } of commands) {
    const [resource = '', verb = ''] = name.split(' ');
    resources.set(resource, [...(resources.get(resource) ?? []), verb]);
  }
  return [...resources].map(([resource, verbs]) => [resource, verbs.join(', ')] as const);
}

/** The commands that start with a word, such as `media`. */
export function showGroup(group: string, commands: readonly AnyCommand[]): string {
  const server = serverCommands.filter(({ name }) => name.startsWith(`${group} `));
  const usages = [...commands, ...server].map(
    ({ name, args, summary }) => [`frontdesk ${name} ${args}`.trim(), summary] as const,
  );
  const width = Math.max(...usages.map(([usage]) => usage.length)) + 2;
  return [
    `Usage: frontdesk ${group} <verb> … [options]`,
    '',
    ...usages.map(([usage, summary]) => `  ${usage.padEnd(width)}${summary}`),
    '',
    `frontdesk ${group} <verb> --help shows options and examples.`,
  ].join('\n');
}

/** One command with all its options. */
export function showCommand(command: AnyCommand, options: Record<string, Option>): string {
  const rows = Object.entries(options).map(
    ([name, { value, help }]) => [`--${name}${value ? ` <${value}>` : ''}`, help] as const,
  );
  const width = Math.max(...rows.map(([name]) => name.length)) + 2;
  const summary = `${command.summary.charAt(0).toUpperCase()}${command.summary.slice(1)}.`;
  return [
    `Usage: frontdesk ${[command.name, command.args, '[options]'].filter((word) => word !== '').join(' ')}`,
    '',
    command.notes ? `${summary} ${command.notes}` : summary,
    ...(command.scopes === undefined ? [] : [`The API key needs ${command.scopes}.`]),
    '',
    ...rows.map(([name, help]) => `  ${name.padEnd(width)}${help}`),
    ...exitCodesOf(command),
    '',
    'Examples:',
    ...command.examples.map((example) => `  ${example}`),
  ].join('\n');
}

function exitCodesOf({ exitCodes = {} }: AnyCommand): string[] {
  const rows = Object.entries(exitCodes).map(([code, meaning]) => `  ${code}  ${meaning}`);
  return rows.length === 0 ? [] : ['', 'Exit codes:', ...rows];
}
