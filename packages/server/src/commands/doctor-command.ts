// `frontdesk doctor`: prints the findings, and sets the exit code.

import { loadEnvironment } from '../config/config.ts';
import { type DoctorOptions, examine } from '../doctor/doctor.ts';
import type { Finding } from '../doctor/findings.ts';

export type DoctorCommandOptions = DoctorOptions & { json: boolean };

const signs = { ok: '✓', warning: '!', fault: '✗', skipped: '-' } as const;
const width = 24;

/** Exit code 1 if there is a fault. Warnings are for people. */
export async function runDoctor({ json, ...options }: DoctorCommandOptions): Promise<void> {
  const counts = { ok: 0, warning: 0, fault: 0, skipped: 0 };
  for await (const finding of examine(loadEnvironment, options)) {
    counts[finding.status]++;
    console.log(json ? JSON.stringify(finding) : describe(finding));
  }
  if (counts.fault > 0) process.exitCode = 1;
  if (json) return;
  const { fault, warning } = counts;
  console.log(fault + warning === 0 ? '\nAll is well.' : `\nFaults: ${fault}. Warnings: ${warning}.`);
}

function describe({ check, status, detail, advice }: Finding): string {
  const first = `${signs[status]} ${check.padEnd(width)}${detail}`;
  return advice === null ? first : `${first}\n  ${''.padEnd(width)}→ ${advice}`;
}
