// Processes of the service behind a balancer, on a PostgreSQL and a payment sandbox of their own, and requests to them.

import { randomBytes } from 'node:crypto';
import type { TestContext } from 'node:test';
import { startSandbox } from '@frontdesk/payment-sandbox';
import { type Balancer, startBalancer } from './balancer.ts';
import { createDatabase, startOwnPostgres } from './postgres.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';
import { cookieOf } from './sign-in.ts';

const token = 'token_of_nodes_and_a_balancer';
const webhookSecret = 'whsec_of_nodes';

/** The header of a key with every scope. */
export const authorization = `Bearer ${token}`;

// biome-ignore lint/suspicious/noExplicitAny: responses are checked by assertions, not by types
export type NodeAnswer = { status: number; body: any; headers: Headers };

export type Cluster = {
  postgres: Awaited<ReturnType<typeof startOwnPostgres>>;
  balancer: Balancer;
  /** Starts a process, of this program if not of the sources, and has the balancer send requests to it. */
  startNode(program?: readonly string[]): Promise<ServerProcess>;
};

/** Nothing runs behind the balancer yet. `environment` says where the files are, and what else is different. */
export async function startCluster(t: TestContext, environment: Record<string, string>): Promise<Cluster> {
  const postgres = await startOwnPostgres({ synchronous_commit: 'on' });
  t.after(() => postgres.stop());
  const balancer = await startBalancer(t);
  const webhook = { url: `${balancer.origin}/api/public/payments/webhook`, secret: webhookSecret };
  const sandbox = await startSandbox({ dataFile: ':memory:', webhook, retryDelays: Array(100).fill(500) });
  t.after(() => sandbox.close());
  const all = {
    DATABASE_URL: await createDatabase(postgres.url, 'nodes'),
    FRONTDESK_SECRET_KEY: randomBytes(32).toString('base64'),
    FRONTDESK_PUBLIC_URL: balancer.origin,
    FRONTDESK_TRUST_PROXY: '127.0.0.1',
    FRONTDESK_RATE_LIMITS: 'on',
    FRONTDESK_INITIAL_TOKEN: token,
    STRIPE_API_BASE: sandbox.apiBase,
    STRIPE_SECRET_KEY: 'sk_test_nodes',
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    ...environment,
  };
  const startNode = async (program?: readonly string[]): Promise<ServerProcess> => {
    const node = await startServerProcess(t, all, program);
    balancer.servers.push(node.origin);
    return node;
  };
  return { postgres, balancer, startNode };
}

/** Sends a request to the balancer or to one of the processes: FormData as it is, everything else as JSON. */
export async function requestAt(
  origin: string,
  method: string,
  url: string,
  body?: unknown,
  headers: Record<string, string> = { authorization },
): Promise<NodeAnswer> {
  const isForm = body instanceof FormData;
  const answer = await fetch(`${origin}/api/v1${url}`, {
    method,
    headers: { ...headers, ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text.startsWith('{') ? JSON.parse(text) : text, headers: answer.headers };
}

/** The cookie of a session that has begun. */
export function cookieFrom({ headers }: NodeAnswer): string {
  return cookieOf({ headers: { 'set-cookie': headers.getSetCookie() } } as never);
}
