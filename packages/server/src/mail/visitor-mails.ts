// Mails that visitors ask for on a page.

import type { WriteContext } from '../context/context.ts';
import { takePaper, writeMail } from './compose.ts';
import { hiddenLink } from './layout.ts';
import { addMails } from './outbox.ts';

type SavedAnswers = {
  key: string;
  recipient: string;
  language: string;
  /** The name of the form. */
  form: string;
  /** A key to the answers: the outbox keeps it encrypted and does not show it. */
  link: { url: string; expiresAt: string };
};

export async function mailSavedAnswers(ctx: WriteContext, mail: SavedAnswers): Promise<void> {
  const { key, recipient, language, form, link } = mail;
  const paper = await takePaper(ctx, 'savedAnswers', language);
  const rendered = writeMail(paper, { form, until: paper.formats.time(link.expiresAt), link: hiddenLink });
  const addressed = { kind: 'savedAnswers', key: `savedAnswers:${key}`, recipient, about: null } as const;
  await addMails(ctx, [{ ...rendered, ...addressed, link }]);
}
