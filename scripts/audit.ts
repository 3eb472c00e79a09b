// Asks the registry for known vulnerabilities of what is shipped. High and critical ones fail; others are printed. A registry that cannot be
// reached, or does not answer such questions, fails nothing.

import { execFile } from 'node:child_process';

type Severity = 'info' | 'low' | 'moderate' | 'high' | 'critical';
type Report = { vulnerabilities?: Record<string, { severity: Severity; range: string }>; message?: string };

/** Returns what is known, for people. */
export async function audit(root: string): Promise<string> {
  return checkReport(await ask(root));
}

/** Throws if a vulnerability is high or critical; returns the others, a line each. */
export function checkReport(text: string): string {
  const { vulnerabilities, message = text } = readReport(text);
  if (vulnerabilities === undefined) return `The registry could not be asked: ${message.trim().split('\n')[0]}`;
  const found = Object.entries(vulnerabilities);
  const lines = found.map(([name, { severity, range }]) => `${severity}: ${name} ${range}`).join('\n');
  const grave = found.filter(([, { severity }]) => severity === 'high' || severity === 'critical');
  if (grave.length > 0) throw new Error(`${grave.map(([name]) => name).join(', ')}: update, or replace it\n${lines}`);
  return lines || 'None is known.';
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
