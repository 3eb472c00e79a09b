// What a command of `frontdesk` is: its words, arguments, options, help and what it does on a running service.

import type { Client } from '../client.ts';
import type { Output } from './output.ts';

export type Option = {
  help: string;
  /** How help names the value, such as `FILE`. Options without it are flags. */
  value?: string;
  multiple?: true;
};

type Options = Record<string, Option>;

type ValueOf<O extends Option> = O extends { multiple: true } ? string[] : O extends { value: string } ? string : true;

type Values<O extends Options> = { [Name in keyof O]?: ValueOf<O[Name]> };

export type RawValues = Record<string, string | boolean | string[] | undefined>;

export type Call<V = RawValues> = {
  args: string[];
  values: V;
  client: Client;
  output: Output;
  /** Prints a fault of a part, such as one of several files; the command goes on. */
  complain(error: unknown, about: string): void;
};

export type Command = {
  /** The words after `frontdesk`. */
  name: string;
  summary: string;
  /** `TYPE [SLUG] FILE…`: the arguments as help shows them, and as they are checked. */
  args: string;
  /** The scopes that the API key needs. */
  scopes: string;
  options: Options;
  /** Commands that are worth copying, without `frontdesk`. */
  examples: readonly string[];
  /** More for the help, such as what standard input is for. */
  notes?: string;
  /** Whether its output is about the service, so that `--json` means something. True by default. */
  hasJson?: boolean;
  /** The exit code after the service rejects the request. 1 by default. */
  rejectedCode?: number;
  /** Returns the exit code; 0 without one. */
  run(call: Call): Promise<number | undefined>;
};

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
