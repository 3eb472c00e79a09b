// An endpoint that gives temporary keys of a role, as ECS, EKS, STS and EC2 have them.

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { s3Keys } from './s3-store.ts';

export type RoleKeys = {
  origin: string;
  /** What was asked so far. */
  asked: { method: string; path: string; headers: IncomingMessage['headers']; body: string }[];
  /** How long the keys of the next answer work. */
  lifeMs: number;
  /** The status of the next answers, if it is not 200. */
  status: number;
  /** Sent in the place of keys. */
  answer: string | null;
};

/** Starts one. The session token of the first keys is `session-1`, that of the next `session-2`. */
export async function startRoleKeys(t: Pick<TestContext, 'after'>): Promise<RoleKeys> {
  let given = 0;
  const keys: RoleKeys = { origin: '', asked: [], lifeMs: 3_600_000, status: 200, answer: null };
  const next = () => ({
    ...{ AccessKeyId: s3Keys.accessKeyId, SecretAccessKey: s3Keys.secretAccessKey },
    ...{ token: `session-${++given}`, Expiration: new Date(Date.now() + keys.lifeMs).toISOString() },
  });
  const answers: Record<string, () => string> = {
    'PUT /latest/api/token': () => 'metadata-token',
    'GET /latest/meta-data/iam/security-credentials/': () => 'site-role',
    'POST /': () => {
      const { token, ...fields } = next();
      const elements = Object.entries({ ...fields, SessionToken: token }).map(
        ([name, text]) => `<${name}>${text}</${name}>`,
      );
      return `<AssumeRoleWithWebIdentityResponse><AssumeRoleWithWebIdentityResult><Credentials>${elements.join('')}</Credentials></AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>`;
    },
  };
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url: path = '', headers } = request;
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString();
    keys.asked.push({ method, path, headers, body });
    if (keys.status !== 200) return void response.writeHead(keys.status).end('<Error>not now</Error>');
    const answer = answers[`${method} ${path}`];
    if (keys.answer !== null || answer) return void response.end(keys.answer ?? answer?.());
    const { token: Token, ...fields } = next();
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ ...fields, Token }));
  };
  const server = createServer((request, response) => void respond(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  keys.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return keys;
}
