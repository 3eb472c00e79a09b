// The mail server as entered in the admin: tried with a mail, stored encrypted among the settings, used at once, within seconds
// by the other processes, and after every later start. One from the environment takes precedence.

import { isDkimKey, type MailServer } from '../config/mail-server.ts';
import { type Context, inTransaction, type ReadContext } from '../context/context.ts';
import { MailError, type MailFault, type MailKind } from '../context/mailer.ts';
import { languageOf, loadLanguage } from '../languages/language.ts';
import { fail, failBody } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { isMailAddress } from '../lib/mail-address.ts';
import { readSettings, removeSetting, writeSetting } from '../settings/settings.ts';
import { readSite } from '../settings/site.ts';
import { writeMail } from './compose.ts';
import { offSetting } from './edited-texts.ts';
import { type RenderedMail, readLogo } from './layout.ts';
import type { NewMailServer } from './mails.schemas.ts';
import { messageIdOf, releaseWaiting } from './outbox.ts';

/** The name of the setting, and what its value is sealed for. */
export const mailServerSetting = 'mailServer';
const followed = { [mailServerSetting]: null as string | null, [offSetting]: [] as MailKind[] };

/**
 * Sends a test mail by the server, then stores and uses it, and queues the mails that wait. Throws invalid_body with the member
 * that is at fault, and conflict if the server comes from the environment.
 */
export async function enterMailServer(ctx: Context, input: NewMailServer): Promise<void> {
  const { mailer } = ctx;
  requireOwn(ctx);
  const server = complete(mailer.server, input);
  const to = input.testTo ?? (await findOwnAddress(ctx));
  if (to === null)
    throw failBody([{ pointer: '/testTo', code: 'required', detail: 'is required: who gets the test mail' }]);
  await sendTest(ctx, to, server, await writeTest(ctx));
  const box = ctx.sealer.seal(JSON.stringify(server), mailServerSetting);
  await inTransaction(ctx, (ctx) => writeSetting(ctx, mailServerSetting, box));
  mailer.useServer(server);
  await releaseWaiting(ctx);
}

/** Removes the entered server: mails wait from now on. Throws conflict if it comes from the environment. */
export async function removeMailServer(ctx: Context): Promise<void> {
  requireOwn(ctx);
  await inTransaction(ctx, (ctx) => removeSetting(ctx, mailServerSetting));
  ctx.mailer.useServer(null);
}

/** Sends a test mail now, past the outbox. Throws conflict without a server, and invalid_body. */
export async function sendTestMail(ctx: Context, to: string | null): Promise<{ to: string }> {
  return sendTestOf(ctx, to, await writeTest(ctx));
}

/** The same with this mail. */
export async function sendTestOf(ctx: Context, to: string | null, mail: RenderedMail): Promise<{ to: string }> {
  const { server } = ctx.mailer;
  if (server === null) throw fail('conflict', 'No mail server is set. Enter one first');
  const address = to ?? (await findOwnAddress(ctx));
  if (address === null) throw failBody([{ pointer: '/to', code: 'required', detail: 'is required with an API key' }]);
  await sendTest(ctx, address, server, mail);
  return { to: address };
}

/**
 * Returns a function that uses the entered server and the kinds that are switched off, for other processes: call it at the start,
 * and then again and again. It returns whether there is a server where there was none, so that what waited here can be sent.
 */
export function followMailSettings(ctx: Context): () => Promise<boolean> {
  const { mailer } = ctx;
  let known: string | null | undefined;
  return async () => {
    const { mailServer: box, mailKindsOff } = await readSettings(ctx, followed);
    mailer.leaveOut(mailKindsOff);
    if (mailer.server?.setIn === 'environment' || box === known) return false;
    known = box;
    const lacked = mailer.lacksServer();
    const text = box === null ? null : ctx.sealer.unseal(box, mailServerSetting);
    if (box !== null && text === null)
      ctx.log.error({}, 'The stored mail server cannot be decrypted: enter it again. Mails wait until then');
    mailer.useServer(text === null ? null : (JSON.parse(text) as MailServer));
    return lacked && text !== null;
  };
}

function requireOwn({ mailer }: Context): void {
  if (mailer.server?.setIn === 'environment')
    throw fail('conflict', 'The mail server comes from the environment of the service. Change it there');
}

/** What was entered, with the secrets that stay. A password is never sent to another server than the one it was entered for. */
function complete(current: Context['mailer']['server'], input: NewMailServer): MailServer {
  const { host, port, security, user = null, from, fromName = null, dkim = null } = input;
  const isSame = current !== null && current.host === host && current.port === port && current.user === user;
  const password = input.password === undefined ? (isSame ? current.password : null) : input.password;
  if (user !== null && password === null)
    throw failBody([{ pointer: '/password', code: 'required', detail: 'is required with this user' }]);
  // A password that travels in the clear must be allowed explicitly.
  if (security === 'none' && user !== null && !isLoopback(host) && input.allowPlainPassword !== true) {
    const detail = 'would send the password unencrypted. Use STARTTLS or TLS, or allow it with allowPlainPassword';
    throw failBody([{ pointer: '/security', code: 'plain_password', detail }]);
  }
  const isSameKey = current?.dkim?.domain === dkim?.domain && current?.dkim?.selector === dkim?.selector;
  const privateKey = dkim?.privateKey ?? (isSameKey ? current?.dkim?.privateKey : undefined);
  if (dkim && (privateKey === undefined || !isDkimKey(privateKey))) {
    const detail = 'must be a private RSA or Ed25519 key in PEM';
    throw failBody([{ pointer: '/dkim/privateKey', code: 'invalid', detail }]);
  }
  if (!isMailAddress(from)) throw failBody([{ pointer: '/from', code: 'invalid', detail: 'must be an email address' }]);
  return {
    ...{ host, port, security, user, password, from },
    fromName: fromName?.trim() || null,
    dkim: dkim && { domain: dkim.domain, selector: dkim.selector, privateKey: privateKey as string },
    setIn: 'settings',
  };
}

/** What is sent there never leaves the machine. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

const pointers: Record<MailFault, string> = {
  server: '/host',
  security: '/security',
  login: '/password',
  sender: '/from',
  recipient: '/testTo',
  message: '/from',
};

async function writeTest(ctx: ReadContext): Promise<RenderedMail> {
  const site = await readSite(ctx);
  const language = await loadLanguage(languageOf(site.locale));
  return writeMail({ site, language, template: language.texts.mails.test }, {});
}

async function sendTest(ctx: Context, to: string, server: Readonly<MailServer>, mail: RenderedMail): Promise<void> {
  const known = {
    messageId: messageIdOf(ctx, newId('mail')),
    to,
    replyTo: null,
    origin: 'service' as const,
    date: ctx.now(),
  };
  const logo = mail.html.includes('"cid:logo"') ? await readLogo(ctx) : null;
  try {
    await ctx.mailer.send({ ...mail, ...known, logo }, server);
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    throw failBody([{ pointer: pointers[error.fault], code: 'mail_server', detail: error.message }]);
  }
}

async function findOwnAddress(ctx: ReadContext): Promise<string | null> {
  if (ctx.actor.kind !== 'user') return null;
  const user = ctx.db.selectFrom('users').select('email').where('id', '=', ctx.actor.id);
  return (await user.executeTakeFirst())?.email ?? null;
}
