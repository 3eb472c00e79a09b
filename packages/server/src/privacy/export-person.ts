// All about one person as a tar: a JSON file for each kind of record, each submission with the questions as they were asked,
// and the files that were sent. What others have sent is in it only as far as it names the person.

import { EntryPacker } from '../archive/pack-entries.ts';
import { type Context, inBackground, type ReadContext } from '../context/context.ts';
import type { Tables } from '../database/tables.ts';
import type { FieldDeclaration } from '../fields/field.ts';
import { isAnswered } from '../fields/field-kinds.ts';
import { labelOf } from '../fields/form-controls.ts';
import { listFilesOf } from '../files/files.ts';
import { describeQuarantine } from '../files/quarantine.ts';
import { readableAnswer } from '../forms/form/fitting-value.ts';
import { findForm } from '../forms/form/form.ts';
import { withAskedFields } from '../forms/form/form-versions.ts';
import { describeSubmission } from '../forms/results/submission-list.ts';
import type { SubmissionItem } from '../forms/results/submissions.schemas.ts';
import { addressesOf, type Person } from './person.ts';
import { type CountName, type Part, pagesOf, parts, theirSubmissions } from './person-parts.ts';

/** The bytes of the archive, while it is read. */
export async function* exportPerson(ctx: Context, person: Person): AsyncGenerator<Buffer> {
  const packer = new EntryPacker(ctx.now());
  const reading = inBackground(ctx);
  yield* packer.bytes(async () => {
    const add = (name: string, value: unknown) =>
      packer.add(name, Buffer.from(`${JSON.stringify(value, null, 2)}\n`, 'utf8'));
    const { contactId, email, name } = person;
    await add('person.json', { contactId, email, name, exportedAt: ctx.now().toISOString() });
    for await (const ids of theirSubmissions(reading, person)) {
      for (const id of ids) {
        const submission = await readSubmission(reading, id);
        if (submission) await add(`submissions/${id}.json`, submission);
      }
      for (const file of await listFilesOf(reading, ids)) {
        const path = `files/${file.submissionId}/${file.id}-${file.name.replaceAll(/[^\p{L}\p{N}._ -]/gu, '_')}`;
        const locked = describeQuarantine(file);
        if (locked !== null) {
          await packer.add(`${path}.locked.txt`, Buffer.from(`${locked}.\n`, 'utf8'));
          continue;
        }
        const content = await ctx.files.readWhole(file.id, file.size);
        if (content) await packer.addStream(path, content, file.size);
        else await packer.add(`${path}.missing.txt`, Buffer.from('The content of this file is lost.\n', 'utf8'));
      }
    }
    for (const [kind, table] of tablesOfKinds) {
      const rows: object[] = [];
      const part = parts.find(({ name }) => name === kind) as Part;
      for await (const ids of pagesOf(part, reading, person)) rows.push(...(await readRows(reading, table, ids)));
      const own = rows.map((row) => withoutOthers(kind, row, person));
      if (rows.length > 0) await add(`${kind}.json`, own);
    }
    const naming = await readNaming(reading, person);
    if (naming.length > 0) await add('named-by-others.json', naming);
    packer.finish();
  });
}

const tablesOfKinds: readonly [CountName, keyof Tables][] = [
  ['contacts', 'contacts'],
  ['payments', 'payments'],
  ['invoices', 'invoices'],
  ['creditNotes', 'creditNotes'],
  ['subscriptions', 'subscriptions'],
  ['savedAnswers', 'savedAnswers'],
  ['mails', 'mails'],
  ['events', 'events'],
  ['deliveries', 'deliveries'],
  ['processorEvents', 'processorEvents'],
];

/** What serves only the service. */
const leftOut = new Set([
  'searchKey',
  'emailKey',
  'uniqueKey',
  'searchText',
  'sealedLink',
  'html',
  'position',
  'version',
]);
const jsonColumns = new Set(['data', 'fields', 'snapshot', 'lines', 'reservation', 'body', 'paper']);

async function readRows(ctx: ReadContext, table: keyof Tables, ids: string[]): Promise<object[]> {
  const rows = await ctx.db
    .selectFrom(table as 'events')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).flatMap(([name, value]) => {
        if (leftOut.has(name)) return [];
        return [[name, jsonColumns.has(name) && typeof value === 'string' ? JSON.parse(value) : value]];
      }),
    ),
  );
}

type MailRow = { id: string; kind: string; createdAt: string; recipient: string; replyTo: string | null };

/** A mail to someone else may be about others, too, and so may what was delivered. */
function withoutOthers(kind: CountName, row: object, person: Person): object {
  if (kind === 'deliveries') {
    const { body: _, ...delivery } = row as { body: unknown };
    return delivery;
  }
  if (kind !== 'mails') return row;
  const addresses = addressesOf(person);
  const { id, kind: about, createdAt, recipient, replyTo } = row as MailRow;
  if (addresses.areIn(recipient) || addresses.areIn(replyTo ?? '')) return row;
  return { id, kind: about, createdAt, note: 'To someone else, and names the address' };
}

/** With the questions as they were asked, and what people wrote about it. */
async function readSubmission(ctx: ReadContext, id: string) {
  const submission = await describeSubmission(ctx, id);
  if (!submission) return null;
  const form = await findForm(ctx, submission.formId);
  const { fields } = await withAskedFields(ctx, form, { formVersion: submission.formVersion ?? null });
  const storyOf = (table: 'submissionNotes' | 'submissionReplies') =>
    ctx.db
      .selectFrom(table)
      .select(['createdAt', 'text'])
      .where('submissionId', '=', id)
      .orderBy('createdAt')
      .execute();
  return {
    form: form.name,
    answers: fields.filter(isAnswered).flatMap((field) => readable(field, submission)),
    ...submission,
    notes: await storyOf('submissionNotes'),
    replies: await storyOf('submissionReplies'),
  };
}

function readable(field: FieldDeclaration, { data, files }: SubmissionItem) {
  const names = files.filter((file) => file.field === field.name).map(({ name }) => name);
  const value = data[field.name];
  if (names.length === 0 && (value === undefined || value === null)) return [];
  return [{ question: labelOf(field), answer: names.length > 0 ? names.join(', ') : readableAnswer(field, value) }];
}

/** The answers of others that have the address. */
async function readNaming(ctx: ReadContext, person: Person): Promise<object[]> {
  const addresses = addressesOf(person);
  const found: object[] = [];
  for (const part of parts.filter(({ name }) => name === 'othersSubmissions')) {
    for await (const ids of pagesOf(part, ctx, person)) {
      for (const id of ids) {
        const submission = await describeSubmission(ctx, id);
        if (!submission) continue;
        const answers = Object.entries({ ...submission.data, ...submission.extra }).flatMap(([name, value]) => {
          const texts = textsIn(value).filter((text) => addresses.areIn(text));
          return texts.length === 0
            ? []
            : [
                {
                  field: name,
                  names: addresses.texts.filter((one) => texts.join().toLowerCase().includes(one.toLowerCase())),
                },
              ];
        });
        found.push({ formId: submission.formId, createdAt: submission.createdAt, answers });
      }
    }
  }
  return found;
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
