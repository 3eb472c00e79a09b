// The process that renders documents: a document that needs too much memory, or crashes the compiler, ends this process, not the service
// (lib/task-process.ts).

import { readFrames, writeFrame } from '../lib/process-frames.ts';
import { renderSheet, type Sheet } from './render-sheet.ts';

for await (const { head } of readFrames(process.stdin)) {
  try {
    await writeFrame(process.stdout, {}, renderSheet(head as Sheet));
  } catch (error) {
    const { message, code } = error as { message?: string; code?: string };
    // The compiler reports some faults as a code alone.
    await writeFrame(process.stdout, { fault: message || (code ?? String(error)) }, Buffer.alloc(0));
  }
}
