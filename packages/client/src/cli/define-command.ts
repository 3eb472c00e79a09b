// What a command of `frontdesk` is: its words, arguments, options, help and what it does on a running service.

import type { AdminClient } from '../admin.ts';
import type { Output } from './output.ts';

export type Option = {
  help: string;
  /** How help names the value, such as `file`. Options without it are flags. */
  value?: string;
  multiple?: true;
  /** A flag that means something when it is off: `--no-…`. */
  isNegatable?: true;
};

type Options = Record<string, Option>;

type ValueOf<O extends Option> = O extends { multiple: true } ? string[] : O extends { value: string } ? string : true;

type Values<O extends Options> = { [Name in keyof O]?: ValueOf<O[Name]> };

export type RawValues = Record<string, string | boolean | string[] | undefined>;

export type Call<V = RawValues> = {
  args: string[];
  values: V;
  client: AdminClient;
  output: Output;
  /** The environment variables. */
  environment: Readonly<Record<string, string | undefined>>;
  /** Prints a fault of a part, such as one of several files; the command goes on. */
  complain(error: unknown, about: string): void;
};

/** A call of a command that needs no service. */
export type LocalCall<V = RawValues> = Omit<Call<V>, 'client' | 'complain'> & {
  /** The version of the package that the command came with. */
  version: string;
  /** All commands, for those that are about them. */
  commands: readonly AnyCommand[];
  /** A client of the service that `--url` and `--token` name. Throws UsageError without them. */
  connect(): AdminClient;
};

type CommandWords = {
  /** The words after `frontdesk`. */
  name: string;
  summary: string;
  /** `<type> [file] <id>…`: the arguments as help shows them, and as they are checked. */
  args: string;
  options: Options;
  /** Commands that are worth copying, without `frontdesk`. */
  examples: readonly string[];
  /** More for the help, such as what standard input is for. */
  notes?: string;
  /** What exit codes mean for it in particular. */
  exitCodes?: Readonly<Record<number, string>>;
  /** Whether its output is about the service, so that `--json` means something. True by default. */
  hasJson?: boolean;
};

/** A command that works on a running service. */
export type Command = CommandWords & {
  /** The scopes that the API key needs. */
  scopes: string;
  /** The operation of the API that it is, if it is one. */
  operation?: string;
  /** The exit code after the service rejects the request. 1 by default. */
  rejectedCode?: number;
  /** Returns the exit code; 0 without one. */
  run(call: Call): Promise<number | undefined>;
};

/** A command that works without a service, or with one only if it is given. */
export type LocalCommand = CommandWords & {
  /** The scopes that the API key needs if a service is given. */
  scopes?: string;
  runHere(call: LocalCall): Promise<number | undefined>;
};

export type AnyCommand = Command | LocalCommand;

/** A command whose values have the types of its options. */
export function defineCommand<const O extends Options>(
  command: Omit<Command, 'options' | 'run'> & {
    options: O;
    // A method, so that the values may be narrower than those of Command.
    run(call: Call<Values<O>>): Promise<number | undefined>;
  },
): Command {
  return command;
}

/** The same for a command that needs no service. */
export function defineLocalCommand<const O extends Options>(
  command: Omit<LocalCommand, 'options' | 'runHere'> & {
    options: O;
    runHere(call: LocalCall<Values<O>>): Promise<number | undefined>;
  },
): LocalCommand {
  return command;
}
