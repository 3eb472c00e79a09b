// Mails to the people who sign in. A link in them is a key: the outbox keeps it encrypted and does not show it.

import type { WriteContext } from '../context/context.ts';
import { browserName } from '../lib/browser-name.ts';
import { factsOf, takePaper, writeMail } from './compose.ts';
import { hiddenLink, type Paper } from './layout.ts';
import { addMails } from './outbox.ts';

type User = { id: string; name: string; email: string };
type Link = { url: string; expiresAt: string };

export async function mailPasswordReset(ctx: WriteContext, user: User, link: Link): Promise<void> {
  await addAccountMail(ctx, 'reset', user, { link });
}

export async function mailInvitation(ctx: WriteContext, user: User, link: Link): Promise<void> {
  await addAccountMail(ctx, 'invitation', user, { link });
}

/** `browser`: as it names itself. */
export async function mailNewDevice(
  ctx: WriteContext,
  user: User,
  { browser, address, sessionId }: { browser: string | null; address: string | null; sessionId: string },
): Promise<void> {
  const tableOf = ({ language, formats }: Paper) => {
    const { words } = language.texts.mails;
    return factsOf([
      [words.time, formats.time(ctx.now().toISOString())],
      [words.browser, browser === null ? null : browserName(browser)],
      [words.address, address],
    ]);
  };
  await addAccountMail(ctx, 'newDevice', user, { key: sessionId, tableOf });
}

/** Someone set another password: the user, with a link perhaps, or an owner. */
export async function mailPasswordChanged(ctx: WriteContext, user: User): Promise<void> {
  await addAccountMail(ctx, 'passwordChanged', user, {});
}

/** The user has switched it off, or an administrator has. */
export async function mailSecondFactorOff(ctx: WriteContext, user: User): Promise<void> {
  await addAccountMail(ctx, 'secondFactorOff', user, {});
}

/** It was the user, or someone else who has the password and is at an open session. */
export async function mailPasskeyAdded(ctx: WriteContext, user: User): Promise<void> {
  await addAccountMail(ctx, 'passkeyAdded', user, {});
}

/** The user has removed one, or an administrator all of them. */
export async function mailPasskeyRemoved(ctx: WriteContext, user: User): Promise<void> {
  await addAccountMail(ctx, 'passkeyRemoved', user, {});
}

type Parts = { key?: string; link?: Link; tableOf?(paper: Paper): readonly (readonly [string, string])[] };

async function addAccountMail(
  ctx: WriteContext,
  kind:
    | 'reset'
    | 'invitation'
    | 'newDevice'
    | 'passwordChanged'
    | 'secondFactorOff'
    | 'passkeyAdded'
    | 'passkeyRemoved',
  user: User,
  { key = ctx.now().toISOString(), link, tableOf }: Parts,
): Promise<void> {
  if (!ctx.wantsMail(kind)) return;
  const paper = await takePaper(ctx, kind);
  const rendered = writeMail(paper, {
    name: user.name,
    date: paper.formats.time(ctx.now().toISOString()),
    until: link ? paper.formats.time(link.expiresAt) : null,
    link: link ? hiddenLink : null,
    details: tableOf ? tableOf(paper) : null,
  });
  const addressed = { kind, key: `${kind}:${user.id}:${key}`, recipient: user.email, about: user.id };
  await addMails(ctx, [{ ...rendered, ...addressed, ...(link && { link }) }]);
}
