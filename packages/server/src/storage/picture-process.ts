// The process that decodes pictures, which come from anyone: a picture that needs too much memory or crashes the decoder
// ends this process, not the service, and its memory is free again when it ends. It reads one task after another from its
// input, as picture-frames.ts describes, and answers on its output.

import { constants, setPriority } from 'node:os';
import { readFrames, writeFrame } from '../lib/process-frames.ts';
import { faultOf, pictureTasks } from './picture-tasks.ts';

setPriority(constants.priority.PRIORITY_LOW);

for await (const { head, bytes } of readFrames(process.stdin)) {
  const { task, options } = head as { task: keyof typeof pictureTasks; options: never };
  try {
    const [result, made] = await pictureTasks[task](bytes, options);
    await writeFrame(process.stdout, { result, isMade: made !== null }, made ?? Buffer.alloc(0));
  } catch (error) {
    await writeFrame(process.stdout, { fault: faultOf(error), reason: String(error) }, Buffer.alloc(0));
  }
}
