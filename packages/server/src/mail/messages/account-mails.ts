// Mails to the people who sign in. A link in them is a key: the outbox keeps it encrypted and does not show it.

import type { WriteContext } from '../../context.ts';
import { browserName } from '../../lib/browser-name.ts';
import { readSite } from '../../settings/site.ts';
import { siteFormats } from '../../settings/site-formats.ts';
import { type Block, hiddenLink, renderMail } from '../layout.ts';
import { addMails, type NewMail } from '../outbox.ts';
import { fillIn, languageOf, type MailTexts } from '../texts/texts.ts';

type User = { id: string; name: string; email: string };
type Link = { url: string; expiresAt: string };

export async function mailPasswordReset(ctx: WriteContext, user: User, link: Link): Promise<void> {
  await addAccountMail(ctx, user, { kind: 'reset', link, button: 'reset.button', small: 'reset.small' });
}

export async function mailInvitation(ctx: WriteContext, user: User, link: Link): Promise<void> {
  await addAccountMail(ctx, user, { kind: 'invitation', link, button: 'invitation.button', small: 'invitation.small' });
}

/** `browser`: as it names itself. */
export async function mailNewDevice(
  ctx: WriteContext,
  user: User,
  { browser, address, sessionId }: { browser: string | null; address: string | null; sessionId: string },
): Promise<void> {
  const facts = [
    ['newDevice.browser', browser === null ? null : browserName(browser)],
    ['newDevice.address', address],
  ] as const;
  await addAccountMail(ctx, user, { kind: 'newDevice', key: sessionId, facts, small: 'newDevice.small' });
}

type Parts = {
  kind: 'reset' | 'invitation' | 'newDevice';
  key?: string;
  link?: Link;
  facts?: readonly (readonly [keyof MailTexts, string | null])[];
  button?: keyof MailTexts;
  small: keyof MailTexts;
};

async function addAccountMail(ctx: WriteContext, user: User, parts: Parts): Promise<void> {
  const { kind, key = ctx.now().toISOString(), link, facts = [], button, small } = parts;
  const site = await readSite(ctx);
  const language = languageOf(site.locale);
  const { texts } = language;
  const formats = siteFormats(site);
  const values = {
    ...{ site: site.name, name: user.name, now: formats.time(ctx.now().toISOString()) },
    until: link ? formats.time(link.expiresAt) : '',
  };
  const time = kind === 'newDevice' ? [[texts['newDevice.time'], values.now] as const] : [];
  const known = facts.flatMap(([label, value]) => (value === null ? [] : [[texts[label], value] as const]));
  const shown = [...time, ...known];
  const blocks: Block[] = [
    { text: fillIn(texts[`${kind}.text`], values) },
    ...(shown.length > 0 ? [{ facts: shown }] : []),
    ...(button ? [{ button: texts[button], url: hiddenLink }] : []),
    { small: fillIn(texts[small], values) },
  ];
  const mail: NewMail = {
    ...renderMail(site, language, { subject: fillIn(texts[`${kind}.subject`], values), blocks }),
    ...{ kind, key: `${kind}:${user.id}:${key}`, recipient: user.email, about: user.id },
    ...(link && { link }),
  };
  await addMails(ctx, [mail]);
}
