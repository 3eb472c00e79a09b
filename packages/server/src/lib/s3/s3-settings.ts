// The access to an S3 store as settings give it, under the names that AWS's own tools use.

import { readKeySource, type S3KeySettings } from './s3-key-settings.ts';
import type { S3Access } from './s3-place.ts';

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
