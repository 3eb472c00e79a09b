// Sends random requests of the API's own document to a running service, valid ones and slightly broken ones, and collects
// what the document does not allow. The same seed sends the same requests to the same service.

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { ensureBuiltInTypes } from '../../src/content/types/post-types.ts';
import { inTransaction } from '../../src/context/context.ts';
import { documentChecks, type Operation, operationsOf } from '../support/document-checks.ts';
import { type PaymentService, startPaymentService } from '../support/payment-service.ts';
import { setUpOwner } from '../support/sign-in.ts';
import { type Dice, rollDice } from './dice.ts';
import { broken, oddText, randomValue, type Schema } from './random-values.ts';

export type Outcome = {
  /** Requests by status. */
  statuses: Map<number, number>;
  /** Operations without a successful response. */
  neverSucceeded: string[];
  /** What the document does not allow, with the first request that showed it. */
  faults: Map<string, string>;
  /** The longest times in ms that a request kept the event loop busy. Time of other programs does not count. */
  blocks: [ms: number, request: string][];
};

const maxUrlLength = 12_000;

/** These would end what the run needs, or ask a host outside. */
const left = new Set(['PUT /payments/processor', 'DELETE /payments/processor', 'DELETE /sessions/current']);

export async function sendRandomRequests(
  t: Parameters<typeof startPaymentService>[0],
  { count, seed }: { count: number; seed: number },
): Promise<Outcome> {
  const service = await startPaymentService(t, { idle: true });
  await inTransaction(service.context, ensureBuiltInTypes);
  const owner = await setUpOwner(service);
  const document = JSON.parse((await service.request('GET', '/openapi.json', { token: null })).text);
  const check = documentChecks(document);
  // The receiver of the processor's events is signed and has tests of its own.
  const operations = operationsOf(document).filter(
    ({ method, path }) => !path.startsWith('/api/') && !left.has(`${method} ${path}`),
  );
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const callers: Record<string, string>[] = [
    ...Array.from({ length: 12 }, () => bearer(service.token)),
    bearer(await service.tokenWith('content:read', 'forms:read')),
    bearer('fd_unknown'),
    { cookie: owner.cookie, 'sec-fetch-site': 'same-origin', 'x-frontdesk-client': 'test' },
    {},
  ];
  const tokens = await service.request('GET', '/tokens');
  const protectedIds = new Set([owner.id, ...tokens.body.items.map(({ id }: { id: string }) => id)]);

  const dice = rollDice(seed);
  const known: Known = { ids: [], paths: new Map() };
  const outcome: Outcome = { statuses: new Map(), neverSucceeded: [], faults: new Map(), blocks: [] };
  const succeeded = new Set<string>();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  for (let number = 0; number < count; number++) {
    if (number % 100 === 0) await plantRecords(service, known);
    const operation = dice.pick(operations);
    const name = `${operation.method} ${operation.path}`;
    const request = makeRequest(dice, document, operation, dice.pick(callers), known);
    const shown = `${operation.method} ${request.url.slice(0, 300)} ${String(request.init.body ?? '').slice(0, 600)}`;
    delay.reset();
    const before = process.threadCpuUsage();
    const init: RequestInit = { ...request.init, redirect: 'manual' };
    const response = await fetch(`${service.origin}/api/v1${request.url}`, init).catch((error: Error) => {
      outcome.faults.set(`${name}: no response`, `${shown} ${error.cause}`);
    });
    if (!response) continue;
    const text = await response.text();
    outcome.statuses.set(response.status, (outcome.statuses.get(response.status) ?? 0) + 1);
    const { user, system } = process.threadCpuUsage(before);
    outcome.blocks.push([Math.min(delay.max / 1e6, (user + system) / 1000), shown]);
    if (response.ok) {
      succeeded.add(name);
      const isJson = response.headers.get('content-type')?.startsWith('application/json');
      if (isJson && operation.method !== 'DELETE')
        remember(known, operation, request.url, text, (id) => protectedIds.has(id));
    }
    const fault = check(operation, { status: response.status, headers: Object.fromEntries(response.headers), text });
    if (fault && !outcome.faults.has(`${name}: ${fault}`))
      outcome.faults.set(`${name}: ${fault}`, `${shown}\n    → ${text.slice(0, 400)}`);
  }
  delay.disable();
  outcome.blocks = outcome.blocks.sort((a, b) => b[0] - a[0]).slice(0, 10);
  outcome.neverSucceeded = operations
    .map(({ method, path }) => `${method} ${path}`)
    .filter((name) => !succeeded.has(name));
  return outcome;
}

/** What the service holds, as far as responses have shown it. */
type Known = {
  ids: string[];
  /** Paths of records, such as `/forms/form_1/webhooks/whk_2`, by the shape of the path: `/forms/{}/webhooks/{}`. */
  paths: Map<string, string[]>;
};

const maxKnown = 40;
const shapeOf = (path: string) => path.replace(/\{\w+\}/g, '{}');

/** Remembers the records of a response. Those that a run cannot do without stay unknown. */
function remember(
  known: Known,
  operation: { path: string },
  url: string,
  text: string,
  isProtected: (id: string) => boolean,
): void {
  const [path = ''] = url.split('?');
  const body = JSON.parse(text);
  for (const record of body?.items ?? [body]) {
    const { id, slug, name, submissionId } = (record ?? {}) as Record<string, unknown>;
    if (typeof id === 'string' && !isProtected(id)) remembered(known.ids, id);
    for (const key of [submissionId ?? id, slug, operation.path === '/types' ? name : undefined]) {
      if (typeof key !== 'string' || isProtected(key)) continue;
      const collection = operation.path.replace(/submit$/, 'submissions');
      const shape = `${shapeOf(collection)}/{}`;
      const paths = known.paths.get(shape) ?? [];
      known.paths.set(shape, paths);
      remembered(paths, `${path.replace(/submit$/, 'submissions')}/${encodeURIComponent(key)}`);
    }
  }
}

