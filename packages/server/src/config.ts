// The only reader of the environment: name, default and description of every setting stand together here.
// docs/configuration.md is generated from `settings`.

import { readFileSync } from 'node:fs';
import path from 'node:path';

type Setting = {
  /** Shown in the documentation; `undefined` means "absent". */
  default?: string;
  description: string;
  /** Masked in the start line; may also come from a file named by NAME_FILE. */
  secret?: boolean;
};

export const settings = {
  PORT: { default: '3000', description: 'Port to listen on; 0 takes a free one.' },
  HOST: { default: '127.0.0.1', description: 'Address to listen on; `0.0.0.0` for all.' },
  FRONTDESK_DATA: { default: './data', description: 'Folder of the SQLite database and of uploaded files.' },
  DATABASE_URL: {
    description: '`postgres://…` to use PostgreSQL. Absent: SQLite in the data folder.',
    secret: true,
  },
  FRONTDESK_PUBLIC_URL: {
    description:
      'Origin under which people reach the service, such as `https://desk.example`. Absent: the listening address.',
  },
  FRONTDESK_TOKEN: {
    description: 'An API key with every scope, made at boot if it does not exist. 20 characters or more.',
    secret: true,
  },
  FRONTDESK_EXAMPLE: {
    default: '1',
    description: '`0` leaves the first run empty instead of making a small example site.',
  },
  FRONTDESK_RATE_LIMITS: { default: 'on', description: '`off` for trusted networks and load tests.' },
  FRONTDESK_TRUST_PROXY: {
    description:
      'Addresses or ranges of the proxies whose `X-Forwarded-*` headers are believed, separated by commas. Absent: none.',
  },
  FRONTDESK_ALLOW_PRIVATE_WEBHOOKS: {
    default: '0',
    description: '`1` lets webhooks go to private and loopback addresses: for development, never on a public host.',
  },
  STRIPE_SECRET_KEY: {
    description:
      'Secret key of Stripe; wins over one entered in the admin. Absent, and none entered: the built-in payment sandbox is used.',
    secret: true,
  },
  STRIPE_WEBHOOK_SECRET: {
    description:
      'Signing secret of the processor’s webhooks, in sandbox mode too. Several, separated by commas, while one is being replaced.',
    secret: true,
  },
  STRIPE_API_BASE: { description: 'Another base address of the processor’s API, for tests.' },
  LOG_LEVEL: { default: 'info', description: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.' },
} as const satisfies Record<string, Setting>;

export type Environment = Record<string, string | undefined>;

/** Which processor is used, and with which keys. Replaced as a whole when others are entered in the admin. */
export type ProcessorSetup = {
  secretKey: string | null;
  webhookSecrets: string[];
  /** Null: Stripe's own. */
  apiBase: string | null;
  /** `sandbox`: nobody gave any. */
  keysFrom: 'environment' | 'settings' | 'sandbox';
};

export type Config = {
  port: number;
  host: string;
  dataFolder: string;
  databaseUrl: string | null;
  /** Without a trailing slash; null until the listening address is known. */
  publicUrl: string | null;
  token: string | null;
  example: boolean;
  rateLimits: boolean;
  trustProxy: string[];
  allowPrivateWebhooks: boolean;
  stripe: ProcessorSetup;
  /** Where the operator says that the processor is; null: Stripe's own. Never the built-in sandbox. */
  stripeBase: string | null;
  logLevel: string;
};

export class ConfigError extends Error {
  readonly mistakes: string[];
  constructor(mistakes: string[]) {
    super(
      `The configuration has ${mistakes.length === 1 ? 'a mistake' : `${mistakes.length} mistakes`}:\n${mistakes.map((m) => `  - ${m}`).join('\n')}`,
    );
    this.name = 'ConfigError';
    this.mistakes = mistakes;
  }
}

const yes = ['1', 'true', 'on', 'yes'];
const no = ['0', 'false', 'off', 'no'];
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** Reads the whole configuration. Throws one ConfigError that names every mistake. */
export function readConfig(environment: Environment = process.env): Config {
  const mistakes: string[] = [];
  const mistake = (text: string): null => {
    mistakes.push(text);
    return null;
  };

  const read = (name: keyof typeof settings): string | null => {
    const setting: Setting = settings[name];
    const file = environment[`${name}_FILE`];
    if (setting.secret && file) {
      try {
        return readFileSync(file, 'utf8').trim();
      } catch (error) {
        return mistake(`${name}_FILE: cannot read ${file} (${(error as Error).message})`);
      }
    }
    return environment[name]?.trim() || (setting.default ?? null);
  };
  const readFlag = (name: keyof typeof settings): boolean => {
    const value = read(name)?.toLowerCase() ?? '0';
    if (!yes.includes(value) && !no.includes(value))
      mistake(`${name}: "${value}" is neither yes (${yes.join(', ')}) nor no (${no.join(', ')})`);
    return yes.includes(value);
  };
  const readUrl = (name: keyof typeof settings, protocols: string[]): URL | null => {
    const value = read(name);
    if (value === null) return null;
    const url = URL.parse(value);
    if (!url || !protocols.includes(url.protocol))
      return mistake(`${name}: not an address that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`);
    return url;
  };

  const port = Number(read('PORT'));
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    mistake(`PORT: "${read('PORT')}" is not a port number from 0 to 65535`);
  const publicUrl = readUrl('FRONTDESK_PUBLIC_URL', ['http:', 'https:']);
  if (publicUrl && (publicUrl.pathname !== '/' || publicUrl.search || publicUrl.hash)) {
    mistake('FRONTDESK_PUBLIC_URL: an origin is wanted, without a path');
  }
  const databaseUrl = readUrl('DATABASE_URL', ['postgres:', 'postgresql:']);
  const apiBase = readUrl('STRIPE_API_BASE', ['http:', 'https:']);
  const token = read('FRONTDESK_TOKEN');
  if (token !== null && (token.length < 20 || /[^\x21-\x7e]/.test(token))) {
    mistake('FRONTDESK_TOKEN: at least 20 visible ASCII characters without spaces are wanted');
  }
  const secretKey = read('STRIPE_SECRET_KEY');
  if (secretKey !== null && !/^(sk|rk)_/.test(secretKey))
    mistake('STRIPE_SECRET_KEY: a secret key starts with sk_ or rk_');
  const logLevel = read('LOG_LEVEL') ?? 'info';
  if (!logLevels.includes(logLevel)) mistake(`LOG_LEVEL: "${logLevel}" is none of ${logLevels.join(', ')}`);
  const host = read('HOST') ?? '127.0.0.1';

  const config: Config = {
    port,
    host,
    dataFolder: path.resolve(read('FRONTDESK_DATA') ?? './data'),
    databaseUrl: databaseUrl?.href ?? null,
    publicUrl: publicUrl?.origin ?? null,
    token,
    example: readFlag('FRONTDESK_EXAMPLE'),
    rateLimits: readFlag('FRONTDESK_RATE_LIMITS'),
    trustProxy: splitList(read('FRONTDESK_TRUST_PROXY')),
    allowPrivateWebhooks: readFlag('FRONTDESK_ALLOW_PRIVATE_WEBHOOKS'),
    stripe: {
      secretKey,
      webhookSecrets: splitList(read('STRIPE_WEBHOOK_SECRET')),
      apiBase: apiBase?.origin ?? null,
      keysFrom: secretKey === null ? 'sandbox' : 'environment',
    },
    stripeBase: apiBase?.origin ?? null,
    logLevel,
  };
  if (secretKey && config.stripe.webhookSecrets.length === 0) {
    mistake('STRIPE_WEBHOOK_SECRET: needed together with STRIPE_SECRET_KEY, or no payment would ever be heard of');
  }
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  return config;
}

function splitList(value: string | null): string[] {
  return (value ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}
