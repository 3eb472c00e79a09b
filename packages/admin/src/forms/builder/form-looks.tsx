// How the page of a form looks, where it differs from the site.

import type { Form } from '@frontdesk/client';
import { LooksFields } from '../../fields/looks/looks-fields.tsx';
import type { Draft } from '../../ui/draft.ts';
import type { Saving } from '../../ui/saving.ts';
import { Section } from '../../ui/section.tsx';
import type { FormDraft } from '../draft/form-draft.ts';

type FormLooksProps = { form: Form; draft: Draft<FormDraft>; saving: Pick<Saving<never>, 'field'> };

export function FormLooks({ form, draft: { values, set }, saving }: FormLooksProps) {
  return (
    <Section title="Looks" description="Of the page of this form. What you do not choose is as in the settings.">
      <LooksFields
        isForm
        // Only public forms have a page; others are shown by an example.
        page={form.public ? `/f/${encodeURIComponent(form.slug)}` : '/form-looks'}
        looks={values.looks}
        set={(looks) => set('looks', looks)}
        field={(member) => saving.field(`/settings/looks/${String(member)}`)}
      />
    </Section>
  );
}
