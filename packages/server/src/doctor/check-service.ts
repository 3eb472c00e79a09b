// The service: whether it runs where the settings say, is reached at its public address, and sees its visitors' addresses.

import type { Config } from '../config/config.ts';
import { type Finding, fault, ok, skipped, warning } from './findings.ts';

const serviceCheck = 'service';
const addressCheck = 'public address';
const proxyCheck = 'proxy';

type Seen = { address: string; protocol: string; host: string; ignoredProxy: string | null };
type System = { version: string; startedAt: string; request: Seen };

/** `token`: a key of the same database; null if it cannot store one. Returns whether the service runs. */
export async function checkService(
  { host, port }: Config,
  token: string | null,
): Promise<{ isRunning: boolean; finding: Finding }> {
  const origin = `http://${localName(host)}:${port}`;
  const asked = await ask(`${origin}/api/v1/system`, token ?? undefined);
  if (!asked.reached)
    return { isRunning: false, finding: skipped(serviceCheck, `It does not run at ${origin}: ${asked.reason}`) };
  const system = systemIn(asked);
  if (system)
    return {
      isRunning: true,
      finding: ok(serviceCheck, `Frontdesk ${system.version} runs at ${origin} since ${system.startedAt}`),
    };
  const isOurs = asked.headers.get('content-type')?.startsWith('application/problem+json');
  if (isOurs && token === null)
    return {
      isRunning: true,
      finding: warning(
        serviceCheck,
        `A Frontdesk runs at ${origin}; whether with this database cannot be asked`,
        'If it is another one, set PORT to a free port',
      ),
    };
  const finding = isOurs
    ? fault(
        serviceCheck,
        `A Frontdesk at ${origin} does not know the keys of this database (${asked.status})`,
        'It uses another database: run this in its folder and with its settings, or stop it and start this one',
      )
    : fault(
        serviceCheck,
        `Another program listens at ${origin}`,
        'Set PORT to a free port, or stop that program; the service cannot start',
      );
  return { isRunning: false, finding };
}

function localName(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

function systemIn(asked: Asked): System | null {
  if (!asked.reached || asked.status !== 200) return null;
  const body = asked.body as Partial<System> | null;
  return body?.request && body.version ? (body as System) : null;
}

/** The public address, and what the proxies before the service say of its visitors. */
export async function checkPublicAddress({ publicUrl }: Config, token: string): Promise<Finding[]> {
  if (publicUrl === null)
    return [
      warning(
        addressCheck,
        'FRONTDESK_PUBLIC_URL is not set: links in mails and payments lead to this machine',
        'Set it to the address under which visitors reach the service, such as https://forms.example.com',
      ),
    ];
  const asked = await ask(`${publicUrl}/api/v1/system`, token);
  if (!asked.reached)
    return [
      fault(
        addressCheck,
        `${publicUrl} is not reached from here: ${asked.reason}`,
        'Check the name in the DNS, the certificate and the proxy. A network that does not lead back to itself can be the cause, too',
      ),
    ];
  const system = systemIn(asked);
  if (!system)
    return [
      fault(
        addressCheck,
        `Not this service responds at ${publicUrl}, with status ${asked.status}`,
        'Check that the proxy passes all paths and the header Authorization to the service',
      ),
    ];
  return [ok(addressCheck, `${publicUrl} leads to the service`), checkProxy(publicUrl, system.request)];
}

function checkProxy(publicUrl: string, seen: Seen): Finding {
  const { protocol, host } = new URL(publicUrl);
  if (seen.ignoredProxy !== null)
    return fault(
      proxyCheck,
      `The proxy at ${seen.ignoredProxy} is not trusted: all visitors count as one, and share one limit`,
      `Set FRONTDESK_TRUST_PROXY=${seen.ignoredProxy}`,
    );
  if (`${seen.protocol}:` !== protocol)
    return warning(
      proxyCheck,
      `The service sees ${seen.protocol} where visitors use ${protocol.slice(0, -1)}`,
      'Let the proxy set X-Forwarded-Proto, and trust it with FRONTDESK_TRUST_PROXY',
    );
  if (seen.host !== host)
    return warning(proxyCheck, `The service sees the host ${seen.host}`, 'Let the proxy pass the header Host on');
  return ok(proxyCheck, `The service sees ${publicUrl}, and this caller as ${seen.address}`);
}

// Requests of the doctor to the service itself, to its public address and to the processor.

const patienceMs = 10_000;

type Asked =
  | { reached: true; status: number; headers: Headers; body: unknown }
  /** Why nothing came back. */
  | { reached: false; reason: string };

/** Never throws. Redirects are not followed. */
export async function ask(url: string, token?: string): Promise<Asked> {
  try {
    const response = await fetch(url, {
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    });
    const text = await response.text();
    return { reached: true, status: response.status, headers: response.headers, body: parse(text) };
  } catch (error) {
    return { reached: false, reason: reasonOf(error as Error) };
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function reasonOf({ name, message, cause }: Error): string {
  if (name === 'TimeoutError') return `no response within ${patienceMs / 1000} seconds`;
  const { code, message: deeper } = (cause ?? {}) as { code?: string; message?: string };
  if (code === 'ECONNREFUSED') return 'the connection was refused';
  if (code === 'ENOTFOUND') return 'its name is unknown';
  return deeper || code || message;
}
