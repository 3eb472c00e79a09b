// Addresses that do not accept mail: a server rejected them for good, or a mail came back. Nothing is sent to them until
// someone allows it again, so that other servers do not take us for a sender of spam.

import Type, { type Static } from 'typebox';
import { type ReadContext, timeOf, type WriteContext } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import { listRecords } from '../../database/record-list.ts';
import { listOfRecords } from '../../http/list-of-records.ts';
import { bodyOf, nullable, Time } from '../../http/schemas.ts';
import { fail, failBody } from '../../lib/errors.ts';
import { addressKey, isMailAddress } from '../../lib/mail-address.ts';

export async function findRefusal(ctx: ReadContext, address: string): Promise<Row<'mailRefusals'> | null> {
  const row = ctx.db.selectFrom('mailRefusals').selectAll().where('address', '=', addressKey(address));
  return (await row.executeTakeFirst()) ?? null;
}

/** Why those of the addresses that do not accept mail do not, by the address. */
export async function findReasons(ctx: ReadContext, addresses: readonly string[]): Promise<Map<string, string>> {
  const rows = await ctx.db
    .selectFrom('mailRefusals')
    .select(['address', 'reason'])
    .where('address', 'in', ['', ...addresses.map(addressKey)])
    .execute();
  const byKey = new Map(rows.map(({ address, reason }) => [address, reason]));
  return new Map(
    addresses.flatMap((address) => {
      const reason = byKey.get(addressKey(address));
      return reason === undefined ? [] : [[address, reason] as const];
    }),
  );
}

/** The first reason stays. */
export async function addRefusal(
  ctx: WriteContext,
  { address, reason, mailId }: { address: string; reason: string; mailId: string | null },
): Promise<void> {
  await ctx.db
    .insertInto('mailRefusals')
    .values({ address: addressKey(address), reason, mailId, createdAt: timeOf(ctx) })
    .onConflict((conflict) => conflict.column('address').doNothing())
    .execute();
}

/** A mail came back, as a program that reads the mailbox or a mail provider reports. Throws invalid_body. */
export async function reportBounce(ctx: WriteContext, { address, reason }: NewMailRefusal): Promise<MailRefusal> {
  if (!isMailAddress(address))
    throw failBody([{ pointer: '/address', code: 'invalid', detail: 'must be an email address' }]);
  await addRefusal(ctx, { address, reason, mailId: null });
  return (await findRefusal(ctx, address)) as MailRefusal;
}

/** Mails are sent to the address again. Throws mail_refusal_not_found. */
export async function allowAddress(ctx: WriteContext, address: string): Promise<void> {
  if (!(await forgetRefusal(ctx, address))) throw fail('mail_refusal_not_found');
}

/** Returns whether there was one. */
export async function forgetRefusal(ctx: WriteContext, address: string): Promise<boolean> {
  const gone = ctx.db.deleteFrom('mailRefusals').where('address', '=', addressKey(address));
  return (await gone.executeTakeFirstOrThrow()).numDeletedRows > 0n;
}

export function listRefusals(ctx: ReadContext, query: Static<typeof refusalList.query>) {
  const rows = ctx.db.selectFrom('mailRefusals').select(['address', 'reason', 'mailId', 'createdAt']);
  return listRecords(rows, refusalList, query);
}

// Shapes of addresses that do not accept mail.

const address = Type.String({
  ...{ minLength: 3, maxLength: 254 },
  description: 'The address, without regard to case',
  examples: ['ada@example.com'],
});
const reason = Type.String({
  ...{ minLength: 1, maxLength: 500 },
  description: 'What the mail server said',
  examples: ['550 5.1.1 No such user'],
});

export const MailRefusalSchema = Type.Object(
  {
    address,
    reason,
    mailId: nullable(
      Type.String({
        description: 'The mail that was rejected; null if it was reported',
        examples: ['mail_01m81qmw2m5e8v1kz3c9tq7d4h'],
      }),
    ),
    createdAt: Time,
  },
  { title: 'MailRefusal', description: 'An address that does not accept mail: nothing is sent to it' },
);
type MailRefusal = Static<typeof MailRefusalSchema>;

export const NewMailRefusal = bodyOf(
  { address, reason },
  { title: 'NewMailRefusal', description: 'A mail that came back from this address' },
);
export type NewMailRefusal = Static<typeof NewMailRefusal>;

export const refusalList = listOfRecords({
  item: MailRefusalSchema,
  key: 'address',
  filters: ['address', 'mailId', 'createdAt'],
  sort: ['-createdAt', 'address'],
  columns: { address: { read: addressKey } },
});

export const AddressParams = Type.Object({ address });
