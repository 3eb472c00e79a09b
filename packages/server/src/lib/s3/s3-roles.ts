// Reads the temporary keys of a role, where AWS's own tools find them.
//
//   https://docs.aws.amazon.com/sdkref/latest/guide/feature-container-credentials.html
//   https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRoleWithWebIdentity.html
//   https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/instancedata-data-retrieval.html

import { readFile } from 'node:fs/promises';
import { readXml, S3Error, textOf, type XmlElement } from './s3-error.ts';
import { exchange, readText } from './s3-exchange.ts';
import type { S3KeySource, S3Keys } from './s3-place.ts';

export type TemporaryKeys = S3Keys & { expiresAt: Date };
type RoleSource = Exclude<S3KeySource, { from: 'settings' }>;
type Of<From> = Extract<RoleSource, { from: From }>;

/** These endpoints are on the same machine or close to it. */
const silenceMs = 5000;
const instanceTokenSeconds = 300;

/** Throws S3Error: one that is passing if the endpoint is busy or out of reach. */
export async function readRoleKeys(source: RoleSource): Promise<TemporaryKeys> {
  switch (source.from) {
    case 'container':
      return readContainerKeys(source);
    case 'web identity':
      return readWebIdentityKeys(source);
    case 'instance':
      return readInstanceKeys(source);
  }
}

async function readContainerKeys({ url, token, tokenFile }: Of<'container'>): Promise<TemporaryKeys> {
  // The file changes while the service runs.
  const authorization = tokenFile === null ? token : await readToken(tokenFile);
  return keysOfJson(url, await ask(url, { headers: authorization === null ? {} : { authorization } }));
}

async function readWebIdentityKeys({ url, role, session, tokenFile }: Of<'web identity'>): Promise<TemporaryKeys> {
  const form = new URLSearchParams({
    ...{ Action: 'AssumeRoleWithWebIdentity', Version: '2011-06-15' },
    ...{ RoleArn: role, RoleSessionName: session, WebIdentityToken: await readToken(tokenFile) },
  });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const text = await ask(url, { method: 'POST', headers, body: form.toString() });
  const found = await readXml(text)
    .then((root) => findElement(root, 'Credentials'))
    .catch(() => null);
  const read = (name: string): unknown => found && textOf(found, name);
  return keysOf(url, {
    ...{ AccessKeyId: read('AccessKeyId'), SecretAccessKey: read('SecretAccessKey') },
    ...{ Token: read('SessionToken'), Expiration: read('Expiration') },
  });
}

async function readInstanceKeys({ url }: Of<'instance'>): Promise<TemporaryKeys> {
  const lifetime = { 'x-aws-ec2-metadata-token-ttl-seconds': String(instanceTokenSeconds) };
  const token = await ask(`${url}/latest/api/token`, { method: 'PUT', headers: lifetime });
  const headers = { 'x-aws-ec2-metadata-token': token };
  const roles = `${url}/latest/meta-data/iam/security-credentials/`;
  const [role = ''] = (await ask(roles, { headers })).trim().split('\n');
  return keysOfJson(url, await ask(`${roles}${encodeURIComponent(role)}`, { headers }));
}

type Asked = { method?: 'GET' | 'PUT' | 'POST'; headers?: Record<string, string>; body?: string };

async function ask(address: string, { method = 'GET', headers = {}, body = '' }: Asked): Promise<string> {
  const url = new URL(address);
  const bytes = Buffer.from(body);
  const length = method === 'GET' ? {} : { 'content-length': String(bytes.length) };
  let status: number;
  let text: string;
  try {
    const response = await exchange(url, { method, headers: { ...headers, ...length }, body: [bytes], silenceMs });
    status = response.statusCode ?? 0;
    text = await readText(response, silenceMs);
  } catch (error) {
    throw noKeys(url, (error as Error).message, null, error);
  }
  if (status >= 200 && status < 300) return text;
  const said = text
    .replace(/<[^>]*>|\s+/g, ' ')
    .trim()
    .slice(0, 200);
  throw noKeys(url, `it said ${status}${said && ` (${said})`}`, status);
}

function readToken(file: string): Promise<string> {
  return readFile(file, 'utf8').then(
    (text) => text.trim(),
    (error) => {
      const message = `The token for the keys of the S3 store could not be read from ${file}: ${error.message}.`;
      throw new S3Error(message, { code: null, status: 403, cause: error });
    },
  );
}

function keysOfJson(url: string, text: string): TemporaryKeys {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = null;
  }
  return keysOf(url, (json ?? {}) as Record<string, unknown>);
}

/** `fields` as the answers of containers and machines name them. */
function keysOf(url: string, fields: Record<string, unknown>): TemporaryKeys {
  const { AccessKeyId: accessKeyId, SecretAccessKey: secretAccessKey, Token: sessionToken, Expiration } = fields;
  const expiresAt = new Date(String(Expiration));
  const isWhole = [accessKeyId, secretAccessKey, sessionToken].every((text) => typeof text === 'string' && text !== '');
  if (!isWhole || Number.isNaN(expiresAt.getTime())) throw noKeys(new URL(url), 'its answer has no keys', 502);
  return { accessKeyId, secretAccessKey, sessionToken, expiresAt } as TemporaryKeys;
}

function noKeys({ origin }: URL, reason: string, status: number | null, cause?: unknown): S3Error {
  const message = `The keys for the S3 store could not be read from ${origin}: ${reason}. docs/scale.md says where they come from.`;
  return new S3Error(message, { code: null, status, cause });
}

function findElement(element: XmlElement, name: string): XmlElement | null {
  if (element.name === name) return element;
  for (const child of element.children) {
    const found = findElement(child, name);
    if (found) return found;
  }
  return null;
}
