// The command `frontdesk` as a program of its own.

import { execFile } from 'node:child_process';
import path from 'node:path';

const bin = path.resolve(import.meta.dirname, '../../bin/frontdesk.mjs');

export type Outcome = { code: number; stdout: string; stderr: string };

/** Runs it without the settings of the person who runs the tests. */
export function runCommand(
  args: readonly string[],
  {
    environment = {},
    input,
    nodeOptions = [],
  }: {
    environment?: Record<string, string>;
    input?: string;
    nodeOptions?: readonly string[];
  } = {},
): Promise<Outcome> {
  const { FRONTDESK_URL: _url, FRONTDESK_TOKEN: _token, ...rest } = process.env;
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [...nodeOptions, bin, ...args],
      { env: { ...rest, ...environment } },
      (error, stdout, stderr) => resolve({ code: error === null ? 0 : Number(error.code ?? -1), stdout, stderr }),
    );
    // A command that does not read its input may end before all of it is written.
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
  });
}
