// Makes the draft item of a submission, once. What keeps it from being made is stored beside the submission.

import { createItem } from '../../content/lifecycle/create-item.ts';
import { createMedia } from '../../content/media/media.ts';
import { withMediaFile } from '../../content/media/media-file.ts';
import { checkMediaFile } from '../../content/media/media-types.ts';
import { getPostType, type PostType } from '../../content/types/post-types.ts';
import { type Context, inTransaction, type StoredEvent, timeOf, type WriteContext } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import type { EventFacts } from '../../events/event-types.ts';
import type { FieldDeclaration } from '../../fields/field.ts';
import { isFileField } from '../../fields/field-kinds.ts';
import { removeBytes } from '../../files/files.ts';
import { describeQuarantine, hasWaitingFiles } from '../../files/quarantine.ts';
import { limitBytes, readSample, storeBytes } from '../../files/receive.ts';
import { enqueue, finishJob, type Job } from '../../jobs/queue.ts';
import type { Task } from '../../jobs/run-job.ts';
import { internalSchedule } from '../../jobs/schedules.ts';
import { Problem } from '../../lib/errors.ts';
import { escapeHtml } from '../../lib/html.ts';
import { idFrom, newId } from '../../lib/ids.ts';
import { fillSubject, paragraphsOf } from '../../mail/template.ts';
import { fittingValue, readableAnswer } from '../form/fitting-value.ts';
import { type Form, findForm } from '../form/form.ts';
import { withAskedFields } from '../form/form-versions.ts';
import { type DraftItem, fieldOf } from '../form/result-settings.ts';

// Stores the job that makes an item of a submission.

export const makeDraftTask = 'forms.makeDraft';
type DraftToMake = { submissionId: string };

type Facts = Pick<EventFacts['submission.submitted' | 'submission.paid' | 'submission.scanned'], 'form' | 'submission'>;

/** Of a form with a payment once it is paid. */
export async function makeDraftLater(
  ctx: WriteContext,
  _event: StoredEvent,
  { form, submission }: Facts,
): Promise<undefined> {
  if (submission.status === 'awaiting_payment' || !form.settings.draftItem) return;
  const job: DraftToMake = { submissionId: submission.id };
  await enqueue(ctx, makeDraftTask, job, { uniqueKey: `${makeDraftTask} ${submission.id}` });
}

/** A draft waited for the scan of its files. One that was made before, and may have been deleted, is not made again. */
export async function makeDraftAfterScan(ctx: WriteContext, event: StoredEvent, facts: Facts): Promise<undefined> {
  if (!facts.form.settings.draftItem) return;
  const made = ctx.db.selectFrom('submissionDrafts').select('type').where('submissionId', '=', facts.submission.id);
  if (!(await made.executeTakeFirst())) await makeDraftLater(ctx, event, facts);
}

export const draftItemTasks: Record<string, Task> = {
  [makeDraftTask]: { run: makeDraft, retryAfterMs: internalSchedule },
};

/** Nothing happens if the submission or the setting is gone by now. */
async function makeDraft(ctx: Context, job: Job): Promise<'finished'> {
  const { submissionId } = job.payload as DraftToMake;
  const submission = await ctx.db
    .selectFrom('submissions')
    .selectAll()
    .where('id', '=', submissionId)
    .executeTakeFirst();
  const form = submission && (await withAskedFields(ctx, await findForm(ctx, submission.formId), submission));
  const setting = form?.settings.draftItem;
  if (!submission || !setting) {
    await inTransaction(ctx, (ctx) => finishJob(ctx, job));
    return 'finished';
  }
  if (ctx.scansFiles && (await inTransaction(ctx, (ctx) => endIfWaiting(ctx, job, submissionId)))) return 'finished';
  try {
    const values = await valuesFor(ctx, form, submission, setting);
    await inTransaction(ctx, async (ctx) => {
      await storeDraft(ctx, submission, setting, values);
      await finishJob(ctx, job);
    });
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error;
    const { message: fault } = error;
    await inTransaction(ctx, async (ctx) => {
      await remember(ctx, { submissionId, type: setting.type, itemId: null, fault });
      await finishJob(ctx, job);
    });
  }
  return 'finished';
}

/** Ends the job if files wait for their scan: it is stored again when all have their verdict. */
async function endIfWaiting(ctx: WriteContext, job: Job, submissionId: string): Promise<boolean> {
  const isWaiting = await hasWaitingFiles(ctx, submissionId);
  if (isWaiting) await finishJob(ctx, job);
  return isWaiting;
}

type DraftValues = {
  type: PostType;
  title: string;
  content: string;
  fields: Record<string, unknown>;
  faults: string[];
};

