// The reporter of Node's test runner in a worker: sends what ends to its parent, and prints nothing.

import type { TestEvent } from 'node:test/reporters';
import { inspect } from 'node:util';
import { processorSeconds } from './processor-seconds.ts';
import { takeStatementSites } from './statement-sites.ts';
import type { TestMessage } from './test-messages.ts';

const maxLengthOfFailure = 3000;

export default async function* reportTests(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  let before = processorSeconds();
  for await (const event of events) {
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue;
    const now = processorSeconds();
    const isSkipped = Boolean(event.data.skip);
    process.send?.({
      name: event.data.name,
      outcome: event.type === 'test:fail' ? 'failed' : isSkipped ? 'skipped' : 'passed',
      failure: event.type === 'test:fail' ? describeFailure(event.data) : null,
      processorSeconds: now - before,
      memory: process.memoryUsage.rss(),
      sites: takeStatementSites(),
    } satisfies TestMessage);
    before = now;
  }
  yield '';
}

function describeFailure({
  file,
  line,
  details: { error },
}: Extract<TestEvent, { type: 'test:fail' }>['data']): string {
  return `${file}:${line}\n${inspect(error.cause ?? error).slice(0, maxLengthOfFailure)}`;
}
