// The form for a new or existing type.

import type { PostType, Tagged } from '@frontdesk/client';
import { Button, Checkbox, Group, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useMe } from '../../accounts/me.ts';
import { useDraft } from '../../ui/draft.ts';
import { SaveForm } from '../../ui/save-form.tsx';
import { useSaving } from '../../ui/saving.ts';
import { Section } from '../../ui/section.tsx';
import { useUnsavedGuard } from '../../ui/unsaved-guard.ts';
import { FieldListEditor } from './field-list-editor.tsx';
import { atNameInput } from './name-taken.ts';
import { type FieldValues, nameFrom, type TypeValues, typeValuesOf } from './type-values.ts';

type TypeFormProps = {
  initial: TypeValues;
  /** Null for a new type. */
  type: Tagged<PostType> | null;
  submit: string;
  /** `stored` is the type as last loaded here; null for a new type. */
  send(values: TypeValues, stored: Tagged<PostType> | null): Promise<Tagged<PostType>>;
};

export function TypeForm({ initial, type, submit, send }: TypeFormProps) {
  const draft = useDraft(initial);
  const { values, set } = draft;
  const { may } = useMe();
  const [stored, setStored] = useState(type);
  const [isNameTyped, setNameTyped] = useState(type !== null);
  useUnsavedGuard(draft.isDirty);
  const saving = useSaving({
    save: (values: TypeValues) => send(values, stored).catch((error) => Promise.reject(atNameInput(error))),
    onSaved: (saved) => {
      setStored(saved);
      draft.reset(typeValuesOf(saved));
    },
  });
  const setLabel = (label: string): void => {
    set('label', label);
    if (!isNameTyped) set('name', singularOf(nameFrom(label)));
  };
  return (
    <SaveForm saving={saving} onSubmit={() => saving.save(values)} label={submit} labels={labelsOf(values)}>
      <Section title="Type">
        <Stack>
          <SimpleGrid cols={{ base: 1, sm: type ? 2 : 3 }}>
            <TextInput
              label="Label"
              description="Shown in menus, such as “Rooms”"
              value={values.label}
              // A new type starts with it.
              autoFocus={!type}
              onChange={(event) => setLabel(event.currentTarget.value)}
              {...saving.field('/label')}
            />
            {!type && (
              <TextInput
                label="Singular name"
                description="Used in URLs, such as “room”. Cannot be changed later"
                required
                value={values.name}
                onChange={(event) => {
                  setNameTyped(true);
                  set('name', event.currentTarget.value);
                }}
                {...saving.field('/name')}
              />
            )}
            <TextInput
              label="Plural name"
              description={type?.builtIn ? 'Built-in type: cannot be changed' : 'Used in URLs, such as “rooms”'}
              readOnly={type?.builtIn === true}
              placeholder={values.name ? `${values.name}s` : ''}
              value={values.plural}
              onChange={(event) => set('plural', event.currentTarget.value)}
              {...saving.field('/plural')}
            />
          </SimpleGrid>
          <Checkbox
            label="Strict"
            description="Reject values for fields that are not listed below"
            checked={values.strict}
            onChange={(event) => set('strict', event.currentTarget.checked)}
          />
          <Checkbox
            label="Public"
            description="Anyone can read published items without an API key, for example from a visitor’s browser"
            checked={values.publicRead}
            onChange={(event) => set('publicRead', event.currentTarget.checked)}
          />
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput
              label="URL on your site"
              description="Where items are, with {slug} or {id}. Links to items lead there"
              placeholder="https://example.com/blog/{slug}"
              value={values.url}
              onChange={(event) => set('url', event.currentTarget.value)}
              {...saving.field('/url')}
            />
            <TextInput
              label="Preview URL"
              description="Where your site shows drafts; {token} lets it read one"
              placeholder="https://example.com/preview?id={id}&token={token}"
              value={values.previewUrl}
              onChange={(event) => set('previewUrl', event.currentTarget.value)}
              {...saving.field('/previewUrl')}
            />
          </SimpleGrid>
        </Stack>
      </Section>
      <FieldListEditor fields={values.fields} set={(fields) => set('fields', fields)} saving={saving} />
      {may('content:write') && (
        <Group justify="end">
          <Button type="submit" loading={saving.isSaving} disabled={type !== null && !draft.isDirty}>
            {submit}
          </Button>
        </Group>
      )}
    </SaveForm>
  );
}

const members = [
  ...['', 'name', 'type', 'label', 'help', 'min', 'max', 'pattern', 'options', 'default', 'unique', 'indexed'],
  ...['fields', 'of', 'blocks', 'to', 'multiple', 'onDelete', 'currency'],
];

function labelsOf({ fields }: TypeValues): Record<string, string> {
  return { '/url': 'URL on your site', '/previewUrl': 'Preview URL', ...Object.fromEntries(labelsIn(fields, '', '')) };
}

/** Of the members of the fields of a type, a group or a block, and of those inside them. */
function labelsIn(fields: FieldValues[], pointer: string, outer: string): [string, string][] {
  return fields.flatMap((field, index) => {
    const title = `${outer}${field.label || field.name || `Field ${index + 1}`}`;
    return labelsAt(field, `${pointer}/fields/${index}`, title);
  });
}

function labelsAt(field: FieldValues, at: string, title: string): [string, string][] {
  return [
    ...members.map((member): [string, string] => [
      `${at}${member && `/${member}`}`,
      member ? `${title}, ${member}` : title,
    ]),
    ...labelsIn(field.fields, at, `${title}, `),
    ...(field.entry ? labelsAt(field.entry, `${at}/of`, `${title}, entries`) : []),
    ...field.blocks.flatMap((block, index): [string, string][] => {
      const name = `${title}, ${block.label || block.name || `block ${index + 1}`}`;
      const place = `${at}/blocks/${index}`;
      return [[`${place}/name`, `${name}, name`], ...labelsIn(block.fields, place, `${name}, `)];
    }),
  ];
}

/** Suggests a singular name: "rooms" → "room", "categories" → "category". */
function singularOf(name: string): string {
  if (/ies$/.test(name)) return name.replace(/ies$/, 'y');
  return /[^s]s$/.test(name) ? name.slice(0, -1) : name;
}
