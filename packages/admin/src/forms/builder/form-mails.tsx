// The mails of a form: who is notified of a submission, and the reply to who submitted it.

import { Code, NativeSelect, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { isPriceField, isShownOnly } from '../../fields/field-kinds.ts';
import type { Draft } from '../../ui/draft.ts';
import type { Saving } from '../../ui/saving.ts';
import { Section } from '../../ui/section.tsx';
import type { FormDraft } from '../draft/form-draft.ts';
import { FormNoticeRules } from './form-notice-rules.tsx';

type FormMailsProps = { draft: Draft<FormDraft>; saving: Pick<Saving<never>, 'field'> };

export function FormMails({ draft, saving }: FormMailsProps) {
  const { values, set } = draft;
  const text = (name: 'noticeTo' | 'noticeSubject' | 'replySubject' | 'replyText', pointer: string) => ({
    value: values[name],
    onChange: (event: { currentTarget: { value: string } }) => set(name, event.currentTarget.value),
    ...saving.field(`/settings/mail/${pointer}`),
  });
  return (
    <Section title="Mail" description="Sent when someone submits the form; with a payment, once it is paid.">
      <Stack gap="sm">
        <TextInput
          label="Notify"
          description="Addresses, separated by commas. Leave empty for no notices."
          placeholder="office@example.com"
          spellCheck={false}
          {...text('noticeTo', 'notice/to')}
        />
        <FormNoticeRules draft={draft} saving={saving} />
        {(values.noticeTo.trim() !== '' || values.noticeRules.length > 0) && (
          <>
            <NativeSelect
              label="When"
              description="In the time zone of the site. Days without submissions have no mail."
              data={noticeTimes(values.noticeDaily)}
              value={values.noticeDaily}
              onChange={(event) => set('noticeDaily', event.currentTarget.value)}
              {...saving.field('/settings/mail/notice/daily')}
            />
            {values.noticeDaily === '' && (
              <TextInput
                label="Subject of the notice"
                placeholder={`New submission: ${values.name}`}
                {...text('noticeSubject', 'notice/subject')}
              />
            )}
          </>
        )}
        <Switch
          label="Reply to the person who submits"
          description="Goes to the address in the email field of the form."
          checked={values.isReplying}
          onChange={(event) => set('isReplying', event.currentTarget.checked)}
        />
        {values.isReplying && (
          <>
            <TextInput
              label="Subject of the reply"
              placeholder="We received your message"
              {...text('replySubject', 'reply/subject')}
            />
            <Textarea label="Text of the reply" required autosize minRows={4} {...text('replyText', 'reply/text')} />
            <Variables values={values} />
          </>
        )}
      </Stack>
    </Section>
  );
}

/** At once, or at a full hour; another time was set by a program. */
function noticeTimes(current: string) {
  const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);
  const times = [...new Set([...hours, ...(current === '' ? [] : [current])])].sort();
  return [
    { value: '', label: 'At once, for each submission' },
    ...times.map((time) => ({ value: time, label: `Once a day at ${time}` })),
  ];
}

function Variables({ values }: { values: FormDraft }) {
  const fields = values.fields.filter((field) => !isPriceField(field) && !isShownOnly(field) && field.name !== '');
  const names = ['site', 'form', 'answers', ...fields.map(({ name }) => `answers.${name}`)];
  return (
    <Text size="sm" c="dimmed">
      Replaced in subjects and texts:{' '}
      {names.map((name, index) => (
        <span key={name}>
          {index > 0 && ', '}
          <Code>{`{{${name}}}`}</Code>
        </span>
      ))}
    </Text>
  );
}
