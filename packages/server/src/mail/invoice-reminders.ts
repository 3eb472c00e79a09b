// Reminders of invoices, by the schedule of the site: some days before an invoice is due, on that day, or after it. Each step is used
// once, in order, and one that was missed is skipped: the invoice remembers the last one, in the transaction that stores its mail.
// They end with what ends the invoice, also while the mail waits to be sent.

import { type Context, inTransaction, type ReadContext, type WriteContext } from '../context/context.ts';
import type { Row } from '../database/dialect.ts';
import { lockInvoice, openAmount, updateInvoice } from '../invoices/invoices.ts';
import { fail } from '../lib/errors.ts';
import { isMailAddress } from '../lib/mail-address.ts';
import { dayOf, zonedTime } from '../lib/zone-days.ts';
import { readInvoicing } from '../settings/invoicing.ts';
import { readSite } from '../settings/site.ts';
import { addInvoiceMail, findPayable, type InvoiceMailKind, mailInvoice, reminderKind } from './invoice-mails.ts';
import type { ListedMail, NewInvoiceMail } from './mails.schemas.ts';

/** When a day begins for reminders: people are not reminded at midnight. */
const startHour = 8;
/** How the keys of the mails of the schedule begin. */
const scheduled = 'reminder:';
const hourMs = 3_600_000;
const perRead = 100;

type InvoiceRow = Row<'invoices'>;
type Schedule = { days: readonly number[]; timeZone: string };
type Place = Pick<InvoiceRow, 'id' | 'reminderDays'> & { dueAt: string };

/** Stores the reminders that are due. Several processes may do so at once. */
export async function remindOfInvoices(ctx: Context): Promise<void> {
  const { reminders } = await readInvoicing(ctx);
  if (reminders.length === 0) return;
  const { timeZone } = await readSite(ctx);
  const schedule = { days: reminders.map(({ days }) => days), timeZone: timeZone ?? 'UTC' };
  let after: Place = { id: '', dueAt: '', reminderDays: null };
  for (;;) {
    const found = await findCandidates(ctx, schedule, after);
    // Those between two steps, which may be many, need no transaction.
    for (const row of found)
      if (dueStep(row, schedule, ctx.now()) !== null) await inTransaction(ctx, (ctx) => remind(ctx, row.id, schedule));
    const last = found.at(-1);
    if (!last || found.length < perRead) return;
    after = last;
  }
}

/** The next open invoices that a step of the schedule may be due for, by the time at which they are. */
async function findCandidates(ctx: ReadContext, { days }: Schedule, after: Place): Promise<Place[]> {
  const lastDay = 24 * hourMs * (1 - Math.min(...days));
  const rows = await ctx.db
    .selectFrom('invoices')
    .select(['id', 'dueAt', 'reminderDays'])
    .where('status', '=', 'open')
    .where('dueAt', '<=', new Date(ctx.now().getTime() + lastDay).toISOString())
    .where('dueAt', '>=', after.dueAt)
    .where((eb) => eb.or([eb('dueAt', '>', after.dueAt), eb('id', '>', after.id)]))
    .where('contactId', 'is not', null)
    .where('processorInvoiceId', 'is', null)
    .where('remindersPaused', '=', 0)
    .where((eb) => eb.or([eb('reminderDays', 'is', null), eb('reminderDays', '<', Math.max(...days))]))
    .orderBy('dueAt')
    .orderBy('id')
    .limit(perRead)
    .execute();
  return rows as Place[];
}

/** Stores the mail of the last step that is due, unless there was one. */
async function remind(ctx: WriteContext, id: string, schedule: Schedule): Promise<void> {
  const row = await lockInvoice(ctx, id);
  const step = row && dueStep(row, schedule, ctx.now());
  if (!row || step === null || step === undefined || row.remindersPaused === 1) return;
  if (row.contactId === null || (await whyNotRemind(ctx, row)) !== null) return;
  const contacts = ctx.db.selectFrom('contacts').select(['name', 'email']).where('id', '=', row.contactId);
  const { name = null, email = null } = (await contacts.executeTakeFirst()) ?? {};
  // A step of before may be used after the day, when it was missed.
  const kind: InvoiceMailKind =
    daysPassed(row.dueAt as string, schedule, ctx.now()) > 0 ? 'invoiceOverdue' : 'invoiceReminder';
  if (email === null || !isMailAddress(email) || !ctx.wantsMail(kind)) return;
  const reminded = await updateInvoice(ctx, row, { reminderDays: step });
  const mail = { kind, key: keyOf(reminded), recipient: email };
  await addInvoiceMail(ctx, { ...reminded, contactName: name, contactEmail: email }, mail);
}

/** The key of the mail of the step that was used last, for the invoice as it is. */
function keyOf({ id, dueAt, reminderDays, amount }: InvoiceRow): string {
  return `${scheduled}${id}:${dueAt}:${reminderDays}:${amount}`;
}

