// Whether visitors can save their answers and go on later.

import { TextInput } from '@mantine/core';
import type { Draft } from '../../ui/draft.ts';
import type { Saving } from '../../ui/saving.ts';
import { Section } from '../../ui/section.tsx';
import type { FormDraft } from '../draft/form-draft.ts';

type FormLaterProps = { draft: Draft<FormDraft>; saving: Pick<Saving<never>, 'field'> };

export function FormLater({ draft: { values, set }, saving }: FormLaterProps) {
  return (
    <Section
      title="Save and go on later"
      description="Visitors save their answers on the page of the form, and get a link by mail to go on. It needs a mail server."
    >
      <TextInput
        label="Keep saved answers (days)"
        description="Leave empty if visitors cannot save them."
        inputMode="numeric"
        value={values.laterDays}
        onChange={(event) => set('laterDays', event.currentTarget.value)}
        {...saving.field('/settings/saveForLater/days')}
      />
    </Section>
  );
}
