// The name, scopes and expiry of an API key.

import type { CreatedToken, Token, TokenScope } from '@frontdesk/client';
import { Button, Checkbox, Fieldset, Group, MultiSelect, Select, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { typesQuery } from '../api/types-query.ts';
import { formNamesQuery } from '../records/form-names-query.ts';
import { useDraft } from '../ui/draft.ts';
import { formatDay } from '../ui/format.ts';
import { SaveForm } from '../ui/save-form.tsx';
import { useSaving } from '../ui/saving.ts';
import { isInArea, limitScopes, noLimits, readLimits, scopeGroups } from './scopes.ts';

const lifetimes = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In 1 year' },
  { value: 'never', label: 'Never' },
];

/** Of a key that exists: its end stays as it is. */
const same = 'same';

type Values = { name: string; scopes: TokenScope[]; types: string[]; forms: string[]; days: string };

type KeyFormProps = {
  /** Null for a new one. */
  token: Token | null;
  onSaved(token: Token | CreatedToken): void;
};

export function KeyForm({ token, onSaved }: KeyFormProps) {
  const limits = token && readLimits(token.scopes);
  const first = token
    ? { name: token.name, ...(limits ?? noLimits), days: same }
    : { name: '', ...noLimits, days: '90' };
  const { values, set } = useDraft<Values>(first);
  const types = useQuery(typesQuery).data?.items ?? [];
  const forms = useQuery(formNamesQuery).data ?? [];
  const hasAll = values.scopes.includes('admin');
  const isMixed = token !== null && limits === null;
  const saving = useSaving({
    save: ({ name, scopes, types, forms, days }: Values): Promise<Token | CreatedToken> => {
      const limited = limitScopes(scopes, { types, forms });
      if (!token) return api.tokens.create({ name, scopes: limited, expiresAt: expiryOf(days) });
      const changed = isMixed ? {} : { scopes: limited };
      return api.tokens.update(token.id, {
        name,
        ...changed,
        ...(days === same ? {} : { expiresAt: expiryOf(days) }),
      });
    },
    onSaved: async (token) => {
      onSaved(token);
      await queries.invalidateQueries({ queryKey: ['tokens'] });
    },
  });
  return (
    <SaveForm saving={saving} onSubmit={() => saving.save(values)} labels={{ '/scopes': 'Scopes' }}>
      <TextInput
        label="Name"
        description="The program that will use the key."
        required
        data-autofocus
        value={values.name}
        onChange={(event) => set('name', event.currentTarget.value)}
        {...saving.field('/name')}
      />
      {isMixed ? (
        <Text size="sm">
          Its scopes have limits of their own, which only the API can change: {token.scopes.join(', ')}
        </Text>
      ) : (
        <Checkbox.Group
          label="Scopes"
          required
          value={values.scopes}
          onChange={(scopes) => {
            // Full access includes all others, and nothing limits it.
            set('scopes', scopes.includes('admin') ? ['admin'] : (scopes as TokenScope[]));
            saving.forget('/scopes');
          }}
          {...saving.field('/scopes')}
        >
          <Stack gap="xs" mt="xs">
            {scopeGroups.map(({ label, scopes }) => (
              <Fieldset key={label} legend={label} p="sm">
                <Group gap="lg" align="start" grow preventGrowOverflow={false}>
                  {scopes.map(({ scope, label, note }) => (
                    <Checkbox
                      key={scope}
                      value={scope}
                      label={label}
                      description={note}
                      disabled={hasAll && scope !== 'admin'}
                    />
                  ))}
                </Group>
              </Fieldset>
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      {values.scopes.some((scope) => isInArea(scope, 'types')) && (
        <MultiSelect
          label="Content types"
          description="Limits the content scopes to items of these types. Media, tags, categories and authors then need another key."
          placeholder={values.types.length === 0 ? 'All' : undefined}
          data={types.map(({ name, label }) => ({ value: name, label }))}
          value={values.types}
          onChange={(types) => set('types', types)}
          searchable
          clearable
          hidePickedOptions
        />
      )}
      {values.scopes.some((scope) => isInArea(scope, 'forms')) && (
        <MultiSelect
          label="Forms"
          description="Limits the form scopes to these forms and their submissions."
          placeholder={values.forms.length === 0 ? 'All' : undefined}
          data={forms.map(({ id, name }) => ({ value: id, label: name }))}
          value={values.forms}
          onChange={(forms) => set('forms', forms)}
          searchable
          clearable
          hidePickedOptions
        />
      )}
      <Select
        label="Expires"
        data={token ? [{ value: same, label: endText(token) }, ...lifetimes] : lifetimes}
        value={values.days}
        allowDeselect={false}
        onChange={(days) => set('days', days ?? '90')}
        maw={240}
        {...saving.field('/expiresAt')}
      />
      <Group justify="flex-end">
        <Button type="submit" loading={saving.isSaving}>
          {token ? 'Save' : 'Create key'}
        </Button>
      </Group>
    </SaveForm>
  );
}

function expiryOf(days: string): string | null {
  return days === 'never' ? null : new Date(Date.now() + Number(days) * 86_400_000).toISOString();
}

function endText({ expiresAt }: Token): string {
  return expiresAt === null ? 'Never, as before' : `As before: ${formatDay(expiresAt)}`;
}
