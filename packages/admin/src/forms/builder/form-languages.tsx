// The language of a form, and its texts in others.

import { Badge, Button, Divider, Group, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Draft } from '../../ui/draft.ts';
import { languageChoices, languageName } from '../../ui/language-names.ts';
import type { Saving } from '../../ui/saving.ts';
import { Section } from '../../ui/section.tsx';
import type { FormDraft } from '../draft/form-draft.ts';
import { missingTexts, type Translatable, translatableTexts } from '../draft/translation-draft.ts';

type FormLanguagesProps = { draft: Draft<FormDraft>; saving: Pick<Saving<never>, 'field'> };

export function FormLanguages({ draft: { values, set }, saving }: FormLanguagesProps) {
  const { language, translations } = values;
  const [shown, setShown] = useState<string | null>(Object.keys(translations)[0] ?? null);
  const texts = translatableTexts(values);
  const codes = Object.keys(translations);
  const open = shown !== null && codes.includes(shown) ? shown : null;
  const others = languageChoices.filter(({ value }) => value !== language && !codes.includes(value));
  const remove = (code: string): void => {
    const { [code]: _, ...rest } = translations;
    set('translations', rest);
    setShown(Object.keys(rest)[0] ?? null);
  };
  return (
    <Section
      title="Languages"
      description="Visitors see the language that their browser prefers, of those that the form has. Buttons and messages are translated already."
    >
      <Stack gap="sm">
        <Select
          label="Language of the form"
          description="The language of the texts above. Choose one to add translations."
          data={[
            { value: '', label: 'That of the site' },
            ...languageChoices.filter(({ value }) => !codes.includes(value)),
          ]}
          value={language}
          onChange={(value) => set('language', value ?? '')}
          allowDeselect={false}
          {...saving.field('/language')}
        />
        {language !== '' && others.length > 0 && (
          <Select
            label="Add a translation"
            placeholder="Choose a language"
            data={others}
            value={null}
            searchable
            onChange={(code) => {
              if (code === null) return;
              set('translations', { ...translations, [code]: {} });
              setShown(code);
            }}
          />
        )}
        {codes.length > 0 && (
          <fieldset style={{ border: 0, margin: 0, padding: 0 }}>
            <Text component="legend" size="sm" fw={600} mb={4}>
              Translations
            </Text>
            <Group gap="xs">
              {codes.map((code) => (
                <Button
                  key={code}
                  size="xs"
                  variant={code === open ? 'filled' : 'default'}
                  aria-pressed={code === open}
                  onClick={() => setShown(code)}
                  rightSection={<Missing count={missingTexts(texts, translations[code] ?? {}).length} />}
                >
                  {languageName(code)}
                </Button>
              ))}
            </Group>
          </fieldset>
        )}
        {open !== null && (
          <>
            <Divider />
            {texts.map((text) => (
              <TranslatedText
                key={`${open} ${text.id}`}
                text={text}
                code={open}
                value={translations[open]?.[text.id] ?? ''}
                onChange={(value) =>
                  set('translations', { ...translations, [open]: { ...translations[open], [text.id]: value } })
                }
                error={saving.field(`/translations/${open}/${text.path.join('/')}`)}
              />
            ))}
            <Group>
              <Button variant="default" size="xs" onClick={() => remove(open)}>
                Remove {languageName(open)}
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </Section>
  );
}

function Missing({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Badge size="sm" color="yellow" variant="light" autoContrast>
      {count} missing
    </Badge>
  );
}

type TranslatedTextProps = {
  text: Translatable;
  code: string;
  value: string;
  onChange(value: string): void;
  error: ReturnType<Saving<never>['field']>;
};

/** Texts that the form does not have appear only if they are translated nevertheless. */
function TranslatedText({ text, code, value, onChange, error }: TranslatedTextProps) {
  const { about, original, isLong } = text;
  if (original === '' && value === '') return null;
  const shared = {
    ...error,
    label: about,
    description: original || 'The form itself has no such text.',
    placeholder: value.trim() === '' ? 'Not translated: shown as it is' : undefined,
    value,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
    lang: code,
    dir: 'auto',
  };
  return isLong ? <Textarea autosize minRows={1} {...shared} /> : <TextInput {...shared} />;
}
