// The mails of an invoice: what was sent to whom, and the moment at which it is sent.

import type { ListedMail } from '@frontdesk/client';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { MailStatusBadge } from '../records/mail-status-badge.tsx';
import { TextLink } from '../ui/links.tsx';
import { RecordLine } from '../ui/record-lines.tsx';
import { Section } from '../ui/section.tsx';
import { toastSuccess } from '../ui/toast.tsx';
import { Lines } from './contact-money.tsx';

const kinds: Partial<Record<ListedMail['kind'], string>> = {
  invoiceToPay: 'Invoice',
  invoiceReminder: 'Reminder',
  invoiceOverdue: 'Overdue reminder',
  invoicePaid: 'Copy of the paid invoice',
  creditNote: 'Credit note',
};

/** A mail server takes a moment. What takes longer is shown when the screen is opened again. */
const waitMs = 60_000;

const keyOf = (invoiceId: string) => ['mailed-invoice', invoiceId];

/** Says so, and lets the screen of the invoice wait until the mail is sent, whichever screen it was sent from. */
export function invoiceMailed(invoiceId: string, mail: ListedMail): void {
  toastSuccess(`The mail to ${mail.recipient} is in the outbox`);
  queries.setQueryData(keyOf(invoiceId), mail);
  queries.invalidateQueries({ queryKey: ['invoices', invoiceId] });
  queries.invalidateQueries({ queryKey: ['mails', 'about', invoiceId] });
}

/** How often to look whether the last mail of an invoice was sent: false once `isSent`. */
export function useMailedInterval(invoiceId: string, isSent: (mail: ListedMail) => boolean): () => number | false {
  const { data = null } = useQuery<ListedMail | null>({
    queryKey: keyOf(invoiceId),
    queryFn: () => null,
    enabled: false,
  });
  return () => {
    const isAwaited = data !== null && data.status === 'queued' && Date.now() < Date.parse(data.createdAt) + waitMs;
    return isAwaited && !isSent(data) ? 1000 : false;
  };
}

/** Those of its credit notes, too. Nothing without one. */
export function InvoiceMails({ invoiceId, noteIds }: { invoiceId: string; noteIds: readonly string[] }) {
  const key = ['mails', 'about', invoiceId, noteIds];
  const isDone = ({ id }: ListedMail): boolean => {
    const { items = [] } = queries.getQueryData<{ items: ListedMail[] }>(key) ?? {};
    return items.some((mail) => mail.id === id && mail.status !== 'queued');
  };
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) =>
      api.request<{ items: ListedMail[]; total: number }>('GET', '/mails', {
        ...{ query: { 'about[in]': [invoiceId, ...noteIds].join(','), limit: 50 }, signal },
      }),
    refetchInterval: useMailedInterval(invoiceId, isDone),
  });
  if (!query.data?.items.length) return null;
  return (
    <Section title="Mails">
      <Lines query={query} label="Mails" empty="">
        {({ id, kind, recipient, language, status, error, sentAt, createdAt }) => (
          <RecordLine
            key={id}
            note={error ?? `${recipient} · ${language}`}
            status={<MailStatusBadge {...{ status, error }} />}
            time={sentAt ?? createdAt}
          >
            <TextLink to="/settings/outbox/$id" params={{ id }}>
              {kinds[kind] ?? kind}
            </TextLink>
          </RecordLine>
        )}
      </Lines>
    </Section>
  );
}
