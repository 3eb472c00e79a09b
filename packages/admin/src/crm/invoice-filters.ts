// The filters of the list of invoices as conditions for the API.

import type { InvoiceStatus } from '@frontdesk/client';

export type InvoiceFilters = { contactId?: string; status?: string; from?: string; to?: string };

/** What is overdue is open, and should have been paid by now. */
export function conditionsOf<Filters extends InvoiceFilters>({ status, ...filters }: Filters) {
  const issued = issuedBetween(filters);
  if (status === 'overdue') return { ...issued, status: 'open' as const, 'dueAt[lt]': new Date().toISOString() };
  return { ...issued, ...(status && { status: status as InvoiceStatus }) };
}

/** Days as `2026-11-20`, or '' if not set. */
export function issuedBetween<Filters extends InvoiceFilters>({ from, to, ...filters }: Filters) {
  return { ...filters, ...(from && { 'issueDay[gte]': from }), ...(to && { 'issueDay[lte]': to }) };
}
