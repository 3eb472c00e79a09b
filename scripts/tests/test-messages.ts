// What the process of some tests sends to the one that runs all of them.

/** The name of a test that a worker adds after those of a file. */
export const endOfFile = 'the end of the file';

/** What a worker gets instead of the path of a file. */
export const noMoreFiles = '';

/** A test, or a test within one, that has ended; or a file, after all of its tests. */
export type TestMessage = {
  name: string;
  outcome: 'passed' | 'failed' | 'skipped';
  /** What it failed with. */
  failure: string | null;
  /** Processor seconds since the message before, of this process and of children that have ended. */
  processorSeconds: number;
  /** Bytes of memory that the process holds. */
  memory: number;
  /** The functions that have built a statement since the message before (statement-sites.ts). */
  sites: string[];
};
