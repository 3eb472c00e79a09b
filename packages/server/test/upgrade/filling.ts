// What fills a service for the upgrade fixture has in common: a service, and requests that must succeed.

import assert from 'node:assert/strict';
import type { TestMailServer } from '../support/mail-server.ts';
import type { TestSandbox } from '../support/payment-service.ts';
import type { Receiver } from '../support/receiver.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { waitFor } from '../support/wait-for.ts';

export type Filling = {
  server: ServerProcess;
  sandbox: TestSandbox;
  mailServer: TestMailServer;
  receiver: Receiver;
  /** Answers with an error. */
  failing: Receiver;
};

// biome-ignore lint/suspicious/noExplicitAny: responses are used as they come
export type Body = any;

/** A request with the key of every scope, again while the service is overloaded; throws unless its status is one of the 200s. */
export async function send(
  { server }: Pick<Filling, 'server'>,
  method: string,
  path: string,
  body?: object,
): Promise<Body> {
  const isForm = body instanceof FormData;
  const answer = await waitFor(`a response to ${method} ${path}`, async () => {
    const answer = await fetch(`${server.api}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${server.token}`,
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    return answer.status === 503 ? null : answer;
  });
  const text = await answer.text();
  assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

/** Requests of a person who is signed in, as the admin sends them. */
export type Person = { id: string; send(method: string, path: string, body?: object): Promise<Body> };

/** Signs in, or sets up: whatever answers with a session. */
export async function personFrom({ server }: Pick<Filling, 'server'>, path: string, body: object): Promise<Person> {
  const headers = {
    'content-type': 'application/json',
    'sec-fetch-site': 'same-origin',
    'x-frontdesk-client': 'fixture',
    'user-agent': 'Fixture/1.0',
  };
  const call = async (method: string, path: string, body: object | undefined, cookie: string): Promise<Response> => {
    const answer = await fetch(`${server.api}${path}`, {
      method,
      headers: { ...headers, ...(cookie === '' ? {} : { cookie }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${answer.ok ? '' : await answer.text()}`);
    return answer;
  };
  const signedIn = await call('POST', path, body, '');
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const { user } = (await signedIn.json()) as Body;
  return {
    id: user.id,
    async send(method, path, body = {}) {
      const answer = await call(method, path, method === 'GET' ? undefined : body, cookie);
      const text = await answer.text();
      return text === '' ? undefined : JSON.parse(text);
    },
  };
}
