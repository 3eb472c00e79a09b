// The screen for creating a form: its name and a template. Then the form builder opens.

import type { FieldDeclaration } from '@frontdesk/client';
import { Button, Card, Group, Radio, Stack, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMe } from '../../accounts/me.ts';
import { api } from '../../api/api.ts';
import { queries } from '../../api/queries.ts';
import { TextLink } from '../../ui/links.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SaveForm } from '../../ui/save-form.tsx';
import { useSaving } from '../../ui/saving.ts';

type Start = { value: string; label: string; description: string; fields: FieldDeclaration[] };

const nameAndEmail: FieldDeclaration[] = [
  { name: 'name', type: 'text', label: 'Your name', required: true },
  { name: 'email', type: 'email', label: 'Email', required: true },
];

const starts: Start[] = [
  { value: 'empty', label: 'Blank form', description: 'Add your own fields.', fields: [] },
  {
    value: 'contact',
    label: 'Contact form',
    description: 'Name, email and message.',
    fields: [...nameAndEmail, { name: 'message', type: 'textarea', label: 'Message', required: true }],
  },
  {
    value: 'signup',
    label: 'Sign-up form',
    description: 'Name, email and consent.',
    fields: [...nameAndEmail, { name: 'consent', type: 'consent', label: 'You may email me', required: true }],
  },
];

export function NewFormScreen() {
  const { user } = useMe();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [start, setStart] = useState('empty');
  const saving = useSaving({
    save: () =>
      api.forms.create({
        name,
        fields: starts.find(({ value }) => value === start)?.fields ?? [],
        // Who creates a form expects to be notified. The form's settings show it.
        settings: { mail: { notice: { to: [user.email] } } },
      }),
    onSaved: async (form) => {
      queries.invalidateQueries({ queryKey: ['forms'] });
      await navigate({ to: '/forms/$form', params: { form: form.id }, replace: true });
    },
  });
  return (
    <>
      <PageHeader title="New form" back={<TextLink to="/forms">Forms</TextLink>} />
      <Card maw={560}>
        <SaveForm saving={saving} onSubmit={() => saving.save(undefined)} label="New form">
          <TextInput
            label="Name"
            description="Shown as the title of the form’s page."
            required
            autoFocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            {...saving.field('/name')}
          />
          <Radio.Group label="Start from" value={start} onChange={setStart}>
            <Stack gap="xs" mt="xs">
              {starts.map(({ value, label, description }) => (
                <Radio key={value} value={value} label={label} description={description} />
              ))}
            </Stack>
          </Radio.Group>
          <Group>
            <Button type="submit" loading={saving.isSaving}>
              Create form
            </Button>
          </Group>
        </SaveForm>
      </Card>
    </>
  );
}
