// Lists, creates, changes and deletes forms.

import { namesFor } from '../../context/access.ts';
import { type Context, inTransaction, type ReadContext, timeOf, type WriteContext } from '../../context/context.ts';
import { listRecords, type RecordPage } from '../../database/record-list.ts';
import { updateRow } from '../../database/update-row.ts';
import { publishChange } from '../../events/events.ts';
import { removeBytes } from '../../files/files.ts';
import { fail, failBody } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { isSlug, slugify } from '../../lib/slug.ts';
import { type Form, findForm, formUpdated, lockForm, lockFormRow, parseForm } from './form.ts';
import { acceptFields, normalizeFields } from './form-fields.ts';
import { mergeTranslations } from './form-translations.ts';
import { type FormChange, type FormQuery, formList, type NewForm } from './forms.schemas.ts';
import { acceptOrigins } from './origins.ts';
import { deleteParts, findPartFaults, findUrlFaults, formChanged, mergeSettings } from './parts.ts';

export async function listForms(
  ctx: ReadContext,
  query: FormQuery,
): Promise<RecordPage<Form & { submissionCount: number }>> {
  const ids = namesFor(ctx.actor, 'forms:read');
  const forms = ctx.db.selectFrom('forms').selectAll();
  const page = await listRecords(ids === null ? forms : forms.where('id', 'in', ['', ...ids]), formList, query);
  const counts = await countSubmissions(
    ctx,
    page.items.map(({ id }) => id),
  );
  const items = page.items.map((row) => ({ ...parseForm(row), submissionCount: counts.get(row.id) ?? 0 }));
  return { ...page, items };
}

