// How a form recognizes spam.

import { Select, Stack } from '@mantine/core';
import type { Draft } from '../../ui/draft.ts';
import type { Saving } from '../../ui/saving.ts';
import { Section } from '../../ui/section.tsx';
import type { FormDraft } from '../draft/form-draft.ts';

type FormSpamProps = { draft: Draft<FormDraft>; saving: Pick<Saving<never>, 'field'> };

export function FormSpam({ draft: { values, set }, saving }: FormSpamProps) {
  return (
    <Section title="Spam" description="Submissions that look like spam are kept apart, with the reasons.">
      <Stack gap="sm">
        <Select
          label="Recognize spam"
          allowDeselect={false}
          data={[
            { value: '', label: 'As in the settings of the site' },
            { value: 'lenient', label: 'Lenient: only what is certain' },
            { value: 'normal', label: 'Normal' },
            { value: 'strict', label: 'Strict: also what is doubtful' },
            { value: 'off', label: 'Never' },
          ]}
          value={values.spamLevel}
          onChange={(level) => set('spamLevel', (level ?? '') as FormDraft['spamLevel'])}
          {...saving.field('/settings/spam/level')}
        />
        <Select
          label="Proof of work (ALTCHA)"
          description="Browsers solve it while people fill in the form. Visitors see a checked box."
          allowDeselect={false}
          data={[
            { value: '', label: 'As in the settings of the site' },
            { value: 'off', label: 'Off' },
            { value: 'score', label: 'Without it, submissions get points' },
            { value: 'required', label: 'Required: the form needs JavaScript' },
          ]}
          value={values.altcha}
          onChange={(altcha) => set('altcha', (altcha ?? '') as FormDraft['altcha'])}
          {...saving.field('/settings/spam/altcha')}
        />
      </Stack>
    </Section>
  );
}
