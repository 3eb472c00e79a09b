// The command `frontdesk`: finds the command, checks its arguments, runs it and returns its exit code.

import { type ParseArgsConfig, parseArgs } from 'node:util';
import { CommandError, UsageError } from '../cli/command-error.ts';
import { connectionOptions, readConnection } from '../cli/connection-options.ts';
import type { AnyCommand, Option, RawValues } from '../cli/define-command.ts';
import { explainError } from '../cli/explain-error.ts';
import { findSimilar } from '../cli/find-similar.ts';
import { withoutControls } from '../cli/format-table.ts';
import { outputTo } from '../cli/output.ts';
import { serverCommands } from '../cli/server-commands.ts';
import { showCommand, showGroup, showOverview } from '../cli/show-help.ts';
import { type Client, createClient } from '../client.ts';
import { completion } from './completion.ts';
import { eventsTail } from './events-tail.ts';
import { imports } from './imports.ts';
import { itemsBulk } from './items-bulk.ts';
import { itemsHistory } from './items-history.ts';
import { itemsPublishing } from './items-publish.ts';
import { itemsRead } from './items-read.ts';
import { mediaLibrary } from './media-library.ts';
import { mediaUpload } from './media-upload.ts';
import { schemaCommands } from './schema.ts';
import { search } from './search.ts';
import { showVersion, status } from './status.ts';
import { webhooksListen } from './webhooks-listen.ts';
import { writeTypes } from './write-types.ts';

/** The commands of this package. */
export const commands: readonly AnyCommand[] = [
  status,
  ...itemsRead,
  ...itemsPublishing,
  ...itemsHistory,
  itemsBulk,
  mediaUpload,
  ...mediaLibrary,
  ...imports,
  search,
  eventsTail,
  ...schemaCommands,
  writeTypes,
  webhooksListen,
  completion,
  showVersion,
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
  if (serverCommands.some(({ name }) => name.split(' ')[0] === first)) return 'server';
  const group = commands.filter(({ name }) => name.startsWith(`${first} `));
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
    checkArguments(command, args);
    const connect = (): Client => {
      const connection = readConnection(command, values, environment);
      url = connection.baseUrl;
      return createClient(connection);
    };
    const { help: _help, url: _url, token: _token, json, ...own } = values;
    const output = outputTo(screenOf(environment), json === true);
    const call = { args, values: own, output };
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
    ...(hasJson ? { json: { help: 'print the JSON of the API; lists have one record on each line' } } : {}),
    help: { help: 'show this' },
  };
}

function readWords(options: Record<string, Option>, words: string[]): { args: string[]; values: RawValues } {
  const config: NonNullable<ParseArgsConfig['options']> = {};
  for (const [option, { value, multiple = false }] of Object.entries(options)) {
    config[option] = { type: value === undefined ? 'boolean' : 'string', multiple };
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

/** Compares the arguments with those that the command names: `TYPE [SLUG] FILE…`. */
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
