// Errors in a sentence that says what to do, and the exit code for scripts.

import { FrontdeskError } from '../frontdesk-error.ts';
import { CommandError, UsageError } from './command-error.ts';

export const notFrontdesk = 'no Frontdesk found at this URL (use the origin, or a URL that ends in /api/v1)';

/** 1: the service rejected the request. 2: the command could not do its work at all, so that the next one cannot either. */
export function explainError(error: unknown, name: string, url = ''): { text: string; code: 1 | 2 } {
  if (error instanceof UsageError) return { text: `${error.message} (${name} --help)`, code: 2 };
  if (error instanceof CommandError) return { text: error.message, code: 2 };
  if (!(error instanceof FrontdeskError))
    return { text: String((error as Error).message).split('\n')[0] ?? '', code: 2 };
  const { code, status } = error;
  if (status === 401) {
    return {
      text: 'the API key is unknown, expired or revoked: create another in the admin, or use the right one',
      code: 2,
    };
  }
  if (code === 'network_error') {
    return { text: `${error.message}. Check that it is running and that its URL is ${url}`, code: 2 };
  }
  if (code === 'invalid_answer' || (status === 404 && ['http_error', 'not_found'].includes(code))) {
    return { text: notFrontdesk, code: 2 };
  }
  const faults = error.errors.map(({ pointer, detail }) => `${pointer} ${detail}`);
  if (faults.length === 0) return { text: error.message, code: 1 };
  const list = faults.length === 1 ? ` ${faults[0]}` : faults.map((fault) => `\n  ${fault}`).join('');
  return { text: `${error.title}:${list}`, code: 1 };
}
