// One invoice: the editor of a draft, new or stored, or what was issued with its payments, credit notes and actions.

import type { Invoice, ListedMail } from '@frontdesk/client';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useMe } from '../accounts/me.ts';
import { api } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { useEditorSession } from '../ui/editor-session.ts';
import { QueryView } from '../ui/query-view.tsx';
import { InvoiceEditor } from './invoice-editor.tsx';
import { useMailedInterval } from './invoice-mails.tsx';
import { invoiceValuesOf, newInvoiceValues } from './invoice-values.ts';
import { InvoiceView } from './invoice-view.tsx';
import { SendDialog } from './send-dialog.tsx';

export function InvoiceScreen() {
  const { may, site } = useMe();
  const { invoice: id } = useParams({ strict: false }) as { invoice?: string };
  const { contact } = useSearch({ strict: false }) as { contact?: string };
  const navigate = useNavigate();
  const [mailedId, setMailedId] = useState<string | null>(null);
  const { session, continueAt } = useEditorSession(id ?? '');
  const isSent = (mail: ListedMail): boolean =>
    (queries.getQueryData<Invoice>(['invoices', id])?.sentAt ?? '') >= mail.createdAt ||
    !(mail.kind === 'invoiceToPay' || mail.kind === 'invoicePaid');
  const query = useQuery({
    queryKey: ['invoices', id],
    queryFn: ({ signal }) => api.invoices.get(id as string, { signal }),
    refetchInterval: useMailedInterval(id ?? '', isSent),
    enabled: id !== undefined,
  });
  const onCreated = (draft: Invoice): void => {
    continueAt(draft.id);
    navigate({
      to: '/invoices/$invoice',
      params: { invoice: draft.id },
      replace: true,
      ignoreBlocker: true,
      resetScroll: false,
    });
  };
  if (id !== undefined && query.data === undefined) return <QueryView query={query}>{() => null}</QueryView>;
  const invoice = id === undefined ? null : (query.data ?? null);
  if (invoice && !(invoice.status === 'draft' && may('crm:write')))
    return (
      <>
        <InvoiceView key={id} invoice={invoice} />
        <SendDialog
          kind="invoice"
          path={`/invoices/${invoice.id}`}
          invoiceId={invoice.id}
          version={invoice.version}
          isOpen={mailedId === id}
          close={() => setMailedId(null)}
        />
      </>
    );
  const initial = invoice ? invoiceValuesOf(invoice, site.currency) : newInvoiceValues(contact ?? null, site.currency);
  return (
    <InvoiceEditor
      key={session}
      invoice={invoice}
      initial={initial}
      onCreated={onCreated}
      onToSend={(issued) => setMailedId(issued.id)}
    />
  );
}
