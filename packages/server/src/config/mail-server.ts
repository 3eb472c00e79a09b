// The server that sends our mails, as the environment or the admin names it.

import { createPrivateKey } from 'node:crypto';
import { parseSender } from '../lib/mail-address.ts';

/** `tls` from the first byte, `starttls` after the greeting, or not encrypted. */
export const mailSecurities = ['tls', 'starttls', 'none'] as const;
export type MailSecurity = (typeof mailSecurities)[number];

export type MailServer = {
  host: string;
  port: number;
  security: MailSecurity;
  user: string | null;
  password: string | null;
  from: string;
  fromName: string | null;
  dkim: { domain: string; selector: string; privateKey: string } | null;
  setIn: 'environment' | 'settings';
};

type MailSettings = {
  url: string | null;
  from: string | null;
  dkimDomain: string | null;
  dkimSelector: string | null;
  dkimKey: string | null;
};

/** The usual port of each. */
export const mailPorts: Record<MailSecurity, number> = { tls: 465, starttls: 587, none: 25 };

/** Reads FRONTDESK_SMTP_URL and the settings beside it. Null if there is none. Calls `mistake` for each fault. */
export function readMailServer(settings: MailSettings, mistake: (text: string) => null): MailServer | null {
  const { url: text, from } = settings;
  if (text === null) {
    const alone = Object.entries({ FRONTDESK_MAIL_FROM: from, FRONTDESK_DKIM_DOMAIN: settings.dkimDomain });
    for (const [name, value] of alone) if (value !== null) mistake(`${name}: requires FRONTDESK_SMTP_URL`);
    return null;
  }
  const place = readUrl(text, mistake);
  const sender = from === null ? null : parseSender(from);
  if (from === null) mistake('FRONTDESK_MAIL_FROM: is required with FRONTDESK_SMTP_URL');
  else if (!sender)
    mistake('FRONTDESK_MAIL_FROM: must be an email address, alone or as in "Harbour <mail@example.com>"');
  const dkim = readDkim(settings, mistake);
  if (!place || !sender) return null;
  return { ...place, from: sender.address, fromName: sender.name, dkim, setIn: 'environment' };
}

type Place = Pick<MailServer, 'host' | 'port' | 'security' | 'user' | 'password'>;

function readUrl(text: string, mistake: (text: string) => null): Place | null {
  const url = URL.parse(text);
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '')
    return mistake('FRONTDESK_SMTP_URL: must look like smtp://user:password@mail.example.com:587, or smtps://…');
  const asked = url.searchParams.get('security');
  const known = [...url.searchParams.keys()].every((name) => name === 'security');
  if (!known || (url.pathname !== '' && url.pathname !== '/'))
    return mistake('FRONTDESK_SMTP_URL: only ?security=none may follow the host and the port');
  if (asked !== null && (asked !== 'none' || url.protocol === 'smtps:'))
    return mistake('FRONTDESK_SMTP_URL: security must be none, with smtp://. smtps:// uses TLS and smtp:// STARTTLS');
  const security = url.protocol === 'smtps:' ? 'tls' : asked === 'none' ? 'none' : 'starttls';
  try {
    return {
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port === '' ? mailPorts[security] : Number(url.port),
      security,
      user: url.username === '' ? null : decodeURIComponent(url.username),
      password: url.password === '' ? null : decodeURIComponent(url.password),
    };
  } catch {
    return mistake('FRONTDESK_SMTP_URL: the user and the password must be percent-encoded');
  }
}

function readDkim(
  { dkimDomain, dkimSelector, dkimKey }: MailSettings,
  mistake: (text: string) => null,
): MailServer['dkim'] {
  if (dkimDomain === null && dkimSelector === null && dkimKey === null) return null;
  if (dkimDomain === null || dkimSelector === null || dkimKey === null)
    return mistake('FRONTDESK_DKIM_DOMAIN, FRONTDESK_DKIM_SELECTOR and FRONTDESK_DKIM_KEY: are only used together');
  const privateKey = dkimKey.replaceAll('\\n', '\n');
  if (!isDkimKey(privateKey)) return mistake('FRONTDESK_DKIM_KEY: must be a private RSA or Ed25519 key in PEM');
  return { domain: dkimDomain, selector: dkimSelector, privateKey };
}

export function isDkimKey(pem: string): boolean {
  try {
    return ['rsa', 'ed25519'].includes(createPrivateKey(pem).asymmetricKeyType ?? '');
  } catch {
    return false;
  }
}
