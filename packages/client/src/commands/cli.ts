// The command `frontdesk`: finds the command, checks its arguments, runs it and returns its exit code.

import { type ParseArgsConfig, parseArgs } from 'node:util';
import { type AdminClient, createAdminClient } from '../admin.ts';
import { CommandError, UsageError } from '../cli/command-error.ts';
import { connectionOptions, readConnection } from '../cli/connection-options.ts';
import { type AnyCommand, defineLocalCommand, type Option, type RawValues } from '../cli/define-command.ts';
import { explainError } from '../cli/explain-error.ts';
import { findSimilar } from '../cli/find-similar.ts';
import { withoutControls } from '../cli/format-table.ts';
import { outputTo } from '../cli/output.ts';
import { serverCommands } from '../cli/server-commands.ts';
import { showCommand, showGroup, showOverview } from '../cli/show-help.ts';
import { apiCommands } from './api-commands.ts';
import { completion } from './completion.ts';
import { eventsTail } from './events-tail.ts';
import { importsUpload } from './imports-upload.ts';
import { itemsBulk } from './items-bulk.ts';
import { mediaUpload } from './media-upload.ts';
import { schemaCommands } from './schema.ts';
import { search } from './search.ts';
import { webhooksListen } from './webhooks-listen.ts';
import { writeTypes } from './write-types.ts';

const showVersion = defineLocalCommand({
  name: 'version',
  summary: 'print the version of this command',
  args: '',
  options: {},
  examples: ['frontdesk version'],
  async runHere({ version, output }) {
    output.result({ version }, version);
    return undefined;
  },
});

/** Those that are more than one operation of the API. */
const ownCommands: readonly AnyCommand[] = [
  itemsBulk,
  mediaUpload,
  importsUpload,
  search,
  eventsTail,
  ...schemaCommands,
  writeTypes,
  webhooksListen,
  completion,
  showVersion,
];

/** The commands of this package. One that does more takes the place of the operation with its name. */
export const commands: readonly AnyCommand[] = [
  ...apiCommands.filter(({ name }) => !ownCommands.some((own) => own.name === name || name.startsWith(`${own.name} `))),
  ...ownCommands,
];

type Environment = Record<string, string | undefined>;

/**
 * Runs a command and returns its exit code: 0, 1 if the service rejected it or a part of it failed, 2 if it could not run
 * at all. Returns `server` for a command of the server.
 */
export async function runCommand(
  words: string[],
  environment: Environment,
  version = 'unknown',
): Promise<number | 'server'> {
  const run = (command: AnyCommand, args: string[]) => runOne(command, args, { environment, version });
  const isHelp = words[0] === 'help';
  const [first, second, ...rest] = isHelp ? words.slice(1) : words;
  if (first === '--version' || first === '-v' || first === '-V') return run(showVersion, []);
  if (first === undefined || first === '--help' || first === '-h') return print(showOverview(commands));
  const group = commands.filter(({ name }) => name.startsWith(`${first} `));
  if (isOfServer(first, second, group.length > 0)) return 'server';
  if (group.length === 0) {
    const command = commands.find(({ name }) => name === first);
    if (!command) return rejectUnknown('frontdesk', first, suggestCommand(first));
    const args = second === undefined ? [] : [second, ...rest];
    return run(command, isHelp ? ['--help'] : args);
  }
  if (second === '--help' || second === '-h') return print(showGroup(first, group));
  if (second === undefined) {
    if (isHelp) return print(showGroup(first, group));
    console.error(showGroup(first, group));
    return 2;
  }
  const command = group.find(({ name }) => name === `${first} ${second}`);
  if (command) return run(command, isHelp ? ['--help'] : rest);
  const seconds = group.map(({ name }) => name.slice(first.length + 1));
  return rejectUnknown(`frontdesk ${first}`, second, findSimilar(second, seconds));
}

/** A resource of the API may have a command of the server beside it, such as `files copy`. */
function isOfServer(first: string, second: string | undefined, isGroup: boolean): boolean {
  return serverCommands.some(({ name }) => (isGroup ? name === `${first} ${second}` : name.split(' ')[0] === first));
}

function print(text: string): 0 {
  console.log(text);
  return 0;
}

/** A command with a similar first word, or the one whose second word was given alone, such as `upload`. */
function suggestCommand(word: string): string | null {
  const all = [...commands, ...serverCommands];
  const whole = all.find(({ name }) => name.endsWith(` ${word}`));
  const firsts = new Set(all.map(({ name }) => name.split(' ')[0] as string));
  return whole?.name ?? findSimilar(word, [...firsts]);
}

