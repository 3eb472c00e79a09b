// What a submission fills besides itself: an item that is a draft, and fields of the contact.

import type { DraftItem } from '@frontdesk/client';
import { ActionIcon, Autocomplete, Button, Group, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMe } from '../../accounts/me.ts';
import { typesQuery } from '../../api/types-query.ts';
import { isPriceField } from '../../fields/field-kinds.ts';
import type { Draft } from '../../ui/draft.ts';
import type { Saving } from '../../ui/saving.ts';
import { Section } from '../../ui/section.tsx';
import type { FormDraft } from '../draft/form-draft.ts';
import { newContactRow, type ResultsDraft } from '../draft/results-draft.ts';

type FormResultsProps = { draft: Draft<FormDraft>; saving: Pick<Saving<never>, 'field'> };

export function FormResults({ draft: { values, set }, saving }: FormResultsProps) {
  const { results } = values;
  const change = (part: Partial<ResultsDraft>): void => set('results', { ...results, ...part });
  const answers = values.fields
    .filter((field) => field.name !== '' && !isPriceField(field))
    .map(({ name, label }) => ({ value: name, label: label || name }));
  const parts = { results, change, answers, saving };
  return (
    <Section
      title="Draft item and contact"
      description="What a submission fills besides; with a payment, an item is made once it is paid."
    >
      <Stack gap="sm">
        <ItemPart {...parts} />
        <ContactPart {...parts} />
      </Stack>
    </Section>
  );
}

type PartProps = {
  results: ResultsDraft;
  change(part: Partial<ResultsDraft>): void;
  answers: { value: string; label: string }[];
  saving: FormResultsProps['saving'];
};

function ItemPart({ results, change, answers, saving }: PartProps) {
  const { may } = useMe();
  const { data } = useQuery({ ...typesQuery, enabled: may('content:read') });
  const types = data?.items ?? [];
  const type = types.find(({ name }) => name === results.type);
  const choices = types.map(({ name, label }) => ({ value: name, label: label ?? name }));
  // One that is deleted or cannot be read stays chosen.
  const known = type || results.type === '' ? choices : [...choices, { value: results.type, label: results.type }];
  const at = (member: keyof DraftItem) => saving.field(`/settings/draftItem/${member}`);
  const [first] = answers;
  return (
    <>
      <Select
        label="Make a draft item"
        description="Of this type, for each submission. It is published only by a person."
        placeholder="None"
        clearable
        data={known}
        value={results.type || null}
        onChange={(type) =>
          change({
            type: type ?? '',
            fields: {},
            title: results.title || (first ? `{{answers.${first.value}}}` : ''),
          })
        }
        {...at('type')}
      />
      {results.type !== '' && (
        <>
          <TextInput
            label="Title of the item"
            description="With the variables of the mails, such as {{answers.name}}."
            required
            value={results.title}
            onChange={(event) => change({ title: event.currentTarget.value })}
            {...at('title')}
          />
          <Textarea
            label="Text of the item"
            autosize
            minRows={2}
            value={results.content}
            onChange={(event) => change({ content: event.currentTarget.value })}
            {...at('content')}
          />
          {(type?.fields ?? []).map(({ name, label, required }) => (
            <Select
              key={name}
              label={`${label || name}${required ? ' (required to publish)' : ''}`}
              placeholder="Leave empty"
              clearable
              data={answers}
              value={results.fields[name] || null}
              onChange={(from) => change({ fields: { ...results.fields, [name]: from ?? '' } })}
              {...saving.field(`/settings/draftItem/fields/${name}`)}
            />
          ))}
        </>
      )}
    </>
  );
}

const ownNames = ['name', 'email', 'phone'];

function ContactPart({ results: { contact }, change, answers, saving }: PartProps) {
  const changeRow = (key: string, part: Partial<ResultsDraft['contact'][number]>): void =>
    change({ contact: contact.map((row) => (row.key === key ? { ...row, ...part } : row)) });
  return (
    <Stack gap="xs" role="group" aria-label="Fields of the contact">
      <div>
        <Text size="sm" fw={500}>
          Fill fields of the contact
        </Text>
        <Text size="xs" c="dimmed">
          Email, name and phone are found without this. What a contact has already stays.
        </Text>
      </div>
      {contact.map(({ key, to, from }, index) => (
        <Group key={key} align="end" wrap="nowrap" gap="xs">
          <Autocomplete
            label="Field of the contact"
            flex={1}
            data={ownNames}
            placeholder="company"
            value={to}
            onChange={(to) => changeRow(key, { to })}
            {...saving.field(`/settings/contactFields/${to}`)}
          />
          <Select
            label="Answer"
            flex={1}
            data={answers}
            value={from || null}
            onChange={(from) => changeRow(key, { from: from ?? '' })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Remove field ${index + 1} of the contact`}
            onClick={() => change({ contact: contact.filter((row) => row.key !== key) })}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <Button
        variant="default"
        size="xs"
        w="fit-content"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => change({ contact: [...contact, newContactRow()] })}
      >
        Add field of the contact
      </Button>
    </Stack>
  );
}
