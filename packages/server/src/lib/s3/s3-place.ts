// Where objects are in an S3 store, and with which key they are reached. Nothing here connects.

/** All objects of a place have names that begin with its prefix, which is empty or ends with a slash. */
export type S3Place = { bucket: string; prefix: string };

/** A place, and the access to it. */
export type S3Store = { access: S3Access; place: S3Place };

export type S3Access = {
  /** An origin; null for that of AWS in this region. */
  endpoint: string | null;
  region: string;
  keys: S3KeySource;
  /** The bucket is in the path of URLs, not in the name of the host. */
  pathStyle: boolean;
};

export type S3Keys = {
  accessKeyId: string;
  secretAccessKey: string;
  /** Of temporary keys. */
  sessionToken: string | null;
};

/** Where keys come from. All but those of the settings are temporary, of a role, and are read again before they expire (s3-roles.ts). */
export type S3KeySource =
  | ({ from: 'settings' } & S3Keys)
  /** An endpoint that a container has: ECS, EKS with Pod Identity, and others that speak like it. */
  | { from: 'container'; url: string; token: string | null; tokenFile: string | null }
  /** A token of a pod, which AWS's security token service (STS) exchanges: EKS with roles for service accounts. */
  | { from: 'web identity'; url: string; role: string; session: string; tokenFile: string }
  /** The metadata of a machine: EC2, version 2. */
  | { from: 'instance'; url: string };

const scheme = 's3://';
/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html, and underscores, which other stores allow. */
const bucketPattern = /^[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]$/;
/** Characters that no URL and no signature writes in two ways. */
const prefixPattern = /^(?:[\w.-]+\/)*$/;

/** Whether a text names an S3 store, rightly or not. */
export function isS3Address(text: string): boolean {
  return text.startsWith(scheme);
}

/** Reads `s3://bucket` or `s3://bucket/prefix`. Null if it is neither. */
export function readS3Place(text: string): S3Place | null {
  if (!isS3Address(text)) return null;
  const [bucket = '', ...rest] = text.slice(scheme.length).split('/');
  const path = rest.join('/').replace(/\/+$/, '');
  const prefix = path === '' ? '' : `${path}/`;
  const isRight = bucketPattern.test(bucket) && prefixPattern.test(prefix) && !/(?:^|\/)\.{1,2}\//.test(prefix);
  return isRight ? { bucket, prefix } : null;
}

/** As people write it. */
export function describeS3Place({ bucket, prefix }: S3Place): string {
  return `${scheme}${bucket}/${prefix}`.replace(/\/$/, '');
}

/** The URL that all objects of the bucket are under, with a slash at its end. */
export function bucketUrl({ endpoint, region, pathStyle }: S3Access, bucket: string): URL {
  const url = new URL(endpoint ?? `https://s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`);
  // A certificate for all buckets covers no names with dots.
  const isInPath = pathStyle || bucket.includes('.');
  if (!isInPath) url.host = `${bucket}.${url.host}`;
  url.pathname = isInPath ? `/${bucket}/` : '/';
  return url;
}
