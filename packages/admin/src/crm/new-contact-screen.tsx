// The screen for creating a contact.

import { Card } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { useDraft } from '../ui/draft.ts';
import { TextLink } from '../ui/links.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { useSaving } from '../ui/saving.ts';
import { toastSuccess } from '../ui/toast.tsx';
import { useUnsavedGuard } from '../ui/unsaved-guard.ts';
import { ContactForm, contactChangeOf } from './contact-form.tsx';

export function NewContactScreen() {
  const navigate = useNavigate();
  const draft = useDraft({ name: '', email: '', phone: '' });
  const guard = useUnsavedGuard(draft.isDirty);
  const saving = useSaving({
    save: (_: undefined) => api.contacts.create(contactChangeOf(draft.values)),
    onSaved: async ({ id }) => {
      guard.allowLeaving();
      queries.invalidateQueries({ queryKey: ['contacts'] });
      toastSuccess('Contact created');
      await navigate({ to: '/contacts/$contact', params: { contact: id }, replace: true });
    },
  });
  return (
    <>
      <PageHeader title="New contact" back={<TextLink to="/contacts">Contacts</TextLink>} />
      <Card maw={560}>
        <ContactForm draft={draft} saving={saving} submit="Create contact" />
      </Card>
    </>
  );
}
