// The access to an S3 store as settings give it, under the names that AWS's own tools use.

import type { S3Access, S3KeySource } from './s3-place.ts';

export type S3Settings = S3KeySettings & {
  endpoint: string | null;
  region: string | null;
  /** Null for what fits the endpoint. */
  pathStyle: boolean | null;
};

/** The access, or what is wrong with it. */
export function readS3Access(settings: S3Settings): S3Access | string[] {
  const { endpoint, region, pathStyle } = settings;
  const mistakes: string[] = [];
  const url = endpoint === null ? null : URL.parse(endpoint);
  if (endpoint !== null && !isOrigin(url))
    mistakes.push(
      'AWS_ENDPOINT_URL_S3: must be the origin of the S3 store, such as https://s3.example.com, without a path',
    );
  if (endpoint === null && region === null)
    mistakes.push('AWS_REGION: is required for an S3 store. For one that is not of AWS, set AWS_ENDPOINT_URL_S3 too');
  if (region !== null && !/^[\w-]+$/.test(region))
    mistakes.push(`AWS_REGION: must be a region, such as eu-central-1, not "${region}"`);
  // What stores without regions expect.
  const usedRegion = region ?? 'us-east-1';
  const keys = readKeySource(settings, usedRegion);
  if (Array.isArray(keys)) mistakes.push(...keys);
  if (mistakes.length > 0 || Array.isArray(keys)) return mistakes;
  return {
    endpoint: url?.origin ?? null,
    region: usedRegion,
    keys,
    pathStyle: pathStyle ?? (url !== null && !/\.amazonaws\.com(?:\.cn)?$/.test(url.hostname)),
  };
}

function isOrigin(url: URL | null): boolean {
  return url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.username;
}

// Where the keys of an S3 store come from, as settings say it under the names that AWS's own tools use, in the order of those.

export type S3KeySettings = {
  accessKeyId: string | null;
  secretAccessKey: string | null;
  sessionToken: string | null;
  roleArn: string | null;
  roleSessionName: string | null;
  webIdentityTokenFile: string | null;
  stsEndpoint: string | null;
  containerPath: string | null;
  containerUrl: string | null;
  containerToken: string | null;
  containerTokenFile: string | null;
  /** `instance` for the role of the machine. */
  keysFrom: string | null;
  metadataEndpoint: string | null;
};

const ecsOrigin = 'http://169.254.170.2';
const metadataOrigin = 'http://169.254.169.254';
/** Hosts that need no https: this machine, and those of ECS and EKS beside it. */
const localHost = /^(localhost|127(\.\d+){3}|\[::1\]|169\.254\.170\.(2|23)|\[fd00:ec2::23\])$/;

/** The source, or what is wrong with the settings. */
export function readKeySource(settings: S3KeySettings, region: string): S3KeySource | string[] {
  const { accessKeyId, secretAccessKey, sessionToken } = settings;
  if (accessKeyId !== null && secretAccessKey !== null)
    return { from: 'settings', accessKeyId, secretAccessKey, sessionToken };
  const isUnset = accessKeyId === null && secretAccessKey === null;
  const role = isUnset
    ? (readWebIdentity(settings, region) ?? readContainer(settings) ?? readInstance(settings))
    : null;
  return (
    role ?? [
      ...(accessKeyId === null ? ['AWS_ACCESS_KEY_ID: is required for an S3 store, or a role (docs/scale.md)'] : []),
      ...(secretAccessKey === null ? ['AWS_SECRET_ACCESS_KEY: is required for an S3 store'] : []),
    ]
  );
}

function readWebIdentity(
  { roleArn: role, roleSessionName, webIdentityTokenFile: tokenFile, stsEndpoint }: S3KeySettings,
  region: string,
): S3KeySource | string[] | null {
  if (role === null || tokenFile === null) return null;
  const url = stsEndpoint ?? `https://sts.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
  if (!mayAsk(url)) return [`AWS_ENDPOINT_URL_STS: must begin with https://, not "${url}"`];
  return { from: 'web identity', url, role, session: roleSessionName ?? 'frontdesk', tokenFile };
}

function readContainer({
  containerPath,
  containerUrl,
  containerToken: token,
  containerTokenFile: tokenFile,
}: S3KeySettings): S3KeySource | string[] | null {
  if (containerPath !== null) return { from: 'container', url: `${ecsOrigin}${containerPath}`, token, tokenFile };
  if (containerUrl === null) return null;
  if (mayAsk(containerUrl)) return { from: 'container', url: containerUrl, token, tokenFile };
  return [
    `AWS_CONTAINER_CREDENTIALS_FULL_URI: must begin with https://, or name this machine or an address of ECS or EKS, not "${containerUrl}"`,
  ];
}

function readInstance({ keysFrom, metadataEndpoint }: S3KeySettings): S3KeySource | string[] | null {
  if (keysFrom === null) return null;
  if (keysFrom !== 'instance') return [`FRONTDESK_S3_KEYS: must be instance, not "${keysFrom}"`];
  const url = URL.parse(metadataEndpoint ?? metadataOrigin);
  if (url === null) return ['AWS_EC2_METADATA_SERVICE_ENDPOINT: must be a URL'];
  return { from: 'instance', url: url.origin };
}

/** Keys must not be readable on the way. */
function mayAsk(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && localHost.test(url.hostname));
}