/** Throws type_not_found. */
async function valuesFor(
  ctx: Context,
  form: Form,
  submission: Row<'submissions'>,
  { type: name, title, content = '', fields = {} }: DraftItem,
): Promise<DraftValues> {
  const type = await getPostType(ctx, name);
  const data = JSON.parse(submission.data) as Record<string, unknown>;
  const answers = new Map([
    ['form', form.name],
    ...form.fields.map((field) => [`answers.${field.name}`, readableAnswer(field, data[field.name])] as const),
  ]);
  const values: DraftValues = {
    type,
    title: fillSubject(title, answers).trim().slice(0, maxTitle) || form.name,
    content: paragraphsOf(content)
      .map((paragraph) => paragraphAsHtml(fillSubject(paragraph, answers)))
      .join(''),
    fields: {},
    faults: [],
  };
  for (const [name, from] of Object.entries(fields)) {
    const target = fieldOf(type, name);
    const source = form.fields.find((field) => field.name === from);
    const answer = data[from];
    if (!target || !source || answer === undefined) continue;
    const value = await readValue(ctx, target, source, answer, values.faults);
    if (value !== undefined) values.fields[name] = value;
  }
  return values;
}

const maxTitle = 500;

function paragraphAsHtml(text: string): string {
  return paragraphsOf(text)
    .map((paragraph) => `<p>${escapeHtml(paragraph).replace(/\r?\n/g, '<br>')}</p>`)
    .join('');
}

async function readValue(
  ctx: Context,
  target: FieldDeclaration,
  source: FieldDeclaration,
  answer: unknown,
  faults: string[],
): Promise<unknown> {
  if (!isFileField(source)) return fittingValue(target, source, answer);
  const ids = await copyToLibrary(ctx, [answer].flat() as string[], faults);
  return target.multiple ? ids : ids[0];
}

async function storeDraft(
  ctx: WriteContext,
  { id: submissionId, language }: Row<'submissions'>,
  { type: name }: DraftItem,
  { type, title, content, fields, faults }: DraftValues,
): Promise<void> {
  const id = idFrom('item', submissionId);
  const item = await createItem(ctx, { id, type, title, content, fields, language, status: 'draft' });
  await remember(ctx, { submissionId, type: name, itemId: item.id, fault: faults.join(' ') || null });
}

async function remember(ctx: WriteContext, draft: Omit<Row<'submissionDrafts'>, 'createdAt'>): Promise<void> {
  await ctx.db
    .insertInto('submissionDrafts')
    .values({ ...draft, createdAt: timeOf(ctx) })
    .onConflict((conflict) => conflict.column('submissionId').doNothing())
    .execute();
}

// Copies files of a submission to the media library, where items can show them. The file of the submission stays.

/** Of the copy of a file. */
export function libraryIdOf(fileId: string): string {
  return idFrom('med', fileId);
}

/** Returns the IDs of media records, the same for the same files. What the library does not accept is reported in `faults`. */
async function copyToLibrary(ctx: Context, fileIds: readonly string[], faults: string[]): Promise<string[]> {
  const files = await ctx.db
    .selectFrom('files')
    .selectAll()
    .where('id', 'in', ['', ...fileIds])
    .orderBy('id')
    .execute();
  const ids: string[] = [];
  for (const file of files) {
    const id = libraryIdOf(file.id);
    const isCopied = await ctx.db.selectFrom('media').select('id').where('id', '=', id).executeTakeFirst();
    const locked = describeQuarantine(file);
    if (locked !== null) {
      faults.push(`The file ${file.name} was left out. ${locked}.`);
      continue;
    }
    const fault = isCopied ? null : await copy(ctx, id, file);
    if (fault === null) ids.push(id);
    else faults.push(`The file ${file.name} ${fault}.`);
  }
  return ids;
}

/** Returns why it cannot be there, or null. */
async function copy(ctx: Context, id: string, { id: fileId, name, type, size }: Row<'files'>): Promise<string | null> {
  const copyId = newId('file');
  try {
    const { sample, whole } = await readSample(limitBytes(await ctx.files.read(fileId), size, '/file'));
    const found = await checkMediaFile(sample, { name, type });
    if (typeof found !== 'string') return found.detail;
    const received = { id: copyId, name, type: found, ...(await storeBytes(ctx, copyId, whole)) };
    await withMediaFile(ctx, received, (file) =>
      inTransaction(ctx, (ctx) => createMedia(ctx, id, { file, fileName: name, texts: {} })),
    );
    return null;
  } catch (error) {
    await removeBytes(ctx, [copyId]);
    if (error instanceof Problem && error.status < 500) return error.details.errors?.[0]?.detail ?? error.message;
    throw error;
  }
}
