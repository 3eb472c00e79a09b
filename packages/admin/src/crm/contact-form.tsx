// The form for a contact's name, email and phone number.

import type { ContactChange } from '@frontdesk/client';
import { Button, Group, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Draft } from '../ui/draft.ts';
import { SaveForm } from '../ui/save-form.tsx';
import type { Saving } from '../ui/saving.ts';

export type ContactValues = { name: string; email: string; phone: string };

type ContactFormProps = {
  draft: Draft<ContactValues>;
  saving: Saving<undefined>;
  submit: string;
  isReadOnly?: boolean;
  children?: ReactNode;
};

const inputs = [
  { name: 'name', label: 'Name', type: 'text' },
  { name: 'email', label: 'Email', type: 'email' },
  { name: 'phone', label: 'Phone', type: 'tel' },
] as const;

export function ContactForm({ draft, saving, submit, isReadOnly = false, children }: ContactFormProps) {
  return (
    <SaveForm
      saving={saving}
      onSubmit={() => !isReadOnly && saving.save(undefined)}
      label="Contact"
      savesAnywhere={!isReadOnly}
    >
      {inputs.map(({ name, label, type }) => (
        <TextInput
          key={name}
          label={label}
          type={type}
          autoComplete="off"
          readOnly={isReadOnly}
          value={draft.values[name]}
          onChange={(event) => draft.set(name, event.currentTarget.value)}
          {...saving.field(`/${name}`)}
        />
      ))}
      {!isReadOnly && (
        <Group>
          <Button type="submit" loading={saving.isSaving}>
            {submit}
          </Button>
          {children}
        </Group>
      )}
    </SaveForm>
  );
}

/** Blank inputs become null. */
export function contactChangeOf({ name, email, phone }: ContactValues): ContactChange {
  return { name: name.trim() || null, email: email.trim() || null, phone: phone.trim() || null };
}
