// Asks the registry for known vulnerabilities of what is shipped. High and critical ones fail; others are printed. A registry that cannot be
// reached, or does not answer such questions, fails nothing.

import { execFile } from 'node:child_process';
import type { Write } from './run-steps.ts';

type Severity = 'info' | 'low' | 'moderate' | 'high' | 'critical';
type Report = { vulnerabilities?: Record<string, { severity: Severity; range: string }>; message?: string };

export async function audit(root: string, write: Write): Promise<void> {
  checkReport(await ask(root), write);
}

/** Throws if a vulnerability is high or critical. */
export function checkReport(text: string, write: Write): void {
  const { vulnerabilities, message = text } = readReport(text);
  if (vulnerabilities === undefined) {
    write(`The registry could not be asked: ${message.trim().split('\n')[0]}\n`);
    return;
  }
  const found = Object.entries(vulnerabilities);
  for (const [name, { severity, range }] of found) write(`${severity}: ${name} ${range}\n`);
  const grave = found.filter(([, { severity }]) => severity === 'high' || severity === 'critical');
  if (grave.length > 0) throw new Error(`${grave.map(([name]) => name).join(', ')}: update, or replace it`);
  if (found.length === 0) write('None is known.\n');
}

function readReport(text: string): Report {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

function ask(root: string): Promise<string> {
  const words = ['audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=20000'];
  return new Promise((resolve) => {
    execFile('npm', words, { cwd: root, maxBuffer: 1e8, shell: process.platform === 'win32' }, (error, stdout) =>
      resolve(stdout === '' ? String(error?.message) : stdout),
    );
  });
}
