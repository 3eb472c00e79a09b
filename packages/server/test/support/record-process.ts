// Loaded into the process of a service with `--import`, before the program: writes its responses to the file that the URL of
// this module names. They survive the process if it is killed.

import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isMainThread } from 'node:worker_threads';
import { keepDifferent, record } from './record-responses.ts';

const file = new URL(import.meta.url).searchParams.get('to');
if (file === null) throw new Error('The URL of this module needs `?to=` and a file');

const keep = keepDifferent((response) => appendFileSync(file, `\n${JSON.stringify(response)}\n`));
if (isMainThread)
  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    record(request, response, keep);
  });
