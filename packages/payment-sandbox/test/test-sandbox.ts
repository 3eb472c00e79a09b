// For tests: a sandbox, the official SDK connected to it, and a receiver that verifies every event with the SDK.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import Stripe from 'stripe';
import { type SandboxOptions, startSandbox } from '../src/server.ts';

export const secret = 'whsec_test_secret';

/** Receives events and responds with 200, unless `reply` responds and returns true. */
export async function startReceiver(
  t: TestContext,
  reply: (event: Stripe.Event, res: ServerResponse) => boolean = () => false,
  keyring = { secret },
) {
  const events: Stripe.Event[] = [];
  const verifier = new Stripe('sk_test_verifier');
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const event = verifier.webhooks.constructEvent(
      Buffer.concat(chunks),
      req.headers['stripe-signature'] ?? '',
      keyring.secret,
    );
    events.push(event);
    if (!reply(event, res)) res.writeHead(200).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const types = () => events.map((event) => event.type as string);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  /** Waits for the `count`-th event of this type and returns it. */
  const awaitEvent = (type: string, count = 1): Promise<Stripe.Event> =>
    until(() => events.filter((event) => event.type === type)[count - 1], `event ${type} #${count}`);
  return { events, types, url, awaitEvent };
}

/** Polls until `probe` returns a truthy value; throws after the deadline. */
export async function until<T>(
  probe: () => T | undefined | false | Promise<T | undefined | false>,
  what: string,
  deadlineMs = 60_000,
): Promise<T> {
  const end = Date.now() + deadlineMs;
  while (Date.now() < end) {
    const found = await probe();
    if (found) return found;
    await wait(10);
  }
  throw new assert.AssertionError({ message: `Timed out waiting for: ${what}` });
}

/** The SDK as the product uses it, without retries. */
export function sdkFor(apiBase: string, key = 'sk_test_sandbox'): Stripe {
  const { hostname, port } = new URL(apiBase);
  return new Stripe(key, {
    host: hostname,
    port: Number(port),
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  });
}

/** A sandbox with a receiver and the SDK, closed after the test. */
export async function startTestSandbox(
  t: TestContext,
  options: Partial<SandboxOptions> = {},
  reply?: (event: Stripe.Event, res: ServerResponse) => boolean,
) {
  const receiver = await startReceiver(t, reply);
  const sandbox = await startSandbox({
    dataFile: ':memory:',
    webhook: { url: receiver.url, secret },
    retryDelays: [20, 20, 20, 20, 20],
    ...options,
  });
  t.after(() => sandbox.close());
  return { sandbox, receiver, stripe: sdkFor(sandbox.apiBase) };
}

/** Parameters of a one-time payment session. */
export function sessionParams(amount = 2500, currency = 'eur'): Stripe.Checkout.SessionCreateParams {
  return {
    mode: 'payment',
    line_items: [
      { quantity: 1, price_data: { currency, unit_amount: amount, product_data: { name: 'Workshop ticket' } } },
    ],
    success_url: 'http://127.0.0.1:9/thanks?session={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://127.0.0.1:9/canceled',
  };
}

/** Submits the hosted form without following the redirect. */
export function sendForm(url: string | null, fields: Record<string, string>): Promise<Response> {
  return fetch(url ?? '', { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
}

/** The error of a call that must fail. */
export async function errorOf(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error;
    throw error;
  }
  throw new assert.AssertionError({ message: 'The call should have failed' });
}

/** A folder that is removed after the test. */
export function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'payment-sandbox-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Runs the sandbox as its own process. */
export async function startProgram(
  t: TestContext,
  dataFile: string,
  url: string,
): Promise<{ child: ChildProcess; apiBase: string }> {
  const main = new URL('../src/main.ts', import.meta.url).pathname;
  const args = [main, '--port', '0', '--data-file', dataFile, '--webhook-url', url, '--webhook-secret', secret];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => child.kill('SIGKILL'));
  for await (const line of createInterface({ input: child.stdout })) {
    const apiBase = /listening on (\S+)/.exec(line)?.[1];
    if (apiBase !== undefined) return { child, apiBase };
  }
  throw new Error('The sandbox exited before it started listening');
}
