// Sends mails by SMTP with nodemailer, which is loaded with the first one.

import type { NodemailerError, Transporter } from 'nodemailer';
import type { MailServer } from '../config/mail-server.ts';
import { MailError, type Mailer, type MailFault, type MailKind, type OutgoingMail } from '../context/mailer.ts';
import { oneLine } from '../lib/mail-address.ts';

type Limits = {
  /** For connecting, the greeting, and each silence of the server. */
  silenceMs: number;
  /** For one mail, however slowly the server responds. */
  totalMs: number;
};

const usualLimits: Limits = { silenceMs: 15_000, totalMs: 60_000 };
/** Providers limit how many connections a customer may have. */
const maxConnections = 5;
const maxResponseLength = 500;

/** `server`: from the environment. */
export function createMailer(server: MailServer | null, limits = usualLimits): Mailer {
  let current = server;
  let isKnown = server !== null;
  let leftOut: readonly MailKind[] = [];
  const takePlace = createPlaces(maxConnections);
  return {
    get server() {
      return current;
    },
    lacksServer: () => isKnown && current === null,
    useServer(next) {
      current = next;
      isKnown = true;
    },
    leaveOut(kinds) {
      leftOut = kinds;
    },
    wants: (kind) => !leftOut.includes(kind),
    async send(mail, by = current ?? undefined) {
      if (!by) throw new MailError('server', false, 'No mail server is set');
      const leave = await takePlace();
      try {
        await converse(by, limits, (transport, signal) => transport.sendMail({ ...messageOf(by, mail), signal }));
      } finally {
        leave();
      }
    },
    async greet() {
      if (!current) throw new MailError('server', false, 'No mail server is set');
      await converse(current, limits, (transport) => transport.verify());
    },
  };
}

/** What DKIM signs: RFC 8058 wants both headers of the link to unsubscribe, and nodemailer by itself signs only one. */
const signed = {
  headerFieldNames:
    'From:Reply-To:Subject:Date:Message-ID:To:MIME-Version:Content-Type:Content-Transfer-Encoding:List-Unsubscribe:List-Unsubscribe-Post',
};

/** Connects and signs in as the server asks, and says what is wrong in a MailError. */
async function converse(
  server: MailServer,
  { silenceMs, totalMs }: Limits,
  say: (transport: Transporter, signal: AbortSignal) => Promise<unknown>,
): Promise<void> {
  const { host, port, security, user, password, dkim } = server;
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    ...{ host, port, secure: security === 'tls', requireTLS: security === 'starttls', ignoreTLS: security === 'none' },
    ...(user !== null && { auth: { user, pass: password ?? '' } }),
    ...{ dnsTimeout: silenceMs, connectionTimeout: silenceMs, greetingTimeout: silenceMs, socketTimeout: silenceMs },
    ...(dkim && {
      dkim: { ...signed, domainName: dkim.domain, keySelector: dkim.selector, privateKey: dkim.privateKey },
    }),
    // Nothing in a mail may make us read files or URLs.
    ...{ disableFileAccess: true, disableUrlAccess: true },
  });
  const deadline = AbortSignal.timeout(totalMs);
  try {
    await say(transport, deadline);
  } catch (error) {
    throw explain(server, error as NodemailerError, deadline.aborted);
  } finally {
    transport.close();
  }
}

/** RFC 3834: programs that answer mails leave these alone. */
const automaticHeaders = {
  service: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  serviceInReply: { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All' },
} as const;

/** RFC 2369; and RFC 8058, which mail programs use only with HTTPS. */
function unsubscribeHeaders(url: string | null) {
  if (url === null) return {};
  const isSafe = url.startsWith('https:');
  return {
    'List-Unsubscribe': `<${url}>`,
    ...(isSafe && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
  };
}

function messageOf({ from, fromName }: MailServer, mail: OutgoingMail) {
  const {
    messageId,
    to,
    replyTo,
    subject,
    text,
    html,
    origin,
    logo,
    date,
    unsubscribeUrl = null,
    attachments = [],
  } = mail;
  return {
    messageId,
    date,
    from: { address: from, name: oneLine(fromName ?? '') },
    to: { address: to, name: '' },
    ...(replyTo !== null && { replyTo: { address: replyTo, name: '' } }),
    subject: oneLine(subject),
    text,
    html,
    headers: { ...(origin === 'person' ? {} : automaticHeaders[origin]), ...unsubscribeHeaders(unsubscribeUrl) },
    attachments: [
      ...(logo === null
        ? []
        : [{ cid: 'logo', content: logo.bytes, contentType: logo.type, contentDisposition: 'inline' as const }]),
      ...attachments.map(({ name, type, content }) => ({ filename: name, contentType: type, content })),
    ],
  };
}

/** At most this many at once; the others wait in order. */
function createPlaces(max: number): () => Promise<() => void> {
  const waiting: (() => void)[] = [];
  let free = max;
  const leave = (): void => {
    const next = waiting.shift();
    if (next) next();
    else free++;
  };
  return async () => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    return leave;
  };
}

const ofCommands: Record<string, MailFault> = { 'MAIL FROM': 'sender', 'RCPT TO': 'recipient', DATA: 'message' };

function explain({ host, port, security }: MailServer, error: NodemailerError, isTooSlow: boolean): MailError {
  const { code = '', responseCode, command = '', timeoutType } = error;
  const place = `${host}:${port}`;
  const said = oneLine(error.response ?? error.message).slice(0, maxResponseLength);
  const fail = (fault: MailFault, text: string, isPermanent = false) => new MailError(fault, isPermanent, text, error);
  if (isTooSlow || code === 'ETIMEDOUT' || timeoutType)
    return fail('server', `The mail server ${place} did not respond in time`);
  if (code === 'EAUTH' || code === 'ENOAUTH') {
    if (responseCode !== undefined && responseCode < 500) return fail('server', `The mail server said: ${said}`);
    return fail('login', `The mail server rejects the user or the password: ${said}`);
  }
  const isAboutTls =
    code === 'ETLS' ||
    command === 'STARTTLS' ||
    /certificate|wrong version number|\b(?:ssl|tls)\b/i.test(error.message);
  if (isAboutTls) {
    const way = security === 'tls' ? 'TLS from the start' : 'STARTTLS';
    return fail('security', `No encrypted connection to ${place} with ${way}: ${said}`);
  }
  if (responseCode !== undefined) {
    const fault = ofCommands[command] ?? 'server';
    const isPermanent = (fault === 'recipient' || fault === 'message') && error.permanent === true;
    const what = { sender: 'the sender', recipient: 'the recipient', message: 'the message' };
    // 5.7: the server has something against us or the message (RFC 3463), not against the address.
    const isRefusal = fault === 'recipient' && isPermanent && !/^\d{3}[ -]5\.7\./.test(said);
    const rejects = `The mail server rejects ${what[fault as 'sender']}: ${said}`;
    if (isRefusal) return new MailError(fault, true, rejects, error, true);
    if (fault in what) return fail(fault, rejects, isPermanent);
    return fail('server', `The mail server said: ${said}`);
  }
  if (code === 'EENVELOPE') return fail('recipient', `The address cannot be used: ${said}`, true);
  if (code === 'EDNS') return fail('server', `The mail server ${host} was not found`);
  return fail('server', `The mail server ${place} cannot be reached: ${said}`);
}
