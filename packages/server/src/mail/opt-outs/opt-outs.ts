// Who has unsubscribed from notices, of one form or of all: by the link in the header of each notice (RFC 8058), which works
// without signing in, says nothing to others, and can be undone.

import Type, { type Static } from 'typebox';
import { type ReadContext, timeOf, type WriteContext } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import { listRecords } from '../../database/record-list.ts';
import { listOfRecords } from '../../http/list-of-records.ts';
import { nullable, Time } from '../../http/schemas.ts';
import { fail } from '../../lib/errors.ts';
import { addressKey } from '../../lib/mail-address.ts';

const purpose = 'unsubscribe';

/** `formId`: null for all notices, and the digests. */
export type OptOut = { address: string; formId: string | null };

/** Null for mails that need no such link: answers to what the recipient did, and what only users get. */
export async function findTopic(
  ctx: ReadContext,
  { kind, recipient, about }: Pick<Row<'mails'>, 'kind' | 'recipient' | 'about'>,
): Promise<OptOut | null> {
  if (kind === 'digest') return { address: recipient, formId: null };
  if (kind !== 'notice' || about === null) return null;
  const submission = ctx.db.selectFrom('submissions').select('formId').where('id', '=', about);
  const { formId } = (await submission.executeTakeFirst()) ?? {};
  return formId === undefined ? null : { address: recipient, formId };
}

export async function hasOptedOut(ctx: ReadContext, { address, formId }: OptOut): Promise<boolean> {
  const ids = [idOf({ address, formId }), idOf({ address, formId: null })];
  const row = ctx.db.selectFrom('mailOptOuts').select('id').where('id', 'in', ids);
  return (await row.executeTakeFirst()) !== undefined;
}

/** Null while the public URL of the service is not known. */
export function optOutLink(ctx: ReadContext, { address, formId }: OptOut): string | null {
  const origin = ctx.publicUrl();
  return origin && `${origin}/mails/unsubscribe/${ctx.sealer.seal(JSON.stringify([address, formId]), purpose)}`;
}

/** Null for a link that is not ours. */
export function readOptOutLink(ctx: ReadContext, key: string): OptOut | null {
  const text = ctx.sealer.unseal(key, purpose);
  if (text === null) return null;
  const [address, formId] = JSON.parse(text) as [string, string | null];
  return { address, formId };
}

export async function optOut(ctx: WriteContext, { address, formId }: OptOut): Promise<void> {
  await ctx.db
    .insertInto('mailOptOuts')
    .values({ id: idOf({ address, formId }), address: addressKey(address), formId, createdAt: timeOf(ctx) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

export async function optIn(ctx: WriteContext, of: OptOut): Promise<void> {
  await ctx.db.deleteFrom('mailOptOuts').where('id', '=', idOf(of)).execute();
}

/** Throws mail_opt_out_not_found. */
export async function removeOptOut(ctx: WriteContext, id: string): Promise<void> {
  const { numDeletedRows } = await ctx.db.deleteFrom('mailOptOuts').where('id', '=', id).executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw fail('mail_opt_out_not_found');
}

export function listOptOuts(ctx: ReadContext, query: Static<typeof optOutList.query>) {
  const rows = ctx.db
    .selectFrom('mailOptOuts')
    .select(['id', 'address', 'formId', 'createdAt'])
    .select((eb) =>
      eb.selectFrom('forms').select('forms.name').whereRef('forms.id', '=', 'mailOptOuts.formId').as('formName'),
    );
  return listRecords(rows, optOutList, query, ({ id, address, formId, formName, createdAt }) => ({
    ...{ id, address, formId, formName, createdAt },
  }));
}

function idOf({ address, formId }: OptOut): string {
  return `${addressKey(address)}:${formId ?? ''}`;
}

// Shapes of who has unsubscribed from notices.

const formId = 'form_01m81qmw2m5e8v1kz3c9tq7d4h';

export const MailOptOutSchema = Type.Object(
  {
    id: Type.String({ description: 'Opaque ID', examples: [`office@example.com:${formId}`] }),
    address: Type.String({
      description: 'The address, in lower case and with its domain in ASCII',
      examples: ['office@example.com'],
    }),
    formId: nullable(
      Type.String({ description: 'The form; null for the notices and digests across all forms', examples: [formId] }),
    ),
    formName: nullable(Type.String({ description: 'Its name; null if it was deleted', examples: ['Contact'] })),
    createdAt: Time,
  },
  { title: 'MailOptOut', description: 'An address that has unsubscribed from notices' },
);

export const optOutList = listOfRecords({
  item: MailOptOutSchema,
  filters: ['address', 'formId', 'createdAt'],
  sort: ['-createdAt', 'address'],
});
