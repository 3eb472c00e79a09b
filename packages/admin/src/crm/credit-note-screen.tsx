// One credit note: what it takes back of its invoice.

import type { CreditNote } from '@frontdesk/client';
import { Button, Stack } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useMe } from '../accounts/me.ts';
import { api } from '../api/api.ts';
import { ContactLink } from '../records/contact-link.tsx';
import { CopyableValue } from '../ui/copyable-value.tsx';
import { Facts } from '../ui/facts.tsx';
import { formatDayOf } from '../ui/format.ts';
import { TextLink } from '../ui/links.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { Section } from '../ui/section.tsx';
import { TwoColumns } from '../ui/two-columns.tsx';
import { DocumentLines } from './document-lines.tsx';
import { DocumentMenu } from './document-menu.tsx';
import { InvoiceTotals } from './invoice-totals.tsx';
import { PartySection } from './invoice-view.tsx';
import { SendDialog } from './send-dialog.tsx';

const route = getRouteApi('/shell/credit-notes/$note');

export function CreditNoteScreen() {
  const { note: id } = route.useParams();
  const query = useQuery({
    queryKey: ['credit-notes', id],
    queryFn: ({ signal }) => api.creditNotes.get(id, { signal }),
  });
  return <QueryView query={query}>{(note) => <CreditNoteView note={note} />}</QueryView>;
}

function CreditNoteView({ note }: { note: CreditNote }) {
  const invoice = useQuery({
    queryKey: ['invoices', note.invoiceId],
    queryFn: ({ signal }) => api.invoices.get(note.invoiceId, { signal }),
  }).data;
  return (
    <>
      <PageHeader
        title={`Credit note ${note.number}`}
        back={
          <TextLink to="/invoices/$invoice" params={{ invoice: note.invoiceId }}>
            {invoice?.number ?? 'Invoice'}
          </TextLink>
        }
        description={note.reason}
        actions={<NoteActions note={note} />}
      />
      <TwoColumns
        side={
          <>
            <Section title="Details">
              <Facts
                facts={[
                  ['Contact', <ContactLink key="contact" id={note.contactId} />],
                  ['Issued', formatDayOf(note.issueDay)],
                  ['Credit note ID', <CopyableValue key="id" value={note.id} label="credit note ID" />],
                ]}
              />
            </Section>
            <PartySection title="Buyer" party={note.buyer} />
          </>
        }
      >
        <Section title="Lines">
          <Stack gap="md">
            <DocumentLines lines={note.lines} currency={note.currency} isGross={false} />
            <InvoiceTotals totals={note.totals} currency={note.currency} />
          </Stack>
        </Section>
      </TwoColumns>
    </>
  );
}

function NoteActions({ note: { id, invoiceId, version } }: { note: CreditNote }) {
  const { may } = useMe();
  const [isShown, setShown] = useState(false);
  const path = `/credit-notes/${id}`;
  return (
    <>
      {may('crm:write') && (
        <Button variant="default" leftSection={<IconSend size={18} aria-hidden />} onClick={() => setShown(true)}>
          Send by mail
        </Button>
      )}
      <DocumentMenu of="creditNotes" id={id} />
      <SendDialog
        {...{ kind: 'credit note', path, invoiceId, version }}
        isOpen={isShown}
        close={() => setShown(false)}
      />
    </>
  );
}