/** Records that random requests would rarely create: a form with a webhook and a submission, and a payment. */
async function plantRecords({ request }: PaymentService, known: Known): Promise<void> {
  const plant = async (path: string, body: object, template = path): Promise<string> => {
    const response = await request('POST', path, { body });
    if (response.status > 201) throw new Error(`${path}: ${response.text}`);
    remember(known, { path: template }, path, response.text, () => false);
    return response.body.id;
  };
  const fields = [
    { name: 'email', type: 'email' },
    { name: 'note', type: 'textarea', pattern: '[^<>]*' },
    { name: 'age', type: 'integer' },
  ];
  const form = await plant('/forms', { name: 'Planted', fields });
  await plant(`/forms/${form}/submit`, { email: 'ada@example.com' }, '/forms/{id}/submit');
  const webhook = { url: 'https://receiver.example/hook', events: ['submitted', 'paid'] };
  await plant(`/forms/${form}/webhooks`, webhook, '/forms/{id}/webhooks');
  await request('POST', '/payments/checkout', { body: { amount: 2500, currency: 'usd' } });
}

function remembered(list: string[], text: string): void {
  if (!list.includes(text)) list.push(text);
  if (list.length > maxKnown) list.shift();
}

function makeRequest(
  dice: Dice,
  document: { components: { schemas: Record<string, Schema> } },
  operation: Operation,
  caller: Record<string, string>,
  known: Known,
): { url: string; init: RequestInit } {
  const resolve = (schema: Schema): Schema => {
    const { $ref } = schema;
    return typeof $ref === 'string' ? (document.components.schemas[$ref.split('/').at(-1) as string] ?? {}) : schema;
  };
  const make = (schema: Schema, name?: string) => randomValue(dice, resolve, schema, known, name);
  const isBroken = dice.chance(0.35);

  const path = makePath(dice, operation.path, known);
  const query = new URLSearchParams();
  for (const { name, in: place, schema } of operation.parameters) {
    if (place !== 'query' || !dice.chance(0.3)) continue;
    const value = make(schema, name);
    query.append(name, isBroken && dice.chance(0.4) ? oddText(dice) : typeof value === 'object' ? 'x' : String(value));
    if (isBroken && dice.chance(0.1)) query.append(name, 'again');
  }
  if (isBroken && dice.chance(0.1)) query.append(dice.pick(['unknown', 'fields[age]', 'fields[x][in]', 'token']), 'x');

  const headers: Record<string, string> = { ...caller };
  if (dice.chance(0.1))
    headers['idempotency-key'] = dice.pick(['same', `key-${dice.between(0, 50)}`, isBroken ? 'é x' : 'other']);
  if (dice.chance(0.1)) headers['if-match'] = dice.pick(['*', '"x.1"', 'W/"x"', '']);
  if (dice.chance(0.05)) headers['if-none-match'] = '*';
  if (dice.chance(0.05)) headers.accept = dice.pick(['text/html', 'application/json', 'x']);
  const init: RequestInit = { method: operation.method, headers };
  const types = Object.keys(operation.bodies);
  if (types.length > 0) {
    const type = dice.pick(types);
    const schema = (operation.bodies[type] ?? {}) as Schema;
    const valid = make({ type: 'object', ...resolve(schema) });
    init.body = encodeBody(type, isBroken ? broken(dice, valid) : valid);
    headers['content-type'] = type === 'multipart/form-data' ? `${type}; boundary=b` : type;
    if (isBroken && dice.chance(0.05)) headers['content-type'] = dice.pick(['text/plain', 'application/xml', type]);
    if (isBroken && dice.chance(0.05)) init.body = dice.pick(['', '{', 'null', '[]', '"x"', '{"a":1}}', '\ufeff{}']);
  }
  for (const [name, value] of Object.entries(headers)) headers[name] = Buffer.from(value).toString('latin1');
  const url = `${path}?${query}`;
  // Node answers longer ones by closing the connection.
  return { url: query.size > 0 && url.length < maxUrlLength ? url : path, init };
}

/** A path of the operation: mostly of a record that exists, or did. */
function makePath(dice: Dice, template: string, known: Known): string {
  const [record = '', ...rest] = template.split(/(?<=\})(?!.*\})/);
  const paths = known.paths.get(shapeOf(record)) ?? [];
  if (paths.length > 0 && dice.chance(0.8)) return dice.pick(paths) + rest.join('');
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (name === 'type' && dice.chance(0.9)) return dice.pick(['post', 'pages']);
    const id = dice.chance(0.3) || known.ids.length === 0 ? oddText(dice).slice(0, 1000) || 'x' : dice.pick(known.ids);
    return encodeURIComponent(id.toWellFormed());
  });
}

/** `String` throws for an object that has members named as its own methods. */
const textOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));

function encodeBody(type: string, value: unknown): string {
  if (type === 'application/json') return JSON.stringify(value);
  const entries = Object.entries((value ?? {}) as object).map(([name, member]) => [name, textOf(member)] as const);
  if (type !== 'multipart/form-data')
    return new URLSearchParams(entries.map(([name, text]) => [name, text])).toString();
  const part = ([name, text]: readonly [string, string]) =>
    `--b\r\ncontent-disposition: form-data; name="${encodeURIComponent(name)}"\r\n\r\n${text}\r\n`;
  return `${entries.map(part).join('')}--b--\r\n`;
}
