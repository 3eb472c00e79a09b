// The routes of exports: the submissions of a form, and those in the inbox, in each format.

import { namesFor } from '../../context/access.ts';
import { type Context, inBackground, type ReadContext } from '../../context/context.ts';
import type { FieldDeclaration } from '../../fields/field.ts';
import { type ExportedTable, exportRoutes } from '../../http/export-routes.ts';
import { IdOrSlugParams } from '../../http/schemas.ts';
import type { App } from '../../http/typed-app.ts';
import { type Form, findForm } from '../form/form.ts';
import { inboxList } from '../inbox/inbox.schemas.ts';
import { pageInbox } from '../inbox/inbox-list.ts';
import { pageSubmissions } from '../results/submission-list.ts';
import { type SubmissionItem, type SubmissionQuery, submissionList } from '../results/submissions.schemas.ts';
import { inboxTable, submissionTable } from './export-columns.ts';

const formats = ['csv', 'xlsx', 'ndjson'] as const;

export function exportsRoutes(app: App): void {
  exportRoutes(app, {
    ...{ tag: 'Submissions', path: '/forms/:id/submissions', access: 'forms:read', limited: 'form', formats },
    ...{ operation: 'exportFormSubmissions', what: 'all matching submissions' },
    params: IdOrSlugParams,
    query: submissionList.exportQuery,
    open: async (ctx, { params, query }) => exportedForm(ctx, await findForm(ctx, params.id), query),
  });

  exportRoutes(app, {
    ...{ tag: 'Inbox', path: '/submissions', access: 'forms:read', limited: 'rule', formats },
    ...{ operation: 'exportSubmissions', what: 'all matching submissions across all forms' },
    query: inboxList.exportQuery,
    open: async (ctx, { query, format }) => {
      const forms = format === 'ndjson' ? [] : await listExportedForms(ctx, query.formId);
      return { table: inboxTable(forms), pages: await pageInbox(inBackground(ctx), query), name: 'inbox' };
    },
  });
}

/** All matching submissions of a form. */
export function exportedForm(ctx: Context, form: Form, query: SubmissionQuery): ExportedTable<SubmissionItem> {
  const pages = pageSubmissions(inBackground(ctx), form.id, query);
  return { table: submissionTable(form), pages, name: `submissions-${form.id}` };
}

/** The forms whose answers an export of the inbox has columns for: those that the caller may read, or the one with this ID or slug. The oldest is first. */
async function listExportedForms(
  ctx: ReadContext,
  idOrSlug: string | undefined,
): Promise<{ fields: FieldDeclaration[] }[]> {
  const ids = namesFor(ctx.actor, 'forms:read');
  let forms = ctx.db.selectFrom('forms').select('fields').orderBy('createdAt').orderBy('id');
  if (ids !== null) forms = forms.where('id', 'in', ['', ...ids]);
  if (idOrSlug !== undefined) forms = forms.where((eb) => eb.or([eb('id', '=', idOrSlug), eb('slug', '=', idOrSlug)]));
  return (await forms.execute()).map(({ fields }) => ({ fields: JSON.parse(fields) as FieldDeclaration[] }));
}
