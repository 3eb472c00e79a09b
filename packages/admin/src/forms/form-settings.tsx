// What holds for the form as a whole: its name and address, who may send it, what follows.

import { Stack, Switch, Textarea, TextInput } from '@mantine/core';
import type { Draft } from '../ui/draft.ts';
import type { Saving } from '../ui/saving.ts';
import { Section } from '../ui/section.tsx';
import type { FormDraft } from './form-draft.ts';

type FormSettingsProps = { draft: Draft<FormDraft>; saving: Pick<Saving<never>, 'field'> };
type TextName = 'name' | 'slug' | 'cap' | 'successUrl' | 'description' | 'button' | 'thanks' | 'closed';

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
      <Section title="Page" description="What stands around the fields.">
        <Stack gap="sm">
          <TextInput label="Form name" required {...text('name')} />
          <Textarea label="Introduction" autosize minRows={2} {...setting('description')} />
          <TextInput
            label="Text of the button"
            placeholder={values.fields.some(({ type }) => type === 'payment') ? 'Continue to payment' : 'Send'}
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
            label="Success address"
            description="Where people go after sending or paying, in place of the thank-you page."
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
            description="Takes submissions."
            checked={values.isOpen}
            onChange={(event) => set('isOpen', event.currentTarget.checked)}
          />
          {!values.isOpen && (
            <Textarea
              label="Text while closed"
              autosize
              minRows={1}
              placeholder="This form no longer takes answers."
              {...setting('closed')}
            />
          )}
          <Switch
            label="Public"
            description="Has a page, and can be sent without an API key."
            checked={values.isPublic}
            onChange={(event) => set('isPublic', event.currentTarget.checked)}
          />
          <Switch
            label="Strict"
            description="Refuses answers to questions it does not ask, rather than keeping them apart."
            checked={values.isStrict}
            onChange={(event) => set('isStrict', event.currentTarget.checked)}
          />
          <TextInput
            label="Most submissions"
            description="Closes by itself after so many. Empty: no limit."
            inputMode="numeric"
            {...text('cap', '/maxSubmissions')}
          />
          <TextInput
            label="Address of the page"
            leftSection="/f/"
            leftSectionWidth={36}
            spellCheck={false}
            {...text('slug')}
          />
        </Stack>
      </Section>
    </>
  );
}
