// Reading the outbox, and sending a mail again on request.

import { type ReadContext, timeOf, type WriteContext } from '../context/context.ts';
import type { Row } from '../database/dialect.ts';
import { listRecords, type RecordPage } from '../database/record-list.ts';
import { fail } from '../lib/errors.ts';
import { type ListedMail, type Mail, type MailQuery, mailList } from './mails.schemas.ts';
import { enqueueMails } from './outbox.ts';
import { forgetRefusal } from './refusals/refusals.ts';

export function listMails(ctx: ReadContext, query: MailQuery): Promise<RecordPage<ListedMail>> {
  return listRecords(ctx.db.selectFrom('mails').select(shownColumns), mailList, query, describe);
}

/** Throws mail_not_found. */
export async function getMail(ctx: ReadContext, id: string): Promise<Mail> {
  const row = await ctx.db
    .selectFrom('mails')
    .select([...shownColumns, 'text', 'html'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => fail('mail_not_found'));
  return describe(row);
}

/** The mail with this key, which is stored. */
export async function findMail(ctx: ReadContext, key: string): Promise<ListedMail> {
  const mail = ctx.db.selectFrom('mails').select(shownColumns).where('uniqueKey', '=', key);
  return describe(await mail.executeTakeFirstOrThrow());
}

export async function countWaiting(ctx: ReadContext): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('mails')
    .where('status', '=', 'waiting')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Sends a mail now, or when the attempt that is being made has failed. A failed one starts its schedule again. One that was
 * sent is sent as another message: mail programs hide a second one with the same Message-ID. Throws mail_not_found, and
 * conflict for a mail whose link is over.
 */
export async function resendMail(ctx: WriteContext, id: string): Promise<ListedMail> {
  const row = await ctx.dialect
    .lockRows(
      ctx.db
        .selectFrom('mails')
        .select(['id', 'status', 'recipient', 'attempts', 'messageId', 'expiresAt', 'sealedLink'])
        .where('id', '=', id),
    )
    .executeTakeFirstOrThrow(() => fail('mail_not_found'));
  const isOver = row.expiresAt !== null && (row.sealedLink === null || row.expiresAt <= timeOf(ctx));
  if (isOver) throw fail('conflict', 'The link of this mail works only once and for a while. Ask for a new one');
  // Someone wants it to be sent there all the same.
  await forgetRefusal(ctx, row.recipient);
  const messageId = row.status === 'sent' ? row.messageId.replace('@', `.${row.attempts}@`) : row.messageId;
  await ctx.db
    .updateTable('mails')
    .set({ status: 'queued', messageId, error: null, nextAttemptAt: timeOf(ctx) })
    .where('id', '=', id)
    .execute();
  await enqueueMails(ctx, [row], { again: true });
  return describe(await ctx.db.selectFrom('mails').select(shownColumns).where('id', '=', id).executeTakeFirstOrThrow());
}

const shownColumns = [
  'id',
  'kind',
  'status',
  'recipient',
  'replyTo',
  'subject',
  'language',
  'about',
  'messageId',
  'attempts',
  'error',
  'nextAttemptAt',
  'createdAt',
  'sentAt',
] as const;

function describe<R extends Pick<Row<'mails'>, (typeof shownColumns)[number]>>(row: R) {
  const { attempts: attemptCount, ...rest } = row;
  return { ...rest, attemptCount };
}
