// Which submissions are of a person, and which of others only name the person's address.

import { sql } from 'kysely';
import type { ReadContext } from '../../context/context.ts';
import { emailKeyOf } from '../../crm/contacts.ts';
import { containsText } from '../../database/contains-text.ts';
import type { Row } from '../../database/dialect.ts';
import type { Mentions } from '../../lib/mentions.ts';
import { fold } from '../../lib/text.ts';
import type { SubmissionTable } from '../answers/submission-rows.ts';
import { type Form, findForm } from '../form/form.ts';
import { withAskedFields } from '../form/form-versions.ts';
import { contactOf } from '../results/contact-fields.ts';

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
