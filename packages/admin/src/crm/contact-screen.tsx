// One contact: their details, timeline, payments and invoices.

import type { Contact, Tagged } from '@frontdesk/client';
import { Button } from '@mantine/core';
import { IconReceipt, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMe } from '../accounts/me.ts';
import { api } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { AddressRefusal } from '../records/address-refusal.tsx';
import { contactName, contactQuery, sourceLabel } from '../records/contact-link.tsx';
import { askToConfirm } from '../ui/confirm.tsx';
import { CopyableValue } from '../ui/copyable-value.tsx';
import { useDraft } from '../ui/draft.ts';
import { Facts } from '../ui/facts.tsx';
import { humanize } from '../ui/format.ts';
import { ButtonLink, TextLink } from '../ui/links.tsx';
import { lastSearchOf } from '../ui/list-query.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { useSaving } from '../ui/saving.ts';
import { Section } from '../ui/section.tsx';
import { Time } from '../ui/time.tsx';
import { toastError, toastSuccess } from '../ui/toast.tsx';
import { TwoColumns } from '../ui/two-columns.tsx';
import { useUnsavedGuard } from '../ui/unsaved-guard.ts';
import { ContactForm, type ContactValues, contactChangeOf } from './contact-form.tsx';
import { ContactInvoices, ContactPayments } from './contact-money.tsx';
import { ContactPrivacy } from './contact-privacy.tsx';
import { ContactTimeline } from './contact-timeline.tsx';

const route = getRouteApi('/shell/contacts/$contact');

export function ContactScreen() {
  const { contact: id } = route.useParams();
  const stored = contactQuery(id);
  // Contacts cached by lists may be outdated, so the editor loads its own copy.
  const query = useQuery({
    ...stored,
    queryKey: [...stored.queryKey, 'editor'],
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return <QueryView query={query}>{(contact) => <ContactView key={contact.id} initial={contact} />}</QueryView>;
}

function ContactView({ initial }: { initial: Tagged<Contact> }) {
  const { may } = useMe();
  const navigate = useNavigate();
  const [contact, setContact] = useState(initial);
  const draft = useDraft(valuesOf(initial));
  const guard = useUnsavedGuard(draft.isDirty);
  const saving = useSaving({
    save: (_: undefined) => api.contacts.update(contact.id, contactChangeOf(draft.values), { ifMatch: contact.etag }),
    onSaved: (saved) => {
      setContact(saved);
      draft.reset(valuesOf(saved));
      queries.invalidateQueries({ queryKey: ['contacts'] });
      toastSuccess('Contact saved');
    },
  });
  const remove = async (): Promise<void> => {
    const isSure = await askToConfirm({
      title: `Delete contact ${contactName(contact)}?`,
      children: 'Their submissions, payments and invoices are kept, but no longer linked to a contact.',
      confirm: 'Delete contact',
      isDangerous: true,
    });
    if (!isSure) return;
    try {
      await api.contacts.delete(contact.id);
      guard.allowLeaving();
      await navigate({ to: '/contacts' });
      queries.invalidateQueries({ queryKey: ['contacts'] });
      toastSuccess('Contact deleted');
    } catch (error) {
      toastError(error);
    }
  };
  const mayWrite = may('crm:write');
  const fields = Object.entries(contact.fields);
  return (
    <>
      <PageHeader
        title={contactName(contact)}
        back={
          <TextLink to="/contacts" search={lastSearchOf('/contacts')}>
            Contacts
          </TextLink>
        }
        description={contact.name ? contact.email : null}
        actions={
          mayWrite && (
            <>
              <ButtonLink
                to="/invoices/new"
                search={{ contact: contact.id } as never}
                variant="default"
                leftSection={<IconReceipt size={18} aria-hidden />}
              >
                New invoice
              </ButtonLink>
              <Button variant="default" leftSection={<IconTrash size={18} aria-hidden />} onClick={remove}>
                Delete
              </Button>
            </>
          )
        }
      />
      <AddressRefusal email={contact.email} />
      <TwoColumns
        side={
          <>
            <Section title="Contact">
              <ContactForm draft={draft} saving={saving} submit="Save" isReadOnly={!mayWrite} />
            </Section>
            <Section title="Details">
              <Facts
                facts={[
                  ...fields.map(([name, value]): [string, string] => [
                    humanize(name),
                    typeof value === 'string' ? value : JSON.stringify(value),
                  ]),
                  ['Source', sourceLabel(contact.source)],
                  ['Created', <Time key="created" value={contact.createdAt} isRelative />],
                  ['Contact ID', <CopyableValue key="id" value={contact.id} label="contact ID" />],
                ]}
              />
            </Section>
            {may('admin') && <ContactPrivacy contact={contact} />}
          </>
        }
      >
        <ContactTimeline contactId={contact.id} />
        {may('payments:read') && <ContactPayments contactId={contact.id} />}
        <ContactInvoices contactId={contact.id} />
      </TwoColumns>
    </>
  );
}

function valuesOf({ name, email, phone }: Contact): ContactValues {
  return { name: name ?? '', email: email ?? '', phone: phone ?? '' };
}
