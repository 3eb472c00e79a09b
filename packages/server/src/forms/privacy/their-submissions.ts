// Which submissions are of a person, and which of others only name the person's address.

import { sql } from 'kysely';
import { deleteItem } from '../../content/lifecycle/change-item.ts';
import { deleteMedia } from '../../content/lifecycle/delete-media.ts';
import { lockPostType } from '../../content/types/post-types.ts';
import { type Context, inTransaction, type ReadContext, type WriteContext } from '../../context/context.ts';
import { emailKeyOf } from '../../crm/contacts.ts';
import type { Row } from '../../database/dialect.ts';
import { containsText } from '../../database/expressions.ts';
import { removeBytes } from '../../files/files.ts';
import { Problem } from '../../lib/errors.ts';
import type { Mentions } from '../../lib/mentions.ts';
import { fold } from '../../lib/text.ts';
import type { SubmissionTable } from '../answers/submission-rows.ts';
import { type Form, findForm } from '../form/form.ts';
import { withAskedFields } from '../form/form-versions.ts';
import { contactOf } from '../results/contact-fields.ts';
import { libraryIdOf } from '../results/make-draft.ts';

type Owner = { contactId: string | null; emailKey: string | null };
type Candidate = Pick<Row<'submissions'>, 'id' | 'formId' | 'contactId' | 'data' | 'extra' | 'formVersion'>;

const pageRows = 1000;

export type SubmissionsPage = {
  theirs: string[];
  /** Of others. */
  naming: string[];
  /** Null on the last page. */
  last: string | null;
};

/**
 * Looks through some submissions behind this ID. One is theirs if their contact submitted it. If no other contact did, the
 * address counts that the form takes for the contact's; so do addresses in spam, which has no contact.
 */
export async function pageTheirs(
  ctx: ReadContext,
  table: SubmissionTable,
  { contactId, emailKey }: Owner,
  addresses: Mentions,
  after: string,
): Promise<SubmissionsPage> {
  const names = addresses.texts.map((text) => containsText(sql.ref('searchText'), fold(text)));
  const page = ctx.db
    .selectFrom(table as 'submissions')
    .select(['id', 'contactId', 'searchText'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(pageRows)
    .as('page');
  const rows = await ctx.db
    .selectFrom(page)
    .select((eb) => ['id', eb.or([eb('contactId', '=', contactId ?? ''), ...names]).as('isFound')])
    .execute();
  const found = rows.filter(({ isFound }) => isFound).map(({ id }) => id);
  const last = rows.length < pageRows ? null : (rows.at(-1)?.id ?? null);
  const theirs: string[] = [];
  const naming: string[] = [];
  const forms = new Map<string, Form>();
  for (const row of await readCandidates(ctx, table, found)) {
    if (await isTheirs(ctx, row, { contactId, emailKey }, forms)) theirs.push(row.id);
    else if (addresses.areInJson(row.data) || addresses.areInJson(row.extra)) naming.push(row.id);
  }
  return { theirs, naming, last };
}

function readCandidates(ctx: ReadContext, table: SubmissionTable, ids: string[]): Promise<Candidate[]> {
  return ctx.db
    .selectFrom(table as 'submissions')
    .select(['id', 'formId', 'contactId', 'data', 'extra', 'formVersion'])
    .where('id', 'in', ['', ...ids])
    .orderBy('id')
    .execute();
}

async function isTheirs(
  ctx: ReadContext,
  row: Candidate,
  { contactId, emailKey }: Owner,
  forms: Map<string, Form>,
): Promise<boolean> {
  if (row.contactId !== null && row.contactId === contactId) return true;
  if (emailKey === null || (row.contactId !== null && (await hasContact(ctx, row.contactId)))) return false;
  const form = forms.get(row.formId) ?? (await findForm(ctx, row.formId));
  forms.set(row.formId, form);
  const asked = await withAskedFields(ctx, form, row);
  return emailKeyOf(contactOf(asked, JSON.parse(row.data)).email) === emailKey;
}

async function hasContact(ctx: ReadContext, id: string): Promise<boolean> {
  return (await ctx.db.selectFrom('contacts').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

// Items that were made from submissions of a person. Those that no one has changed go with the submission; what became of
// the others only people can say.

type MadeItem = { id: string; type: string; title: string; isUntouched: boolean };

/** The items made from these submissions that still exist. */
export async function listDraftItems(ctx: ReadContext, submissionIds: readonly string[]): Promise<MadeItem[]> {
  const rows = await ctx.db
    .selectFrom('submissionDrafts')
    .innerJoin('items', 'items.id', 'submissionDrafts.itemId')
    .select(['items.id', 'items.type', 'items.title', 'items.status', 'items.version', 'items.draft'])
    .where('submissionId', 'in', ['', ...submissionIds])
    .execute();
  return rows.map(({ id, type, title, status, version, draft }) => ({
    ...{ id, type, title },
    isUntouched: status === 'draft' && version === 1 && draft === null,
  }));
}

/** Deletes it with the copies of files that only it shows. Nothing happens if it was changed meanwhile. */
export async function eraseDraftItem(
  ctx: Context,
  id: string,
  record: (ctx: WriteContext) => Promise<void>,
): Promise<void> {
  const found = await ctx.db
    .selectFrom('submissionDrafts')
    .innerJoin('items', 'items.id', 'submissionDrafts.itemId')
    .select(['submissionId', 'items.type'])
    .where('items.id', '=', id)
    .executeTakeFirst();
  if (!found) return;
  const bytes = await inTransaction(ctx, async (ctx) => {
    await lockPostType(ctx, found.type);
    const [item] = await listDraftItems(ctx, [found.submissionId]);
    if (!item?.isUntouched) return [];
    await deleteItem(ctx, found.type, id, { clearReferences: true });
    await record(ctx);
    return eraseCopies(ctx, found.submissionId);
  });
  await removeBytes(ctx, bytes);
}

/** Other items may show a copy by now, which then stays. Returns the IDs of bytes to remove. */
async function eraseCopies(ctx: WriteContext, submissionId: string): Promise<string[]> {
  const files = await ctx.db.selectFrom('files').select('id').where('submissionId', '=', submissionId).execute();
  const bytes: string[] = [];
  for (const { id } of files) {
    try {
      bytes.push(...(await deleteMedia(ctx, libraryIdOf(id))));
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 500) throw error;
    }
  }
  return bytes;
}
