// Reads the environment and the file `.env`; no other file does. docs/configuration.md is generated from `settings`.

import path from 'node:path';
import { parseEnv } from 'node:util';
import { closestMatch } from 'leven';
import { ExpectedError } from '../lib/expected-error.ts';
import { isProxyRange, isRange } from '../lib/public-address.ts';
import { readTextFile } from '../lib/read-text-file.ts';
import { isS3Address, readS3Place, type S3Access, type S3Store } from '../lib/s3/s3-place.ts';
import { readS3Access } from '../lib/s3/s3-settings.ts';
import { type ClamdAddress, readClamdAddress } from '../storage/clamd.ts';
import { type MailServer, readMailServer } from './mail-server.ts';

type Setting = {
  /** Used if the variable is not set. */
  default?: string;
  description: string;
  /** May also be read from the file that NAME_FILE names. */
  secret?: boolean;
};

export const settings = {
  PORT: { default: '3000', description: 'Port to listen on. `0` picks a free one.' },
  HOST: { default: '127.0.0.1', description: 'Address to listen on. Use `0.0.0.0` for all interfaces.' },
  FRONTDESK_DATA: {
    default: './data',
    description:
      'Folder for the SQLite database, uploaded files and the key that encrypts stored secrets. Only the account that runs the service can read it. Back it up.',
  },
  FRONTDESK_FILES: {
    description:
      'The S3 store for uploaded files: `s3://bucket` or `s3://bucket/prefix`, for this site alone. If not set, the folder `files` in the data folder: docs/scale.md.',
  },
  AWS_ENDPOINT_URL_S3: {
    description:
      'Origin of the S3 store, such as `https://s3.example.com`. If not set, `AWS_ENDPOINT_URL`, or AWS in the region.',
  },
  AWS_ENDPOINT_URL: { description: 'The same as `AWS_ENDPOINT_URL_S3`, which takes precedence.' },
  AWS_REGION: { description: 'Region of the S3 store. If not set, `us-east-1` for a store that is not of AWS.' },
  AWS_ACCESS_KEY_ID: { description: 'Access key of the S3 store.', secret: true },
  AWS_SECRET_ACCESS_KEY: { description: 'Secret key of the S3 store.', secret: true },
  AWS_SESSION_TOKEN: { description: 'Session token, if the keys are temporary.', secret: true },
  AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: {
    description: 'Where the keys of a role are read if none are set; ECS sets it: docs/scale.md.',
  },
  AWS_CONTAINER_CREDENTIALS_FULL_URI: {
    description:
      'The same as a whole URL; EKS sets it. Without https, it must be on this machine or an address of EKS.',
  },
  AWS_CONTAINER_AUTHORIZATION_TOKEN: {
    description: 'What is sent there as `Authorization`. A file is read again each time.',
    secret: true,
  },
  AWS_ROLE_ARN: { description: 'Role of a pod, for `AWS_WEB_IDENTITY_TOKEN_FILE`; EKS sets both.' },
  AWS_WEB_IDENTITY_TOKEN_FILE: { description: 'File with the token that AWS exchanges for keys of that role.' },
  AWS_ROLE_SESSION_NAME: { description: 'What its sessions are called at AWS. If not set, `frontdesk`.' },
  AWS_ENDPOINT_URL_STS: { description: 'Where the token is exchanged. If not set, AWS in the region.' },
  FRONTDESK_S3_KEYS: {
    description: '`instance` for the keys of the role of an EC2 machine, from its metadata, if no others are set.',
  },
  AWS_EC2_METADATA_SERVICE_ENDPOINT: {
    description: 'Where the metadata of the machine is. If not set, `http://169.254.169.254`.',
  },
  FRONTDESK_S3_PATH_STYLE: {
    description:
      'Whether URLs of the S3 store have the bucket in their path. If not set, `off` for AWS, otherwise `on`.',
  },
  DATABASE_URL: {
    description: 'A `postgres://…` URL. If not set, SQLite in the data folder is used.',
    secret: true,
  },
  FRONTDESK_DATABASE_WAIT: {
    default: '60',
    description: 'Seconds to wait at the start for a PostgreSQL that cannot be reached yet.',
  },
  FRONTDESK_SECRET_KEY: {
    description:
      'The key that encrypts stored secrets: 32 bytes in base64 or hex, as from `openssl rand -base64 32`. Every process that uses the same database needs the same key. While you change it, list the former one after it, separated by a comma: docs/scale.md. If not set, `secret.key` in the data folder, which is created.',
    secret: true,
  },
  FRONTDESK_PUBLIC_URL: {
    description:
      'Public origin of the service, such as `https://forms.example.com`. If not set, the listening address.',
  },
  FRONTDESK_INITIAL_TOKEN: {
    description:
      'An API key with every scope, created at start unless it exists or was revoked. At least 20 characters.',
    secret: true,
  },
  FRONTDESK_EXAMPLE: {
    default: '1',
    description: 'Set to `0` to start with an empty site instead of a small example.',
  },
  FRONTDESK_RATE_LIMITS: { default: 'on', description: 'Set to `off` only on trusted networks and for load tests.' },
  FRONTDESK_CACHE_MB: {
    default: '32',
    description:
      'Megabytes of memory for responses that are sent again while nothing has changed. `0` keeps none. More helps a site whose readers request more pages than fit.',
  },
  FRONTDESK_CDN_SECONDS: {
    default: '0',
    description:
      'Seconds that a CDN may send public content without asking whether it has changed. `0`: it always asks. With more, purge what has changed: docs/api.md.',
  },
  FRONTDESK_MEDIA_MB: {
    default: '100',
    description:
      'Megabytes that a file in the media library may have. Pictures may have at most 64, whatever this says. Uploads may take two minutes.',
  },
  FRONTDESK_IMPORT_MB: {
    default: '500',
    description:
      'Megabytes that an export uploaded for an import may have. Uploads may take two minutes; files on the server can be imported without a limit by `npx frontdesk import`.',
  },
  FRONTDESK_SIZES_MB: {
    default: '500',
    description:
      'Megabytes on disk for the sizes of pictures that have been made. When they are full, those that were used longest ago are removed, and made again when they are requested.',
  },
  FRONTDESK_TRUST_PROXY: {
    description:
      'Addresses or ranges of the proxies whose `X-Forwarded-*` headers are trusted, separated by commas. If not set, none.',
  },
  FRONTDESK_ALLOW_PRIVATE_WEBHOOKS: {
    default: '0',
    description:
      'Private addresses or ranges that webhooks, and media fetched by URL, may use, such as `127.0.0.0/8`, separated by commas. `1` allows all of them; for development only.',
  },
  STRIPE_SECRET_KEY: {
    description:
      'Secret key of Stripe. Overrides the key entered in the admin. Without either, the built-in payment sandbox is used.',
    secret: true,
  },
  STRIPE_WEBHOOK_SECRET: {
    description:
      'Signing secret of the processor’s webhooks, also used by the sandbox. While you rotate it, list both, separated by a comma.',
    secret: true,
  },
  STRIPE_API_BASE: { description: 'Base URL of the processor’s API, for tests.' },
  FRONTDESK_SMTP_URL: {
    description:
      'The server that sends mail: `smtps://user:password@mail.example.com` with TLS, `smtp://…` with STARTTLS, `smtp://…?security=none` without encryption. Overrides the one entered in the admin. Without either, mails wait in the outbox.',
    secret: true,
  },
  FRONTDESK_MAIL_FROM: {
    description: 'The sender of mails, such as `Harbour <mail@example.com>`. Required with `FRONTDESK_SMTP_URL`.',
  },
  FRONTDESK_DKIM_DOMAIN: { description: 'Signs mails with DKIM for this domain.' },
  FRONTDESK_DKIM_SELECTOR: {
    description: 'Selector of the DKIM key: its DNS record is `<selector>._domainkey.<domain>`.',
  },
  FRONTDESK_DKIM_KEY: { description: 'The private DKIM key in PEM, RSA or Ed25519.', secret: true },
  FRONTDESK_VIES_URL: {
    default: 'https://ec.europa.eu/taxation_customs/vies/rest-api/check-vat-number',
    description:
      'Where the EU is asked whether a VAT ID is in use, if Settings, Invoices allows it. A private address must be one that webhooks may use.',
  },
  FRONTDESK_CLAMD: {
    description:
      'The clamd of ClamAV that scans the files of submissions: `host:port`, such as `127.0.0.1:3310`, or the path of its Unix socket. Until the verdict they cannot be downloaded. If not set, files are not scanned: docs/inbox.md.',
  },
  FRONTDESK_BACKUPS: {
    description:
      'Folder for the backups that the service makes (Settings, Backups), or an S3 store: `s3://bucket/prefix`. If not set, `backups` in the data folder. Another disk is better: it must exist when the backup begins.',
  },
  FRONTDESK_BACKUP_PASSPHRASE: {
    description:
      'Seals the key that encrypts stored secrets in backups: at least 12 characters. Keep a copy elsewhere. If not set, backups are made without the key: docs/backup.md.',
    secret: true,
  },
  FRONTDESK_METRICS_PORT: {
    description:
      'Serves metrics for Prometheus at `/metrics` on a port of its own, such as `9464`. If neither this nor `FRONTDESK_METRICS_TOKEN` is set, there are none: docs/observability.md.',
  },
  FRONTDESK_METRICS_HOST: {
    default: '127.0.0.1',
    description: 'Address to listen on with `FRONTDESK_METRICS_PORT`.',
  },
  FRONTDESK_METRICS_TOKEN: {
    description:
      'Serves metrics at `/metrics` on the port of the service, to requests with this key as `Authorization: Bearer …`. With it, `FRONTDESK_METRICS_PORT` requires it too. At least 20 characters.',
    secret: true,
  },
  FRONTDESK_SLOW_MS: {
    default: '1000',
    description:
      'Milliseconds from which requests and statements of the database are logged as slow, with the route or task and without values. `0` logs none: docs/observability.md.',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    description:
      'Sends traces to this collector by OTLP over HTTP, such as `http://127.0.0.1:4318`. If not set, there are none. The other `OTEL_EXPORTER_OTLP_…` variables apply: docs/observability.md.',
  },
  OTEL_SERVICE_NAME: { description: 'The name of the service in traces. If not set, `frontdesk`.' },
  OTEL_TRACES_SAMPLER: {
    default: 'parentbased_always_on',
    description:
      'Which traces are kept: `always_on`, `always_off` or `traceidratio`, or one of these after `parentbased_`, which follows the caller’s decision.',
  },
  OTEL_TRACES_SAMPLER_ARG: { default: '1', description: 'The share of traces that `traceidratio` keeps, from 0 to 1.' },
  LOG_LEVEL: { default: 'info', description: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.' },
} as const satisfies Record<string, Setting>;

export type Environment = Record<string, string | undefined>;

/** Which payment processor is used, and with which keys. Replaced as a whole when keys are entered in the admin. */
export type ProcessorSetup = {
  secretKey: string | null;
  webhookSecrets: string[];
  /** Null for Stripe's own. */
  apiBase: string | null;
  /** `sandbox` means that there are no keys. */
  keysFrom: 'environment' | 'settings' | 'sandbox';
};

export type Config = {
  port: number;
  host: string;
  dataFolder: string;
  /** For uploaded files; null for the data folder. */
  fileStore: S3Store | null;
  /** What the environment says of S3 stores; null without keys. */
  s3: S3Access | null;
  databaseUrl: string | null;
  databaseWaitMs: number;
  /** 32 bytes; null for the key file in the data folder. */
  encryptionKey: Buffer | null;
  /** Open what they have sealed, while the key is rotated. */
  formerKeys: Buffer[];
  /** An origin without a trailing slash; null until the listening address is known. */
  publicUrl: string | null;
  initialToken: string | null;
  example: boolean;
  rateLimits: boolean;
  /** For responses that are sent again. */
  cacheBytes: number;
  /** For which shared caches may send public content without asking. */
  cdnSeconds: number;
  /** For one file in the media library. */
  maxMediaBytes: number;
  /** For one export that is uploaded. */
  maxImportBytes: number;
  /** On disk, for the sizes of pictures. */
  sizesBytes: number;
  trustProxy: string[];
  /** All addresses, none, or those in these ranges. */
  allowPrivateWebhooks: boolean | string[];
  stripe: ProcessorSetup;
  /** The processor's URL from the environment; null for Stripe's own. Never the built-in sandbox. */
  stripeBase: string | null;
  /** From the environment. */
  mailServer: MailServer | null;
  /** Where the EU is asked about VAT IDs. */
  viesUrl: string;
  /** What scans files. */
  clamd: ClamdAddress | null;
  /** For backups that the service makes. */
  backupFolder: string;
  /** For backups that the service makes; null for the folder. */
  backupStore: S3Store | null;
  /** Seals the key in backups. */
  backupPassphrase: string | null;
  /** Null for none. `port` is one of their own; without `token` they have no other. */
  metrics: { port: number | null; host: string; token: string | null } | null;
  /** Where traces are sent is read by OpenTelemetry itself. Null for none. */
  traces: { serviceName: string | null; sampler: string; share: number } | null;
  logLevel: string;
  /** From which requests and statements are logged as slow; 0 for none. */
  slowMs: number;
  /** What is probably wrong, but does not prevent the start. */
  warnings: string[];
};

export class ConfigError extends ExpectedError {
  override name = 'ConfigError';
  readonly mistakes: string[];
  constructor(mistakes: string[]) {
    super(
      `The configuration has ${mistakes.length === 1 ? 'an error' : `${mistakes.length} errors`}:\n${mistakes.map((m) => `  - ${m}`).join('\n')}`,
    );
    this.mistakes = mistakes;
  }
}

const yes = ['1', 'true', 'on', 'yes'];
const no = ['0', 'false', 'off', 'no'];
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** The environment, completed by the file `.env` of the current folder, if there is one. Throws ConfigError. */
export function loadEnvironment(): Environment {
  try {
    for (const [name, value] of Object.entries(parseEnv(readTextFile('.env')))) process.env[name] ??= value;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') throw new ConfigError([`.env: could not be read (${message})`]);
  }
  return process.env;
}

/** Uses this data folder instead of the one that the environment names. */
export function useDataFolder(folder: string): void {
  process.env.FRONTDESK_DATA = folder;
}

/** Reads the whole configuration. Throws one ConfigError with all mistakes. */
export function readConfig(environment: Environment): Config {
  const mistakes: string[] = [];
  const warnings: string[] = [];
  const mistake = (text: string): null => {
    mistakes.push(text);
    return null;
  };

  const read = (name: keyof typeof settings): string | null => {
    const setting: Setting = settings[name];
    const file = environment[`${name}_FILE`];
    if (setting.secret && file) {
      try {
        return readTextFile(file).trim();
      } catch (error) {
        return mistake(`${name}_FILE: ${file} could not be read (${(error as Error).message})`);
      }
    }
    return environment[name]?.trim() || (setting.default ?? null);
  };
  const readFlag = (name: keyof typeof settings): boolean => {
    const value = read(name)?.toLowerCase() ?? '0';
    if (!yes.includes(value) && !no.includes(value)) mistake(`${name}: must be on or off, not "${value}"`);
    return yes.includes(value);
  };
  const readNumber = (name: keyof typeof settings, min: number, max: number, what = 'number'): number => {
    const value = Number(read(name));
    const isRight = value >= min && value <= max && (Number.isInteger(value) || !what.startsWith('whole'));
    if (!isRight) mistake(`${name}: must be a ${what} from ${min} to ${max}, not "${read(name)}"`);
    return value;
  };
  const readRanges = (name: keyof typeof settings): boolean | string[] => {
    const ranges = splitList(read(name));
    const flag = ranges.length === 1 ? ranges[0]?.toLowerCase() : undefined;
    if (flag && [...yes, ...no].includes(flag)) return yes.includes(flag);
    for (const range of ranges) {
      if (!isRange(range))
        mistake(`${name}: "${range}" is neither on, off nor a range of addresses, such as 127.0.0.0/8`);
    }
    return ranges;
  };
  const readUrl = (name: keyof typeof settings, protocols: string[]): URL | null => {
    const value = read(name);
    if (value === null) return null;
    const url = URL.parse(value);
    if (!url || !protocols.includes(url.protocol))
      return mistake(`${name}: must be a URL that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`);
    return url;
  };

  for (const name of unknownNames(environment)) {
    // Short names are near to many others, such as those that Kubernetes sets for a service called frontdesk.
    const maxDistance = Math.min(3, Math.floor((name.length - prefix.length) / 4));
    const meant = closestMatch(name, knownNames, { maxDistance });
    if (meant) mistake(`${name}: is not a known setting (did you mean ${meant}?)`);
    else warnings.push(`${name} is not a known setting and is ignored. See docs/configuration.md.`);
  }
  const port = Number(read('PORT'));
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    mistake(`PORT: must be a number from 0 to 65535, not "${read('PORT')}"`);
  const publicUrl = readUrl('FRONTDESK_PUBLIC_URL', ['http:', 'https:']);
  if (publicUrl && URL.parse(publicUrl.origin)?.href !== publicUrl.href)
    mistake('FRONTDESK_PUBLIC_URL: must be an origin, without a path or a user name');
  const containerTokenFile = environment.AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE?.trim() || null;
  const s3 = readS3Access({
    endpoint: read('AWS_ENDPOINT_URL_S3') ?? read('AWS_ENDPOINT_URL'),
    region: read('AWS_REGION'),
    accessKeyId: read('AWS_ACCESS_KEY_ID'),
    secretAccessKey: read('AWS_SECRET_ACCESS_KEY'),
    sessionToken: read('AWS_SESSION_TOKEN'),
    roleArn: read('AWS_ROLE_ARN'),
    roleSessionName: read('AWS_ROLE_SESSION_NAME'),
    webIdentityTokenFile: read('AWS_WEB_IDENTITY_TOKEN_FILE'),
    stsEndpoint: read('AWS_ENDPOINT_URL_STS'),
    containerPath: read('AWS_CONTAINER_CREDENTIALS_RELATIVE_URI'),
    containerUrl: read('AWS_CONTAINER_CREDENTIALS_FULL_URI'),
    // What is in the file changes while the service runs.
    containerTokenFile,
    containerToken: containerTokenFile === null ? read('AWS_CONTAINER_AUTHORIZATION_TOKEN') : null,
    keysFrom: read('FRONTDESK_S3_KEYS'),
    metadataEndpoint: read('AWS_EC2_METADATA_SERVICE_ENDPOINT'),
    pathStyle: read('FRONTDESK_S3_PATH_STYLE') === null ? null : readFlag('FRONTDESK_S3_PATH_STYLE'),
  });
  const readStore = (name: keyof typeof settings): S3Store | null => {
    const address = read(name);
    if (address === null) return null;
    const place = readS3Place(address);
    if (place === null) return mistake(`${name}: must be s3://bucket or s3://bucket/prefix, not "${address}"`);
    if (!Array.isArray(s3)) return { access: s3, place };
    for (const one of s3) if (!mistakes.includes(one)) mistakes.push(one);
    return null;
  };
  const viesUrl = readUrl('FRONTDESK_VIES_URL', ['http:', 'https:']);
  const databaseUrl = readUrl('DATABASE_URL', ['postgres:', 'postgresql:']);
  const databaseWait = readNumber('FRONTDESK_DATABASE_WAIT', 0, 86_400, 'number of seconds');
  const cacheMegabytes = readNumber('FRONTDESK_CACHE_MB', 0, 4096);
  const cdnSeconds = readNumber('FRONTDESK_CDN_SECONDS', 0, 31_536_000, 'whole number of seconds');
  const mediaMegabytes = readNumber('FRONTDESK_MEDIA_MB', 1, 2000);
  const sizesMegabytes = readNumber('FRONTDESK_SIZES_MB', 10, 1_000_000);
  const importMegabytes = readNumber('FRONTDESK_IMPORT_MB', 1, 2000);
  const encoded = splitList(read('FRONTDESK_SECRET_KEY')).map(decodeKey);
  if (encoded.includes(null)) {
    mistake('FRONTDESK_SECRET_KEY: must be 32 bytes in base64 or hex. Create one with `openssl rand -base64 32`');
  }
  const [encryptionKey = null, ...formerKeys] = encoded.filter((key) => key !== null);
  const apiBase = readUrl('STRIPE_API_BASE', ['http:', 'https:']);
  const initialToken = read('FRONTDESK_INITIAL_TOKEN');
  const metricsToken = read('FRONTDESK_METRICS_TOKEN');
  for (const [name, key] of [
    ['FRONTDESK_INITIAL_TOKEN', initialToken],
    ['FRONTDESK_METRICS_TOKEN', metricsToken],
  ] as const) {
    if (key !== null && (key.length < 20 || /[^\x21-\x7e]/.test(key)))
      mistake(`${name}: must be at least 20 visible ASCII characters, without spaces`);
  }
  const metricsPort =
    read('FRONTDESK_METRICS_PORT') === null ? null : readNumber('FRONTDESK_METRICS_PORT', 1, 65_535, 'whole number');
  const metricsHost = read('FRONTDESK_METRICS_HOST') ?? '127.0.0.1';
  if (metricsPort !== null && metricsPort === port)
    mistake(
      'FRONTDESK_METRICS_PORT: must be another port than PORT. Without it, FRONTDESK_METRICS_TOKEN opens /metrics',
    );
  if (metricsPort !== null && metricsToken === null && !isLoopback(metricsHost))
    warnings.push(
      `The metrics on ${metricsHost} can be read without a key. Set FRONTDESK_METRICS_TOKEN to require one.`,
    );
  const secretKey = read('STRIPE_SECRET_KEY');
  if (secretKey !== null && !/^(sk|rk)_/.test(secretKey)) mistake('STRIPE_SECRET_KEY: must start with sk_ or rk_');
  const mailServer = readMailServer(
    {
      url: read('FRONTDESK_SMTP_URL'),
      from: read('FRONTDESK_MAIL_FROM'),
      dkimDomain: read('FRONTDESK_DKIM_DOMAIN'),
      dkimSelector: read('FRONTDESK_DKIM_SELECTOR'),
      dkimKey: read('FRONTDESK_DKIM_KEY'),
    },
    mistake,
  );
  const clamdText = read('FRONTDESK_CLAMD');
  const clamd = clamdText === null ? null : readClamdAddress(clamdText);
  if (clamdText !== null && clamd === null) {
    mistake(
      `FRONTDESK_CLAMD: must be host:port, such as 127.0.0.1:3310, or the absolute path of a Unix socket, not "${clamdText}"`,
    );
  }
  const backupPassphrase = read('FRONTDESK_BACKUP_PASSPHRASE');
  if (backupPassphrase !== null && backupPassphrase.length < 12)
    mistake('FRONTDESK_BACKUP_PASSPHRASE: must be at least 12 characters');
  const logLevel = read('LOG_LEVEL') ?? 'info';
  if (!logLevels.includes(logLevel)) mistake(`LOG_LEVEL: must be one of ${logLevels.join(', ')}, not "${logLevel}"`);
  const sampler = read('OTEL_TRACES_SAMPLER') ?? '';
  if (!/^(parentbased_)?(always_on|always_off|traceidratio)$/.test(sampler))
    mistake(
      `OTEL_TRACES_SAMPLER: must be always_on, always_off or traceidratio, also after parentbased_, not "${sampler}"`,
    );
  const share = readNumber('OTEL_TRACES_SAMPLER_ARG', 0, 1);
  const tracesTo = readUrl('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:']);
  const hasTraces = tracesTo !== null && environment.OTEL_SDK_DISABLED?.toLowerCase() !== 'true';
  const host = read('HOST') ?? '127.0.0.1';
  const trustProxy = splitList(read('FRONTDESK_TRUST_PROXY'));
  for (const range of trustProxy) {
    if (!isProxyRange(range))
      mistake(`FRONTDESK_TRUST_PROXY: "${range}" is not an IP address or a range, such as 10.0.0.0/8`);
  }

  const backups = read('FRONTDESK_BACKUPS');
  const inS3 = backups !== null && isS3Address(backups);
  const dataFolder = path.resolve(read('FRONTDESK_DATA') ?? './data');
  const config: Config = {
    port,
    host,
    dataFolder,
    fileStore: readStore('FRONTDESK_FILES'),
    s3: Array.isArray(s3) ? null : s3,
    databaseUrl: databaseUrl?.href ?? null,
    databaseWaitMs: databaseWait * 1000,
    encryptionKey,
    formerKeys,
    publicUrl: publicUrl?.origin ?? null,
    initialToken,
    example: readFlag('FRONTDESK_EXAMPLE'),
    rateLimits: readFlag('FRONTDESK_RATE_LIMITS'),
    cacheBytes: cacheMegabytes * 1024 * 1024,
    cdnSeconds,
    maxMediaBytes: mediaMegabytes * 1024 * 1024,
    maxImportBytes: importMegabytes * 1024 * 1024,
    sizesBytes: sizesMegabytes * 1024 * 1024,
    trustProxy,
    allowPrivateWebhooks: readRanges('FRONTDESK_ALLOW_PRIVATE_WEBHOOKS'),
    stripe: {
      secretKey,
      webhookSecrets: splitList(read('STRIPE_WEBHOOK_SECRET')),
      apiBase: apiBase?.origin ?? null,
      keysFrom: secretKey === null ? 'sandbox' : 'environment',
    },
    stripeBase: apiBase?.origin ?? null,
    mailServer,
    viesUrl: viesUrl?.href ?? '',
    clamd,
    backupFolder: path.resolve(backups === null || inS3 ? path.join(dataFolder, 'backups') : backups),
    backupStore: inS3 ? readStore('FRONTDESK_BACKUPS') : null,
    backupPassphrase,
    metrics:
      metricsPort === null && metricsToken === null
        ? null
        : { port: metricsPort, host: metricsHost, token: metricsToken },
    traces: hasTraces ? { serviceName: read('OTEL_SERVICE_NAME'), sampler, share } : null,
    logLevel,
    slowMs: readNumber('FRONTDESK_SLOW_MS', 0, 3_600_000, 'number of milliseconds'),
    warnings,
  };
  if (secretKey && config.stripe.webhookSecrets.length === 0) {
    mistake('STRIPE_WEBHOOK_SECRET: is required with STRIPE_SECRET_KEY; without it, payments could not be confirmed');
  }
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  return config;
}

const prefix = 'FRONTDESK_';

/** Every name that is read, also by commands for a running service (FRONTDESK_URL and FRONTDESK_TOKEN). */
const knownNames = [
  ...Object.entries<Setting>(settings).flatMap(([name, { secret }]) => (secret ? [name, `${name}_FILE`] : [name])),
  'FRONTDESK_URL',
  'FRONTDESK_TOKEN',
];

/** Names that start like ours, but are none. */
function unknownNames(environment: Environment): string[] {
  return Object.keys(environment).filter((name) => name.startsWith(prefix) && !knownNames.includes(name));
}

/** Null unless the text is exactly 32 bytes. */
function decodeKey(text: string): Buffer | null {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  return /^[\w+/-]{43}=?$/.test(text) ? Buffer.from(text, 'base64') : null;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}

function splitList(value: string | null): string[] {
  return (value ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}
