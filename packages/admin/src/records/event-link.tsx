// The name of an event, as a link to its record.

import type { ReactNode } from 'react';
import { useMe } from '../accounts/me.ts';
import { TextLink } from '../ui/links.tsx';
import { eventLabel } from './event-label.ts';

type LinkedEvent = { type: string; data: unknown; contactId?: string | null };

/** Leads to what the event is about, or else to the contact; no link if neither has a screen that the user may see. */
export function EventLink({ event: { type, data, contactId } }: { event: LinkedEvent }): ReactNode {
  const { may } = useMe();
  const title = eventLabel(type);
  const { submissionId, formId, paymentId, invoiceId, creditNoteId } = data as Record<string, string | undefined>;
  if (submissionId && formId) {
    return (
      <TextLink to="/forms/$form/submissions/$submission" params={{ form: formId, submission: submissionId }}>
        {title}
      </TextLink>
    );
  }
  if (paymentId && may('payments:read')) {
    return (
      <TextLink to="/payments/$payment" params={{ payment: paymentId }}>
        {title}
      </TextLink>
    );
  }
  if (creditNoteId && may('crm:read')) {
    return (
      <TextLink to="/credit-notes/$note" params={{ note: creditNoteId }}>
        {title}
      </TextLink>
    );
  }
  // Only our own invoices have a screen; IDs of the processor's invoices start with `in_`.
  if (invoiceId?.startsWith('inv_')) {
    return (
      <TextLink to="/invoices/$invoice" params={{ invoice: invoiceId }}>
        {title}
      </TextLink>
    );
  }
  if (contactId && may('crm:read')) {
    return (
      <TextLink to="/contacts/$contact" params={{ contact: contactId }}>
        {title}
      </TextLink>
    );
  }
  return title;
}
