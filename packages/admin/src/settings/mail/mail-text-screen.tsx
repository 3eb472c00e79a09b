// The text of a kind of mail in one language: written with a preview beside it, tried, and returned to the original.

import type { MailKind, MailKindSettings, MailLanguage, MailText } from '@frontdesk/client';
import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useMe } from '../../accounts/me.ts';
import { api } from '../../api/api.ts';
import { queries } from '../../api/queries.ts';
import { askToConfirm } from '../../ui/confirm.tsx';
import { useDraft } from '../../ui/draft.ts';
import { languageName } from '../../ui/language-names.ts';
import { TextLink } from '../../ui/links.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { SaveForm } from '../../ui/save-form.tsx';
import { useSaving } from '../../ui/saving.ts';
import { Section } from '../../ui/section.tsx';
import { toastError, toastSuccess } from '../../ui/toast.tsx';
import { useUnsavedGuard } from '../../ui/unsaved-guard.ts';
import { mailKindsQuery } from './mail-kinds-screen.tsx';
import { mailKindLabels } from './mail-labels.tsx';
import classes from './mail-text.module.css';
import { MailTextPreview } from './mail-text-preview.tsx';
import { VariableInput } from './variable-input.tsx';

const route = getRouteApi('/shell/settings/mail-texts/$kind');

export function MailTextScreen() {
  const { kind } = route.useParams();
  const kinds = useQuery(mailKindsQuery);
  return (
    <>
      <PageHeader
        title={mailKindLabels[kind as MailKind] ?? kind}
        back={<TextLink to="/settings/mail-texts">Mail texts</TextLink>}
      />
      <QueryView query={kinds}>
        {({ items, languages, language }) => {
          const found = items.find((one) => one.kind === kind);
          return found ? (
            <KindEditor kind={found} languages={languages} first={language} />
          ) : (
            <Text>There is no such kind of mail.</Text>
          );
        }}
      </QueryView>
    </>
  );
}

type KindEditorProps = { kind: MailKindSettings; languages: MailLanguage[]; first: MailLanguage };

function KindEditor({ kind, languages, first }: KindEditorProps) {
  const [language, setLanguage] = useState(first);
  const [isDirty, setDirty] = useState(false);
  const text = useQuery({
    queryKey: ['mail-text', kind.kind, language],
    queryFn: ({ signal }) => api.mails.text(kind.kind, language, { signal }),
  });
  const choose = async (next: string | null): Promise<void> => {
    if (next === null || next === language) return;
    const question = { title: 'Discard your changes?', children: 'They have not been saved.', confirm: 'Discard' };
    if (isDirty && !(await askToConfirm({ ...question, isDangerous: true }))) return;
    setLanguage(next as MailLanguage);
  };
  return (
    <Stack>
      <Select
        label="Language"
        maw={280}
        allowDeselect={false}
        data={languages.map((code) => ({
          value: code,
          label: kind.editedIn.includes(code) ? `${languageName(code)} (edited)` : languageName(code),
        }))}
        value={language}
        onChange={choose}
      />
      <QueryView query={text}>
        {(text) => <TextEditor key={`${language}:${text.edited}`} kind={kind} text={text} onDirty={setDirty} />}
      </QueryView>
    </Stack>
  );
}

type TextEditorProps = { kind: MailKindSettings; text: MailText; onDirty(isDirty: boolean): void };

function TextEditor({ kind: { kind, variables }, text, onDirty }: TextEditorProps) {
  const { language, subject, edited } = text;
  const { user } = useMe();
  const { values, set, isDirty, reset } = useDraft({ subject, text: text.text });
  useUnsavedGuard(isDirty);
  const keep = async (saved: MailText): Promise<void> => {
    onDirty(false);
    queries.setQueryData(['mail-text', kind, language], saved);
    await queries.invalidateQueries({ queryKey: mailKindsQuery.queryKey });
  };
  const saving = useSaving({
    save: () => api.mails.setText(kind, language, values),
    onSaved: async (saved) => {
      reset({ subject: saved.subject, text: saved.text });
      await keep(saved);
      toastSuccess('Text saved');
    },
  });
  const testing = useSaving({
    save: () =>
      api.mails.testText(kind, language, values).catch((error) => {
        toastError(error);
        throw error;
      }),
    onSaved: () => toastSuccess(`Test mail sent to ${user.email}`),
  });
  const returnToOriginal = async (): Promise<void> => {
    const isSure = await askToConfirm({
      title: 'Return to the original text?',
      children: 'Your text in this language will be lost.',
      confirm: 'Return to original',
      isDangerous: true,
    });
    if (!isSure) return;
    try {
      const original = await api.mails.resetText(kind, language);
      reset({ subject: original.subject, text: original.text });
      await keep(original);
      toastSuccess('Original text restored');
    } catch (error) {
      toastError(error);
    }
  };
  const change = (name: 'subject' | 'text') => (value: string) => {
    set(name, value);
    onDirty(true);
    saving.forget(`/${name}`);
  };
  return (
    <div className={classes.columns}>
      <SaveForm saving={saving} onSubmit={() => saving.save(undefined)}>
        <Section title="Text">
          <Stack gap="sm">
            <VariableInput
              label="Subject"
              language={language}
              variables={variables}
              value={values.subject}
              onChange={change('subject')}
              {...saving.field('/subject')}
            />
            <VariableInput
              label="Text"
              isLong
              description="Type { to insert a variable. A paragraph whose variables are empty is left out."
              language={language}
              variables={variables}
              value={values.text}
              onChange={change('text')}
              {...saving.field('/text')}
            />
          </Stack>
        </Section>
        <Group gap="xs">
          <Button type="submit" loading={saving.isSaving} disabled={!isDirty}>
            Save
          </Button>
          <Button variant="default" onClick={() => testing.save(undefined)} loading={testing.isSaving}>
            Send test to me
          </Button>
          {edited && (
            <Button variant="default" onClick={returnToOriginal}>
              Return to original
            </Button>
          )}
        </Group>
      </SaveForm>
      <MailTextPreview kind={kind} language={language} text={values} />
    </div>
  );
}
