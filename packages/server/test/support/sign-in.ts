// Users for tests: an owner created with the setup link, and requests like those of the admin.

import { setupLink } from '../../src/accounts/setup.ts';
import type { Answer, RequestOptions, TestService } from './test-service.ts';

export const ownerPassword = 'a long enough pass phrase';

export type Person = {
  cookie: string;
  id: string;
  /** Sends a request with the cookie, like the admin does. */
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>;
};

/** Creates the owner with the setup link. */
export async function setUpOwner(service: TestService): Promise<Person> {
  const code = new URL((await setupLink(service.context)) as string).searchParams.get('code');
  const body = { code, siteName: 'Harbour', name: 'Olga', email: 'olga@example.com', password: ownerPassword };
  const answer = await service.request('POST', '/setup', { token: null, body });
  if (answer.status !== 201) throw new Error(answer.text);
  return asPerson(service, answer);
}

/** Signs in with email and password. */
export async function signIn(service: TestService, email: string, password: string): Promise<Person> {
  const answer = await service.request('POST', '/sessions', { token: null, body: { email, password } });
  if (answer.status !== 201) throw new Error(answer.text);
  return asPerson(service, answer);
}

function asPerson(service: TestService, answer: Answer): Person {
  const cookie = cookieOf(answer);
  return {
    cookie,
    id: answer.body.user.id,
    request: (method, path, options = {}) =>
      service.request(method, path, {
        token: null,
        ...options,
        headers: { cookie, 'sec-fetch-site': 'same-origin', 'x-frontdesk-client': 'test', ...options.headers },
      }),
  };
}

/** Returns `name=value` of the session cookie that a response sets. */
export function cookieOf(answer: Answer): string {
  return setCookiesOf(answer)[0]?.split(';')[0] as string;
}

/** The cookies that a response sets: that of the session, then that of the known device. */
export function setCookiesOf(answer: Answer): string[] {
  return [answer.headers['set-cookie'] ?? []].flat().map(String);
}
