// Compares the responses of a test's service with the document of the API and the rules for headers when the test ends:
// measured times stay as they are.

import { readFile } from 'node:fs/promises';
import type { App } from '../../src/http/typed-app.ts';
import { documentChecks, type Operation, operationsOf } from './document-checks.ts';
import { headerFault } from './header-rules.ts';
import { isPersonal, type Kept, keepDifferent, record, textOf } from './record-responses.ts';

/** Returns a function that says what the document does not name about the responses so far, and which headers break a rule. */
export function watchResponses(app: App, readDocument?: () => Promise<object>): () => Promise<string[]> {
  const kept: Kept[] = [];
  const keep = keepDifferent((response) => kept.push(response));

  const inject = app.inject.bind(app) as (options: Injecting) => Promise<Injected>;
  app.inject = (async (options: Injecting) => {
    const { method, url } = options;
    const response = await inject(options);
    const { statusCode: status, headers, rawPayload } = response;
    keep({
      ...{ method, url, status, headers, text: textOf(rawPayload, headers) },
      ...{ hasBody: rawPayload.length > 0, isPersonal: isPersonal(options.headers) },
    });
    return response;
  }) as unknown as App['inject'];
  app.server.prependListener('request', (request, response) => record(request, response, keep));

  return () => faultsIn(kept, readDocument);
}

/** What the document does not name about these responses, and which headers break a rule. */
export async function faultsIn(kept: readonly Kept[], readDocument?: () => Promise<object>): Promise<string[]> {
  if (kept.length === 0) return [];
  const { find, check, checkWithout } = await (readDocument ? readDocument().then(rulesOf) : ownRules());
  const faults = new Set<string>();
  for (const response of kept) {
    const { method, url } = response;
    const operation = find(method, url);
    const fault = headerFault(response) ?? (operation ? check(operation, response) : checkWithout(response));
    if (fault !== null) faults.add(`${method} ${operation?.path ?? url}: ${fault}`);
  }
  return [...faults];
}

type Injecting = { method: string; url: string; headers?: Record<string, string> };
type Injected = { statusCode: number; headers: Record<string, unknown>; rawPayload: Buffer };

type Rules = {
  find: (method: string, url: string) => Operation | null;
  check: ReturnType<typeof documentChecks>;
  /** For requests that are none of an operation. */
  checkWithout: (response: Kept) => string | null;
};

function rulesOf(document: object): Rules {
  const operations = operationsOf(document);
  const check = documentChecks(document);
  // They get a problem that operations have, too. What is served at other paths below /api is a page or a file.
  const checkWithout = (response: Kept): string | null => {
    const { method, url, status } = response;
    if (!url.startsWith('/api/v1/') || (method === 'OPTIONS' && status === 204)) return null;
    const like = operations.find(({ shared }) => shared.has(`${status}`));
    return like ? check(like, response) : `no operation answers with ${status}`;
  };
  return { find: finder(operations), check, checkWithout };
}

/** Of the document of every site. The validators are compiled on first use. */
let known: Promise<Rules> | null = null;

function ownRules(): Promise<Rules> {
  known ??= readFile(new URL('../../../../docs/openapi.json', import.meta.url), 'utf8')
    .then(JSON.parse)
    .then(rulesOf);
  return known;
}

/** Finds the operation of a URL. A path with a name in a place comes before one with a parameter there. */
function finder(operations: Operation[]): Rules['find'] {
  const routes = operations
    .map((operation) => {
      const path = operation.path.startsWith('/api/') ? operation.path : `/api/v1${operation.path}`;
      const pattern = path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]+\}/g, '[^/]+');
      return { operation, expression: new RegExp(`^${pattern}/?$`), rank: path.replace(/\{[^}]+\}/g, '~') };
    })
    .sort((a, b) => (a.rank < b.rank ? -1 : 1));
  return (method, url) => {
    const [path = ''] = url.split('?');
    const asked = method === 'HEAD' ? 'GET' : method;
    const at = routes.filter(({ expression }) => expression.test(path));
    return at.find(({ operation, rank }) => operation.method === asked && rank === at[0]?.rank)?.operation ?? null;
  };
}
