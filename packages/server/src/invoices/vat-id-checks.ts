// Whether the VAT IDs of businesses in other countries of the EU are in use: asked of the EU where the site allows it, never within a
// transaction. What it says counts for a while, so that a page that asks for its total again and again asks the EU once.

import {
  type Context,
  inTransaction,
  type ReadContext,
  RunAgain,
  timeOf,
  type WriteContext,
} from '../context/context.ts';
import type { Row } from '../database/dialect.ts';
import type { Task } from '../jobs/run-job.ts';
import { internalSchedule } from '../jobs/schedules.ts';
import { fail } from '../lib/errors.ts';
import { normalizeVatId } from '../lib/vat-ids.ts';
import { ViesError } from '../lib/vies.ts';
import type { Buyer, BuyerKind, Seller } from '../settings/invoicing.ts';
import type { VatIdCheck } from './invoices.schemas.ts';
import { isEuVatId } from './tax-rules.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** For how long an answer counts. A VAT ID that is new comes into use some day. */
const keptMs = { inUse: 24 * hourMs, notInUse: 10 * minuteMs };

/** What to ask: the VAT ID of a buyer, for that of the seller if the EU knows it. */
export type VatIdQuestion = { vatId: string; requester: string | null };

/** What decides on the tax of this buyer, and is to be asked; null for nothing. */
export function vatIdQuestion(
  { vatIdsChecked, seller }: { vatIdsChecked: boolean; seller: Seller },
  buyer: Buyer | null,
  taxedAs: BuyerKind | null,
): VatIdQuestion | null {
  if (!vatIdsChecked || taxedAs !== 'eu_business' || buyer?.vatId === undefined) return null;
  const requester = normalizeVatId(seller.vatId ?? '');
  return { vatId: normalizeVatId(buyer.vatId), requester: isEuVatId(requester) ? requester : null };
}

/** Whether it is in use, as it was answered some time ago, or is now. Throws ViesError if there is no answer. */
export async function checkVatId(ctx: Context, question: VatIdQuestion): Promise<VatIdCheck | 'not_in_use'> {
  return (await findAnswer(ctx, question)) ?? (await askVies(ctx, question));
}

/**
 * The same for an invoice that is issued in this transaction, which begins anew if it has to be asked. Throws conflict for a VAT ID that
 * is not in use, and vat_id_unchecked.
 */
export async function requireVatIdInUse(ctx: WriteContext, question: VatIdQuestion): Promise<VatIdCheck> {
  const answer = await findAnswer(ctx, question);
  if (answer === null) throw new RunAgain((ctx) => askForIssue(ctx, question));
  if (answer !== 'not_in_use') return answer;
  const detail = `The EU says that the VAT ID ${question.vatId} is not in use. Correct or remove it, or say as \`taxOverride\` why the invoice is taxed differently`;
  throw fail('conflict', detail);
}

async function askForIssue(ctx: Context, question: VatIdQuestion): Promise<void> {
  try {
    await askVies(ctx, question);
  } catch (error) {
    if (!(error instanceof ViesError)) throw error;
    const detail = `The EU could not be asked whether the VAT ID ${question.vatId} is in use (${error.message}). Try again, or say as \`taxOverride\` why the invoice is taxed differently`;
    throw fail('vat_id_unchecked', { detail }, error);
  }
}

async function askVies(ctx: Context, { vatId, requester }: VatIdQuestion): Promise<VatIdCheck | 'not_in_use'> {
  const { isInUse, ...said } = await ctx.vies.ask(vatId, requester);
  const row = { vatId, requester, inUse: isInUse ? (1 as const) : (0 as const), ...said, checkedAt: timeOf(ctx) };
  await inTransaction(ctx, (ctx) => {
    const insert = ctx.db.insertInto('vatIdChecks').values(row);
    // Another request may have asked at the same time.
    return insert.onConflict((conflict) => conflict.column('vatId').doUpdateSet(row)).execute();
  });
  return answerIn(row);
}

/** Null if it was not asked for this seller, or too long ago. */
async function findAnswer(ctx: ReadContext, question: VatIdQuestion): Promise<VatIdCheck | 'not_in_use' | null> {
  const rows = ctx.db.selectFrom('vatIdChecks').selectAll().where('vatId', '=', question.vatId);
  const row = await rows.executeTakeFirst();
  if (!row || row.requester !== question.requester) return null;
  const since = timeOf(ctx, -(row.inUse === 1 ? keptMs.inUse : keptMs.notInUse));
  return row.checkedAt > since ? answerIn(row) : null;
}

function answerIn({ inUse, vatId, checkedAt, consultationNumber, name, address }: Row<'vatIdChecks'>) {
  return inUse === 1 ? { vatId, checkedAt, consultationNumber, name, address } : ('not_in_use' as const);
}

/** Deletes what the EU said of the VAT IDs of a person who is erased. */
export async function forgetVatIds(ctx: WriteContext, checks: readonly (VatIdCheck | null)[]): Promise<void> {
  const vatIds = checks.flatMap((check) => check?.vatId ?? []);
  if (vatIds.length > 0) await ctx.db.deleteFrom('vatIdChecks').where('vatId', 'in', vatIds).execute();
}

export const vatIdTasks: Record<string, Task> = {
  'invoices.forgetVatIdChecks': { run: forgetOldChecks, retryAfterMs: internalSchedule, everyMs: 6 * hourMs },
};

async function forgetOldChecks(ctx: Context): Promise<void> {
  await inTransaction(ctx, (ctx) =>
    ctx.db.deleteFrom('vatIdChecks').where('checkedAt', '<', timeOf(ctx, -keptMs.inUse)).execute(),
  );
}