function rejectUnknown(program: string, word: string, similar: string | null): 2 {
  const suggestion = similar === null ? '' : ` Did you mean "${similar}"?`;
  console.error(`${program}: unknown command "${word}".${suggestion} (${program} --help)`);
  return 2;
}

async function runOne(
  command: AnyCommand,
  words: string[],
  { environment, version }: { environment: Environment; version: string },
): Promise<number> {
  const name = `frontdesk ${command.name}`;
  let url: string | undefined;
  const fail = (error: unknown, about?: string): number => {
    const { text, code } = explainError(error, name, url);
    // Faults that the command found itself name what they are about.
    const message = `${name}: ${about === undefined || error instanceof CommandError ? '' : `${about}: `}${text}`;
    console.error(message.split('\n').map(withoutControls).join('\n'));
    return code === 1 && 'run' in command ? (command.rejectedCode ?? 1) : code;
  };
  const options = optionsOf(command);
  try {
    const { args, values } = readWords(options, words);
    if (values.help) return print(showCommand(command, options));
    for (const [option, { isNegatable }] of Object.entries(options))
      if (isNegatable && values[`no-${option}`]) values[option] = false;
    checkArguments(command, args);
    const connect = (): AdminClient => {
      const connection = readConnection(command, values, environment);
      url = connection.baseUrl;
      return createAdminClient(connection);
    };
    const { help: _help, url: _url, token: _token, json, ...own } = values;
    const output = outputTo(screenOf(environment), json === true);
    const call = { args, values: own, output, environment };
    if ('runHere' in command) return (await command.runHere({ ...call, version, commands, connect })) ?? 0;
    const complain = (error: unknown, about: string): void => {
      // The next one would fail as well.
      if (!(error instanceof CommandError) && explainError(error, name).code === 2) throw error;
      fail(error, about);
    };
    return (await command.run({ ...call, client: connect(), complain })) ?? 0;
  } catch (error) {
    return fail(error);
  }
}

function optionsOf({ options, scopes, hasJson = true }: AnyCommand): Record<string, Option> {
  return {
    ...options,
    ...(scopes === undefined ? {} : connectionOptions),
    ...(hasJson ? { json: { help: jsonHelp } } : {}),
    help: { help: 'show this' },
  };
}

export const jsonHelp = 'print the JSON of the API; lists have one record on each line';

function readWords(options: Record<string, Option>, words: string[]): { args: string[]; values: RawValues } {
  const config: NonNullable<ParseArgsConfig['options']> = {};
  for (const [option, { value, multiple = false, isNegatable }] of Object.entries(options)) {
    config[option] = { type: value === undefined ? 'boolean' : 'string', multiple };
    if (isNegatable) config[`no-${option}`] = { type: 'boolean' };
  }
  config.help = { type: 'boolean', short: 'h' };
  try {
    const { values, positionals } = parseArgs({ args: words, options: config, allowPositionals: true });
    return { args: positionals, values: values as RawValues };
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    const [, option = ''] = /'(--?[^'\s]+)/.exec(message) ?? [];
    if (code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION') throw new UsageError(message.split('\n')[0]?.replace(/\.$/, ''));
    const similar = findSimilar(option.replace(/^-+/, ''), Object.keys(options));
    const suggestion = similar === null ? '' : `. Did you mean --${similar}?`;
    throw new UsageError(`unknown option ${option}${suggestion}`);
  }
}

/** Compares the arguments with those that the command names: `<type> [file] <id>…`. */
function checkArguments({ name, args: pattern }: AnyCommand, args: readonly string[]): void {
  const names = pattern === '' ? [] : pattern.split(' ');
  const missing = names.find((each, index) => !each.startsWith('[') && (args[index] ?? '') === '');
  if (missing) throw new UsageError(`${missing.replace('…', '')} is missing: frontdesk ${name} ${pattern}`);
  const isOpen = names.at(-1)?.endsWith('…');
  if (!isOpen && args.length > names.length) throw new UsageError(`unexpected argument "${args[names.length]}"`);
}

function screenOf(environment: Environment): { isTerminal: boolean; width: number; hasColors: boolean } {
  const isTerminal = process.stdout.isTTY === true;
  const hasColors = isTerminal && !environment.NO_COLOR && environment.TERM !== 'dumb';
  return { isTerminal, width: process.stdout.columns || 80, hasColors };
}