export async function countSubmissions(ctx: ReadContext, formIds: string[]): Promise<Map<string, number>> {
  if (formIds.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('submissions')
    .select((eb) => ['formId', eb.fn.countAll<number>().as('count')])
    .where('formId', 'in', formIds)
    .groupBy('formId')
    .execute();
  return new Map(rows.map(({ formId, count }) => [formId, Number(count)]));
}

/** Creates a form. A second run with the same ID returns the first form. Throws invalid_body, slug_taken. */
export async function createForm(ctx: WriteContext, id: string, input: NewForm): Promise<Form> {
  const fields = await acceptFields(ctx, input.fields);
  const { language = null, translations = {} } = input;
  if (input.slug !== undefined) checkSlug(input.slug);
  const now = timeOf(ctx);
  const row = {
    id,
    name: input.name,
    public: toFlag(input.public ?? true),
    open: toFlag(input.open ?? true),
    strict: toFlag(input.strict ?? false),
    maxSubmissions: input.maxSubmissions ?? null,
    successUrl: acceptUrl(input.successUrl ?? null),
    fields: JSON.stringify(fields),
    settings: JSON.stringify(mergeSettings({}, input.settings ?? {})),
    origins: JSON.stringify(acceptOrigins(input.origins ?? [])),
    ...{ language, translations: JSON.stringify(translations) },
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
  await checkParts(ctx, parseForm({ ...row, slug: '' }), null);
  for (const slug of input.slug === undefined ? slugsFor(input.name) : [input.slug]) {
    const inserted = await ctx.db
      .insertInto('forms')
      .values({ ...row, slug })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (inserted) {
      const form = parseForm({ ...row, slug });
      await formChanged(ctx, form, null);
      await publishChange(ctx, 'form.created', form, { formId: id });
      return form;
    }
    const existing = await ctx.db.selectFrom('forms').selectAll().where('id', '=', id).executeTakeFirst();
    if (existing) return parseForm(existing);
  }
  throw slugTaken(input.slug ?? '');
}

/** Changes the given members. `check` may reject the current version. Throws form_not_found, invalid_body, slug_taken. */
export async function updateForm(
  ctx: Context,
  idOrSlug: string,
  change: FormChange,
  check: (form: Form) => void,
): Promise<Form> {
  const { public: isPublic, open, strict, fields, settings, origins, translations, successUrl, ...rest } = change;
  if (rest.slug !== undefined) checkSlug(rest.slug);
  const values = {
    ...rest,
    ...(isPublic === undefined ? {} : { public: toFlag(isPublic) }),
    ...(open === undefined ? {} : { open: toFlag(open) }),
    ...(strict === undefined ? {} : { strict: toFlag(strict) }),
    ...(successUrl === undefined ? {} : { successUrl: acceptUrl(successUrl) }),
    ...(fields === undefined ? {} : { fields: JSON.stringify(await acceptFields(ctx, fields)) }),
    ...(origins === undefined ? {} : { origins: JSON.stringify(acceptOrigins(origins)) }),
  };
  const before = await findForm(ctx, idOrSlug);
  if ([fields, settings, translations, rest.language].some((changed) => changed !== undefined)) {
    const { language = before.language } = rest;
    const after = {
      ...{ ...before, language, ...mergedParts(before, change) },
      fields: fields ? normalizeFields(fields) : before.fields,
    };
    await checkParts(ctx, after, before);
  }
  try {
    return await inTransaction(ctx, async (ctx) => {
      const row = await lockFormRow(ctx, before.id);
      const locked = parseForm(row);
      check(locked);
      const stamp = { version: row.version + 1, updatedAt: timeOf(ctx) };
      const stored = { settings: JSON.parse(row.settings), translations: JSON.parse(row.translations) };
      const merged = Object.entries(mergedParts(stored, change)).map(([name, value]) => [name, JSON.stringify(value)]);
      const updated = await updateRow(ctx, 'forms', row, { ...values, ...Object.fromEntries(merged) }, stamp);
      const form = parseForm(updated);
      await formChanged(ctx, form, locked);
      await formUpdated(ctx, row, updated);
      return form;
    });
  } catch (error) {
    if (ctx.dialect.isUniqueViolation(error)) throw slugTaken(rest.slug ?? '');
    throw error;
  }
}

/** The members that merge, if they change. Throws invalid_body. */
function mergedParts(
  stored: Pick<Form, 'settings' | 'translations'>,
  { settings, translations }: FormChange,
): Partial<typeof stored> {
  return {
    ...(settings !== undefined && { settings: settings === null ? {} : mergeSettings(stored.settings, settings) }),
    ...(translations !== undefined && {
      translations: translations === null ? {} : mergeTranslations(stored.translations, translations),
    }),
  };
}

/** Deletes a form; with `force` its submissions and files too. Throws form_not_found, conflict. */
export async function deleteForm(
  ctx: Context,
  idOrSlug: string,
  { force, check }: { force: boolean; check: (form: Form) => void },
): Promise<string> {
  const { id } = await findForm(ctx, idOrSlug);
  const fileIds = await inTransaction(ctx, async (ctx) => {
    const form = await lockForm(ctx, id);
    check(form);
    const count = (await countSubmissions(ctx, [id])).get(id) ?? 0;
    if (count > 0 && !force) {
      throw fail(
        'conflict',
        `The form has ${count} ${count === 1 ? 'submission' : 'submissions'}. Use force=true to delete them too`,
      );
    }
    const fileIds = await deleteParts(ctx, { formId: id });
    await ctx.db.deleteFrom('submissions').where('formId', '=', id).execute();
    await ctx.db.deleteFrom('spamSubmissions').where('formId', '=', id).execute();
    await ctx.db.deleteFrom('forms').where('id', '=', id).execute();
    await publishChange(ctx, 'form.deleted', form, { formId: id });
    return fileIds;
  });
  await removeBytes(ctx, fileIds);
  return id;
}

/** Throws invalid_body, insufficient_scope. */
async function checkParts(ctx: ReadContext, form: Form, before: Form | null): Promise<void> {
  const faults = await findPartFaults(ctx, form, before);
  if (faults.length > 0) throw failBody(faults);
}

function acceptUrl(url: string | null): string | null {
  const faults = findUrlFaults(url, '/successUrl');
  if (faults.length > 0) throw failBody(faults);
  return url;
}

function toFlag(value: boolean): 0 | 1 {
  return value ? 1 : 0;
}

/** Throws invalid_body. */
function checkSlug(slug: string): void {
  // URLs accept an ID or a slug, so a slug must not look like an ID.
  if (isSlug(slug) && !/^form_[0-9a-z]{26}$/.test(slug)) return;
  const detail = 'can only contain lower-case letters, digits, dots, hyphens and underscores';
  throw failBody([{ pointer: '/slug', code: 'invalid', detail }]);
}

/** Slugs to try for a form of this name, one after another. */
function* slugsFor(name: string): Generator<string> {
  const base = slugify(name).slice(0, 180) || 'form';
  yield base;
  for (let number = 2; number <= 20; number++) yield `${base}-${number}`;
  yield `${base}-${newId('form').slice(-12)}`;
}

function slugTaken(slug: string): Error {
  return fail('slug_taken', {
    errors: [{ pointer: '/slug', code: 'not_unique', detail: `is already used by another form: ${slug}` }],
  });
}
