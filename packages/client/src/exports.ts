// The way out: everything that the site has, as files.

import type {
  ExportContactsQuery,
  ExportCreditNotesQuery,
  ExportInvoiceDocumentsQuery,
  ExportInvoicesQuery,
  ExportPaymentsQuery,
  ExportTaxReportQuery,
} from './api-types.ts';
import type { CallOptions, Connection } from './connection.ts';
import { type Download, downloadOf } from './files.ts';

/** The parts of a site, which can be exported alone. */
export type ExportedPart = 'settings' | 'content' | 'media' | 'forms' | 'contacts' | 'payments' | 'events' | 'webhooks';

/** The lists that can be exported as tables, with the filters of each. */
export type ExportedList = {
  /** With their addresses. */
  contacts: ExportContactsQuery;
  /** One row for each, without its lines. */
  invoices: ExportInvoicesQuery;
  /** With the invoices that they correct. */
  'credit-notes': ExportCreditNotesQuery;
  /** Of the processor, and those that a person recorded. */
  payments: ExportPaymentsQuery;
  /** The taxes of a period. */
  'reports/tax': ExportTaxReportQuery;
};

/** The whole site or parts of it, as files. */
export type Exports = {
  /** A tar file with the whole site, or some parts of it. `frontdesk import` reads it. */
  archive(query?: { only?: readonly ExportedPart[] }, options?: CallOptions): Promise<Download>;
  /** The items of a content type as CSV. Submissions: `forms('contact').exportSubmissions()`. */
  items(type: string, options?: CallOptions): Promise<Download>;
  /** All matching records of a list. */
  table<Name extends keyof ExportedList>(
    list: Name,
    format: 'csv' | 'xlsx',
    query: ExportedList[Name],
    options?: CallOptions,
  ): Promise<Download>;
  /** The documents of the invoices and credit notes of a period, as a ZIP. */
  invoiceDocuments(period: ExportInvoiceDocumentsQuery, options?: CallOptions): Promise<Download>;
  /** The content as WordPress exports it (WXR 1.2). */
  wordpress(options?: CallOptions): Promise<Download>;
};

export function exportsOf(connection: Connection): Exports {
  const download = async (
    path: string,
    query: object,
    name: string,
    { signal, timeoutSeconds }: CallOptions,
  ): Promise<Download> =>
    downloadOf(await connection.send('GET', path, { query, headers: { accept: '*/*' }, signal, timeoutSeconds }), name);
  return {
    archive: ({ only } = {}, options = {}) =>
      download('/export', only === undefined ? {} : { only: only.join(',') }, 'site.tar', options),
    items: (type, options = {}) => download('/export/items.csv', { type }, `${type}.csv`, options),
    table: (list, format, query, options = {}) => download(`/${list}.${format}`, query, `${list}.${format}`, options),
    invoiceDocuments: (period, options = {}) => download('/export/invoices.zip', period, 'invoices.zip', options),
    wordpress: (options = {}) => download('/export/wordpress.xml', {}, 'wordpress.xml', options),
  };
}
