// Who is notified depending on an answer.

import { ActionIcon, Button, Group, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { isBox, isFileField, isPriceField, isShownOnly } from '../../fields/field-kinds.ts';
import type { Draft } from '../../ui/draft.ts';
import type { Saving } from '../../ui/saving.ts';
import type { FormDraft } from '../draft/form-draft.ts';
import { type NoticeRuleDraft, newRule } from '../draft/notice-rules.ts';

type FormNoticeRulesProps = { draft: Draft<FormDraft>; saving: Pick<Saving<never>, 'field'> };

export function FormNoticeRules({ draft: { values, set }, saving }: FormNoticeRulesProps) {
  const { noticeRules: rules } = values;
  const isAnswered = (field: FormDraft['fields'][number]): boolean =>
    !isPriceField(field) && !isFileField(field) && !isShownOnly(field);
  const fields = values.fields.filter((field) => field.name !== '' && isAnswered(field));
  const change = (key: string, part: Partial<NoticeRuleDraft>): void =>
    set(
      'noticeRules',
      rules.map((rule) => (rule.key === key ? { ...rule, ...part } : rule)),
    );
  if (fields.length === 0 && rules.length === 0) return null;
  return (
    <Stack gap="sm" role="group" aria-label="Notices depending on an answer">
      {rules.length > 0 && (
        <Text size="sm" fw={500}>
          Also notify, depending on an answer
        </Text>
      )}
      {rules.map((rule, index) => {
        const { key, field, is, to } = rule;
        const pointer = `/settings/mail/notice/rules/${index}`;
        const choices = choicesOf(values.fields.find(({ name }) => name === field));
        const chooseIs = (is: string | null): void => change(key, { is: is ?? '' });
        return (
          <Group key={key} align="end" wrap="nowrap" gap="xs">
            <SimpleGrid cols={{ base: 1, xs: 3 }} flex={1} spacing="xs">
              <Select
                label="If"
                data={fields.map(({ name, label }) => ({ value: name, label: label || name }))}
                allowDeselect={false}
                value={field || null}
                onChange={(field) => change(key, { field: field ?? '', is: '' })}
                {...saving.field(`${pointer}/field`)}
              />
              {choices ? (
                <Select
                  label="Is"
                  data={choices}
                  value={is || null}
                  onChange={chooseIs}
                  {...saving.field(`${pointer}/is`)}
                />
              ) : (
                <TextInput
                  label="Is"
                  value={is}
                  onChange={(event) => chooseIs(event.currentTarget.value)}
                  {...saving.field(`${pointer}/is`)}
                />
              )}
              <TextInput
                label="Addresses"
                placeholder="sales@example.com"
                spellCheck={false}
                value={to}
                onChange={(event) => change(key, { to: event.currentTarget.value })}
                {...saving.field(`${pointer}/to`)}
              />
            </SimpleGrid>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Remove rule ${index + 1}`}
              onClick={() =>
                set(
                  'noticeRules',
                  rules.filter((other) => other.key !== key),
                )
              }
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </Group>
        );
      })}
      <Button
        variant="default"
        size="xs"
        w="fit-content"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => set('noticeRules', [...rules, newRule(fields[0]?.name)])}
      >
        Add notice for an answer
      </Button>
    </Stack>
  );
}

/** The answers that can be chosen; null if any text can be. */
function choicesOf(field: FormDraft['fields'][number] | undefined): { value: string; label: string }[] | null {
  if (field && isBox(field))
    return [
      { value: 'true', label: 'Checked' },
      { value: 'false', label: 'Not checked' },
    ];
  const options = (field?.options ?? []).filter(({ label }) => label.trim() !== '');
  return options.length === 0 ? null : options.map(({ value, label }) => ({ value: value || label, label }));
}
