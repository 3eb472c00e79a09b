// `frontdesk import wordpress FILE`: the import with a progress bar, and its closing report.

import { stat } from 'node:fs/promises';
import { SingleBar } from 'cli-progress';
import { importWordpress } from './content/wordpress-import.ts';
import type { Context } from './context.ts';

export async function importFromWordpress(ctx: Context, file: string): Promise<void> {
  const { size } = await stat(file).catch(() => ({ size: 0 }));
  const bar = new SingleBar({
    format: '{phase} [{bar}] {percentage}% | {value} of {total} MB',
    hideCursor: true,
    noTTYOutput: false,
    clearOnComplete: true,
    stream: process.stderr,
    formatValue: (value, _options, type) =>
      type === 'value' || type === 'total' ? (value / 1e6).toFixed(1) : String(value),
  });
  bar.start(size, 0, { phase: 'Checking ' });
  try {
    const report = await importWordpress(ctx, file, {
      onProgress: ({ phase, bytesRead }) =>
        bar.update(Math.min(bytesRead, size), { phase: phase === 'check' ? 'Checking ' : 'Importing' }),
    });
    bar.stop();
    console.log(JSON.stringify(report));
  } finally {
    bar.stop();
  }
}
