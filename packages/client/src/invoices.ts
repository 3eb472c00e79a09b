// Invoices with their documents, payments and credit notes, tax rates, and what is reported of them.

import type {
  CreditNote,
  ExternalInvoice,
  GetInvoiceDocumentQuery,
  GetInvoiceMailQuery,
  GetInvoiceSumsQuery,
  GetMoneyReportQuery,
  GetTaxReportQuery,
  Invoice,
  InvoiceChange,
  InvoiceMailPreview,
  InvoiceSums,
  ListCreditNotesQuery,
  ListedMail,
  ListInvoicesQuery,
  ListTaxRatesQuery,
  MoneyReport,
  NewCreditNote,
  NewInvoice,
  NewInvoiceMail,
  NewTaxRate,
  Payment,
  RecordedPayment,
  TaxRate,
  TaxRateChange,
  TaxReport,
} from './api-types.ts';
import {
  type Collection,
  type CreateOptions,
  collectionAt,
  type External,
  externalAt,
  keyed,
  matching,
  type Readable,
  readableAt,
  type Tagged,
  type UpdateOptions,
} from './collection.ts';
import type { CallOptions, Connection } from './connection.ts';
import { type Download, downloadOf } from './files.ts';
import { path } from './query.ts';

type InvoiceShape = {
  listed: Invoice;
  one: Tagged<Invoice>;
  created: Tagged<Invoice>;
  query: ListInvoicesQuery;
  fresh: NewInvoice;
  change: InvoiceChange;
};

type Documents = {
  /** The document as it was issued; of a draft, a preview. A PDF unless `format` says otherwise. */
  document(id: string, query?: GetInvoiceDocumentQuery, options?: CallOptions): Promise<Download>;
};

/** Our own invoices. */
export type Invoices = Collection<InvoiceShape> &
  External<Tagged<Invoice>, ExternalInvoice> &
  Documents & {
    /** Gives a draft its number. From then on, it does not change. */
    issue(id: string, options?: UpdateOptions): Promise<Tagged<Invoice>>;
    /** Records money that arrived without the payment processor. */
    recordPayment(id: string, payment: RecordedPayment, options?: CreateOptions): Promise<Payment>;
    /** Corrects an issued invoice: all of it, or the given lines or amount. */
    credit(id: string, note?: NewCreditNote, options?: CreateOptions): Promise<CreditNote>;
    /** Sends an open invoice, or a copy of a paid one, by mail: to its contact or another address, with a link to its page. */
    mail(id: string, mail?: NewInvoiceMail, options?: CallOptions): Promise<ListedMail>;
    /** Sends a reminder of an open invoice by mail. */
    remind(id: string, mail?: NewInvoiceMail, options?: CallOptions): Promise<ListedMail>;
    /** The mail as it would be sent. */
    previewMail(id: string, query?: GetInvoiceMailQuery, options?: CallOptions): Promise<InvoiceMailPreview>;
  };

export function invoicesOf(connection: Connection): Invoices {
  return {
    ...collectionAt<InvoiceShape>(connection, '/invoices'),
    ...externalAt<Tagged<Invoice>, ExternalInvoice>(connection, '/invoices'),
    ...documentsAt(connection, '/invoices'),
    issue: (id, { ifMatch, ...options } = {}) =>
      connection.requestTagged('POST', path`/invoices/${id}/issue`, { headers: matching(ifMatch), ...options }),
    recordPayment: (id, body, options) =>
      connection.request('POST', path`/invoices/${id}/payments`, { body, ...keyed(options) }),
    credit: (id, body = {}, options) =>
      connection.request('POST', path`/invoices/${id}/credit-notes`, { body, ...keyed(options) }),
    mail: (id, body, options) => connection.request('POST', path`/invoices/${id}/mail`, { body, ...options }),
    remind: (id, body, options) => connection.request('POST', path`/invoices/${id}/remind`, { body, ...options }),
    previewMail: (id, query, options) => connection.request('GET', path`/invoices/${id}/mail`, { query, ...options }),
  };
}

type CreditNoteShape = { listed: CreditNote; one: CreditNote; query: ListCreditNotesQuery };

/** Credit notes, which `client.invoices.credit` issues. */
export type CreditNotes = Readable<CreditNoteShape> &
  Documents & {
    /** Sends a credit note by mail, to its contact or another address, with its document. */
    mail(id: string, mail?: NewInvoiceMail, options?: CallOptions): Promise<ListedMail>;
    /** The mail as it would be sent. */
    previewMail(id: string, options?: CallOptions): Promise<InvoiceMailPreview>;
  };

export function creditNotesOf(connection: Connection): CreditNotes {
  return {
    ...readableAt<CreditNoteShape>(connection, '/credit-notes'),
    ...documentsAt(connection, '/credit-notes'),
    mail: (id, body, options) => connection.request('POST', path`/credit-notes/${id}/mail`, { body, ...options }),
    previewMail: (id, options) => connection.request('GET', path`/credit-notes/${id}/mail`, options),
  };
}

function documentsAt(connection: Connection, address: string): Documents {
  return {
    document: async (id, query, options) => {
      const place = address + path`/${id}/document`;
      const response = await connection.send('GET', place, { query, headers: { accept: '*/*' }, ...options });
      return downloadOf(response, id);
    },
  };
}

type TaxRateShape = {
  listed: TaxRate;
  one: Tagged<TaxRate>;
  created: Tagged<TaxRate>;
  query: ListTaxRatesQuery;
  fresh: NewTaxRate;
  change: TaxRateChange;
};

/** Tax rates, with which lines are taxed. */
export type TaxRates = Collection<TaxRateShape>;

export function taxRatesOf(connection: Connection): TaxRates {
  return collectionAt<TaxRateShape>(connection, '/tax-rates');
}

/** Sums of what was invoiced, paid and is owed. */
export type Reports = {
  /** What the matching invoices come to. */
  invoices(query?: GetInvoiceSumsQuery, options?: CallOptions): Promise<InvoiceSums>;
  /** By month, currency and form. */
  money(query?: GetMoneyReportQuery, options?: CallOptions): Promise<MoneyReport>;
  /** By rate and country, as a VAT return asks. */
  tax(query: GetTaxReportQuery, options?: CallOptions): Promise<TaxReport>;
};

export function reportsOf(connection: Connection): Reports {
  return {
    invoices: (query, options) => connection.request('GET', '/reports/invoices', { query, ...options }),
    money: (query, options) => connection.request('GET', '/reports/money', { query, ...options }),
    tax: (query, options) => connection.request('GET', '/reports/tax', { query, ...options }),
  };
}
