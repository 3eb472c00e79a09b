// A mail that a user has written.

import type { WriteContext } from '../context/context.ts';
import { loadMailLanguage, mailLanguageOf } from '../languages/mails/mail-texts.ts';
import { readSite } from '../settings/site.ts';
import { renderMail } from './layout.ts';
import { addMails, type NewMail } from './outbox.ts';

type PersonalMail = Pick<NewMail, 'key' | 'recipient' | 'replyTo' | 'about'> & {
  subject: string;
  /** Paragraphs, separated by empty lines. What looks like a variable is text. */
  text: string;
  /** That of the recipient, if it is known. */
  locale: string | null;
};

/** Stores it in the outbox, also without a mail server: someone wants it to be sent. */
export async function addPersonalMail(ctx: WriteContext, { subject, text, locale, ...mail }: PersonalMail) {
  const site = await readSite(ctx);
  const language = await loadMailLanguage(mailLanguageOf(locale, site.locale));
  const rendered = renderMail(site, language, { subject, blocks: [{ text }] });
  await addMails(ctx, [{ ...rendered, ...mail, kind: 'message' }]);
}