/** How many days ago it was due where the site is; less than 0 before that day. */
function daysPassed(dueAt: string, { timeZone }: Schedule, now: Date): number {
  return dayOf(new Date(dueAt), timeZone).until(dayOf(now, timeZone)).days;
}

/** The last step that is due and comes after the last one that was used; null if there is none. */
export function dueStep(
  { dueAt, reminderDays }: Pick<InvoiceRow, 'dueAt' | 'reminderDays'>,
  schedule: Schedule,
  now: Date,
): number | null {
  const { days, timeZone } = schedule;
  if (dueAt === null) return null;
  // By the clock of the site: where it was changed at night, eight is not eight hours after midnight.
  const hasBegun = zonedTime(now, timeZone).hour >= startHour;
  const passed = daysPassed(dueAt, schedule, now) - (hasBegun ? 0 : 1);
  const due = days.filter((step) => step <= passed && step > (reminderDays ?? Number.NEGATIVE_INFINITY));
  return due.length === 0 ? null : Math.max(...due);
}

/** Reminds of it now, whatever the schedule. Throws invoice_not_found, and conflict for one that is not reminded of. */
export async function mailReminder(
  ctx: WriteContext,
  invoiceId: string,
  input: NewInvoiceMail,
  operation: string,
): Promise<ListedMail> {
  const invoice = await findPayable(ctx, invoiceId);
  const reason = await whyNotRemind(ctx, invoice);
  if (reason !== null) throw fail('conflict', `No reminder: ${reason}`);
  return mailInvoice(ctx, invoice, { ...input, kind: reminderKind(ctx, invoice) }, operation);
}

/** Why an invoice is not reminded of, in words; null if it is. */
async function whyNotRemind(ctx: ReadContext, row: InvoiceRow): Promise<string | null> {
  if (row.status !== 'open') return `the invoice is ${row.status}`;
  if (openAmount(row) === 0) return 'nothing is left to pay';
  const payments = ctx.db.selectFrom('payments').select(['status', 'disputed']).where('invoiceId', '=', row.id);
  const found = await payments.execute();
  if (found.some(({ disputed }) => disputed === 1)) return 'a payment of the invoice is disputed';
  if (found.some(({ status }) => status === 'processing')) return 'a payment of the invoice is being processed';
  return null;
}

type WaitingMail = Pick<Row<'mails'>, 'kind' | 'about' | 'createdAt' | 'uniqueKey' | 'recipient'>;

/** Why a mail that is about to be sent is of no use any more; null for all but reminders of what was paid or withdrawn meanwhile. */
export async function whyOutdated(ctx: ReadContext, mail: WaitingMail): Promise<string | null> {
  const { kind, about, createdAt } = mail;
  if (about === null || (kind !== 'invoiceReminder' && kind !== 'invoiceOverdue')) return null;
  const row = await ctx.db.selectFrom('invoices').selectAll().where('id', '=', about).executeTakeFirst();
  if (!row) return 'the invoice was deleted';
  const reason =
    (await whyNotRemind(ctx, row)) ?? (mail.uniqueKey.startsWith(scheduled) ? await whyReplaced(ctx, row, mail) : null);
  if (reason !== null) return reason;
  return (await isReducedSince(ctx, row.id, createdAt)) ? 'a part of the invoice was paid or credited meanwhile' : null;
}

/** Why the schedule would not have this mail any more; null if it would. */
async function whyReplaced(
  ctx: ReadContext,
  row: InvoiceRow,
  { uniqueKey, recipient }: Pick<WaitingMail, 'uniqueKey' | 'recipient'>,
): Promise<string | null> {
  if (row.remindersPaused === 1) return 'the reminders of the invoice are paused';
  // After days without a mail server, one reminder goes out, not one for each step.
  if (uniqueKey !== keyOf(row)) return 'the invoice has a later reminder, another amount, or is due on another day';
  const { reminders } = await readInvoicing(ctx);
  if (!reminders.some(({ days }) => days === row.reminderDays))
    return 'the schedule of reminders does not have it any more';
  const contact = ctx.db
    .selectFrom('contacts')
    .select('email')
    .where('id', '=', row.contactId ?? '');
  return (await contact.executeTakeFirst())?.email === recipient ? null : 'the invoice has another contact, or address';
}

/** Whether the mail names an amount that is not what is left any more. */
async function isReducedSince(ctx: ReadContext, invoiceId: string, since: string): Promise<boolean> {
  const payments = ctx.db.selectFrom('payments').select('id').where('invoiceId', '=', invoiceId);
  const paid = payments.where('status', '=', 'succeeded').where('updatedAt', '>', since);
  if (await paid.limit(1).executeTakeFirst()) return true;
  const notes = ctx.db.selectFrom('creditNotes').select('id').where('invoiceId', '=', invoiceId);
  return (await notes.where('issuedAt', '>', since).limit(1).executeTakeFirst()) !== undefined;
}
