// The routes of exports: the submissions of a form, and those in the inbox, in each format.

import type { FastifyReply } from 'fastify';
import Type from 'typebox';
import { namesFor } from '../../context/access.ts';
import { type Context, inBackground, type ReadContext } from '../../context/context.ts';
import type { FieldDeclaration } from '../../fields/field.ts';
import { routesOf } from '../../http/describe-route.ts';
import { attachmentHeader } from '../../http/headers.ts';
import { IdOrSlugParams } from '../../http/schemas.ts';
import type { App } from '../../http/typed-app.ts';
import { streamPages } from '../../lib/yield-to-event-loop.ts';
import { type Form, findForm } from '../form/form.ts';
import { InboxFilters } from '../inbox/inbox.schemas.ts';
import { pageInbox } from '../inbox/inbox-list.ts';
import { pageSubmissions } from '../results/submission-list.ts';
import { SubmissionExportQuery, type SubmissionFilters, type SubmissionItem } from '../results/submissions.schemas.ts';
import {
  type Column,
  type ExportFormat,
  exportFormats,
  inboxColumns,
  submissionColumns,
  writeCsv,
  writeNdjson,
  writeXlsx,
} from './export-columns.ts';

export const exportHeaders = ['Content-Disposition', 'Cache-Control'] as const;

const describeSubmissions = routesOf('Submissions');
const describeInbox = routesOf('Inbox');

/** What the operations are called; the first is older than the others. */
const names = {
  csv: ['exportFormSubmissions', 'exportSubmissions', 'CSV'],
  xlsx: ['exportFormSubmissionsXlsx', 'exportSubmissionsXlsx', 'a workbook (XLSX)'],
  ndjson: ['exportFormSubmissionsNdjson', 'exportSubmissionsNdjson', 'NDJSON'],
} as const satisfies Record<ExportFormat, readonly string[]>;

export function exportsRoutes(app: App): void {
  for (const [format, [ofForm, ofInbox, name]] of Object.entries(names) as [
    ExportFormat,
    (typeof names)[ExportFormat],
  ][]) {
    const { type, description } = exportFormats[format];
    const responses = {
      200: {
        description,
        content: { [type]: { schema: Type.Unsafe<unknown>({ type: 'string', contentMediaType: type }) } },
      },
      headers: exportHeaders,
    };
    app.get(
      `/forms/:id/submissions.${format}`,
      describeSubmissions('forms:read', ofForm, `Export all matching submissions as ${name}`, {
        params: IdOrSlugParams,
        config: { limited: 'form', audit: 'always' },
        querystring: SubmissionExportQuery,
        ...responses,
      }),
      async ({ ctx, params, query }, reply) => exportForm(reply, ctx, await findForm(ctx, params.id), query, format),
    );

    app.get(
      `/submissions.${format}`,
      describeInbox('forms:read', ofInbox, `Export all matching submissions across all forms as ${name}`, {
        config: { limited: 'rule', audit: 'always' },
        querystring: InboxFilters,
        ...responses,
      }),
      async ({ ctx, query }, reply) => {
        const forms = format === 'ndjson' ? [] : await listExportedForms(ctx, query.form);
        const pages = await pageInbox(inBackground(ctx), query);
        return sendExport(reply, format, { columns: inboxColumns(forms), pages, name: 'inbox' });
      },
    );
  }
}

/** Sends all matching submissions of a form. */
export function exportForm(
  reply: FastifyReply,
  ctx: Context,
  form: Form,
  filters: SubmissionFilters,
  format: ExportFormat,
): Promise<never> {
  const pages = pageSubmissions(inBackground(ctx), form.id, filters);
  return sendExport(reply, format, { columns: submissionColumns(form), pages, name: `submissions-${form.id}` });
}

/** `name`: of the file, without its ending. Throws what the first page throws, such as invalid_query. */
async function sendExport<Item extends SubmissionItem>(
  reply: FastifyReply,
  format: ExportFormat,
  { columns, pages, name }: { columns: readonly Column<Item>[]; pages: AsyncGenerator<Item[]>; name: string },
): Promise<never> {
  // An invalid filter fails with the first page, so read that before sending anything.
  const first = await pages.next();
  async function* all(): AsyncGenerator<Item[]> {
    if (!first.done) yield first.value;
    yield* pages;
  }
  const { type } = exportFormats[format];
  return reply
    .header('content-type', format === 'xlsx' ? type : `${type}; charset=utf-8`)
    .header('content-disposition', attachmentHeader(`${name}.${format}`))
    .header('cache-control', 'private, no-store')
    .send(streamPages(bodyOf(format, columns, all()))) as never;
}

function bodyOf<Item extends SubmissionItem>(
  format: ExportFormat,
  columns: readonly Column<Item>[],
  pages: AsyncIterable<Item[]>,
): AsyncIterable<string | Uint8Array> {
  if (format === 'csv') return writeCsv(columns, pages);
  return format === 'xlsx' ? writeXlsx(columns, pages) : writeNdjson(pages);
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
