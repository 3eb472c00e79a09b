// The settings of a form: its page and who can submit it.

import { SimpleGrid, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { isPriceField } from '../../fields/field-kinds.ts';
import { DateInput } from '../../ui/date-input.tsx';
import type { Draft } from '../../ui/draft.ts';
import { shownTimeZone } from '../../ui/format.ts';
import type { Saving } from '../../ui/saving.ts';
import { Section } from '../../ui/section.tsx';
import type { FormDraft } from '../draft/form-draft.ts';
import { FormSpam } from './form-spam.tsx';

type FormSettingsProps = { draft: Draft<FormDraft>; saving: Pick<Saving<never>, 'field'> };
type TextName =
  | 'name'
  | 'slug'
  | 'maxSubmissions'
  | 'successUrl'
  | 'origins'
  | 'description'
  | 'button'
  | 'thanks'
  | 'closed';

export function FormSettings({ draft, saving }: FormSettingsProps) {
  const { values, set } = draft;
  const text = (name: TextName, pointer = `/${name}`) => ({
    value: values[name],
    onChange: (event: { currentTarget: { value: string } }) => set(name, event.currentTarget.value),
    ...saving.field(pointer),
  });
  const setting = (name: TextName) => text(name, `/settings/${name}`);
  return (
    <>
      <Section title="Page" description="Text around the form.">
        <Stack gap="sm">
          <TextInput label="Form name" required {...text('name')} />
          <Textarea label="Introduction" autosize minRows={2} {...setting('description')} />
          <TextInput
            label="Button text"
            placeholder={values.fields.some(isPriceField) ? 'Continue to payment' : 'Send'}
            {...setting('button')}
          />
          <Textarea
            label="Thank-you text"
            autosize
            minRows={2}
            placeholder="We have received your answers. You can close this page."
            {...setting('thanks')}
          />
          <TextInput
            label="Success URL"
            description="Where visitors go after submitting or paying, instead of the thank-you page."
            type="url"
            placeholder="https://example.com/thanks"
            {...text('successUrl')}
          />
        </Stack>
      </Section>
      <Section title="Access">
        <Stack gap="md">
          <Switch
            label="Open"
            description="Accept submissions."
            checked={values.isOpen}
            onChange={(event) => set('isOpen', event.currentTarget.checked)}
          />
          {values.isOpen && <FormOpening draft={draft} saving={saving} />}
          {(!values.isOpen || values.closesAt !== '') && (
            <Textarea
              label="Text when closed"
              autosize
              minRows={1}
              placeholder="This form is closed."
              {...setting('closed')}
            />
          )}
          <Switch
            label="Public"
            description="Show the form on its own page, and accept submissions without an API key."
            checked={values.isPublic}
            onChange={(event) => set('isPublic', event.currentTarget.checked)}
          />
          <Switch
            label="Strict"
            description="Reject answers for fields that are not on the form, instead of storing them separately."
            checked={values.isStrict}
            onChange={(event) => set('isStrict', event.currentTarget.checked)}
          />
          <TextInput
            label="Maximum submissions"
            description="Close automatically after this many submissions. Leave empty for no limit."
            inputMode="numeric"
            {...text('maxSubmissions')}
          />
          <Textarea
            label="Sites that may embed and submit the form"
            description="One per line. Leave empty for all sites. Payers come back only to pages of these sites."
            placeholder="https://example.com"
            autosize
            minRows={1}
            spellCheck={false}
            {...text('origins')}
          />
          <TextInput label="Page URL" leftSection="/f/" leftSectionWidth={36} spellCheck={false} {...text('slug')} />
        </Stack>
      </Section>
      <FormSpam draft={draft} saving={saving} />
    </>
  );
}

type FormOpeningProps = { draft: Draft<FormDraft>; saving: Pick<Saving<never>, 'field'> };

/** From when and until when a form accepts submissions, besides the switch that opens it. */
function FormOpening({ draft: { values, set }, saving }: FormOpeningProps) {
  return (
    <div>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
        <DateInput
          hasTime
          label="Opens on"
          value={values.opensAt}
          set={(text) => set('opensAt', text)}
          {...saving.field('/settings/opensAt')}
        />
        <DateInput
          hasTime
          label="Closes on"
          value={values.closesAt}
          set={(text) => set('closesAt', text)}
          {...saving.field('/settings/closesAt')}
        />
      </SimpleGrid>
      <Text size="sm" c="dimmed" mt={4}>
        In the time zone {shownTimeZone()}. Leave empty for no limit.
      </Text>
    </div>
  );
}
