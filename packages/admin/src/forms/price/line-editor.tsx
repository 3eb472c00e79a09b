// One line of what a payment field sells.

import { ActionIcon, Button, Checkbox, Fieldset, Group, Input, Radio, Select, Stack, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { lazyPart } from '../../api/load-part.tsx';
import { typesQuery } from '../../api/types-query.ts';
import { TaxRateSelect } from '../../records/tax-rate-select.tsx';
import type { Saving } from '../../ui/saving.ts';
import {
  blankSource,
  filterExample,
  type ItemOptionsDraft,
  type LineDraft,
  newPricedOption,
  type PricedOptionDraft,
} from '../draft/price-draft.ts';

const OptionPicture = lazyPart(() => import('./option-picture.tsx'), 'OptionPicture');

type LineEditorProps = {
  line: LineDraft;
  number: number;
  currency: string;
  /** For which tax rates are offered; null if no invoice is issued. */
  taxDay: string | null;
  pointer: string;
  saving: Pick<Saving<never>, 'field'>;
  change(change: Partial<LineDraft>): void;
  remove(): void;
};

const kinds = { item: 'Item', choice: 'Choice', custom: 'Amount to enter' };

type TextName = { [Name in keyof LineDraft]: LineDraft[Name] extends string ? Name : never }[keyof LineDraft];

export function LineEditor(props: LineEditorProps) {
  const { line, number, currency, taxDay, pointer, saving, change, remove } = props;
  const unit = currency.toUpperCase();
  const text = (
    name: Exclude<TextName, 'key' | 'type'>,
    label: string,
    more: { description?: string; placeholder?: string } = {},
  ) => (
    <TextInput
      label={label}
      inputMode={name === 'label' || name === 'help' ? 'text' : 'decimal'}
      value={line[name]}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
      {...more}
      {...saving.field(`${pointer}/${name}`)}
    />
  );
  const box = (name: 'isRequired' | 'isMultiple' | 'takesPlaces', label: string) => (
    <Checkbox
      label={label}
      checked={line[name]}
      onChange={(event) => change({ [name]: event.currentTarget.checked })}
    />
  );
  return (
    <Fieldset legend={`${number}. ${kinds[line.type]}`} data-pointer={pointer}>
      <Stack gap="sm">
        {text('label', 'Label')}
        {line.type === 'item' && (
          <>
            <Group grow align="start" gap="sm">
              {text('amount', `Price (${unit})`)}
              {text('stock', 'Stock', { placeholder: 'No limit' })}
            </Group>
            <Group grow align="start" gap="sm">
              {text('minQuantity', 'Minimum', { placeholder: '1', description: '0 makes it an extra.' })}
              {text('maxQuantity', 'Maximum', { placeholder: '1', description: 'How many can be bought.' })}
            </Group>
          </>
        )}
        {line.type === 'choice' && (
          <>
            <OptionSource {...props} />
            {line.optionsFrom === null && <Options {...props} />}
            {text('maxQuantity', 'Maximum quantity', { placeholder: '1', description: 'Of each option.' })}
            {box('isMultiple', 'Allow several options')}
          </>
        )}
        {line.type === 'custom' && (
          <Group grow align="start" gap="sm">
            {text('minimum', `Minimum (${unit})`)}
            {text('maximum', `Maximum (${unit})`)}
            {text('preset', `Suggested (${unit})`)}
          </Group>
        )}
        {line.type !== 'item' && box('isRequired', 'Required')}
        {line.type !== 'custom' && box('takesPlaces', 'Each one takes a place')}
        {taxDay !== null && (
          <TaxRateSelect
            none="As the form"
            value={line.taxRateId}
            set={(taxRateId) => change({ taxRateId })}
            day={taxDay}
            fault={saving.field(`${pointer}/taxRateId`)}
          />
        )}
        {text('help', 'Help text')}
        <Button variant="subtle" size="compact-sm" color="gray" style={{ alignSelf: 'start' }} onClick={remove}>
          {`Remove ${line.label || kinds[line.type].toLowerCase()}`}
        </Button>
      </Stack>
    </Fieldset>
  );
}

/** What an item is without a value in its field; other fields must be chosen. */
const withoutField = { stock: 'No limit', taxRate: 'As the line', picture: 'None' } as const;

/** Whether the options are written here, or are the items of a type: then which, and which of their fields say price, stock, tax and picture. */
function OptionSource({ line: { optionsFrom }, taxDay, pointer, saving, change }: LineEditorProps) {
  const types = useQuery({ ...typesQuery, enabled: optionsFrom !== null }).data?.items ?? [];
  const fieldsOf = (...kinds: string[]) =>
    (types.find(({ name }) => name === optionsFrom?.type)?.fields ?? [])
      .filter(({ type, multiple }) => kinds.includes(type) && (!multiple || kinds.includes('media')))
      .map(({ name, label }) => ({ value: name, label: label || name }));
  const set = (changed: Partial<ItemOptionsDraft>): void =>
    change({ optionsFrom: { ...(optionsFrom ?? blankSource), ...changed } });
  const select = (name: keyof ItemOptionsDraft, label: string, data: { value: string; label: string }[]) => {
    const without = name in withoutField ? withoutField[name as keyof typeof withoutField] : null;
    return (
      optionsFrom && (
        <Select
          label={label}
          data={data}
          value={optionsFrom[name] || null}
          clearable={without !== null}
          placeholder={without ?? ''}
          onChange={(value) => set({ ...(name === 'type' && blankSource), [name]: value ?? '' })}
          {...saving.field(`${pointer}/optionsFrom/${name}`)}
        />
      )
    );
  };
  return (
    <>
      <Radio.Group
        label="What can be chosen"
        value={optionsFrom ? 'items' : 'options'}
        onChange={(value) => change({ optionsFrom: value === 'items' ? blankSource : null })}
      >
        <Group mt={4}>
          <Radio value="options" label="Options of this form" />
          <Radio value="items" label="Items of a content type" />
        </Group>
      </Radio.Group>
      {optionsFrom && (
        <>
          <Group grow align="start" gap="sm">
            {select(
              'type',
              'Content type',
              types.map(({ name, label }) => ({ value: name, label: label || name })),
            )}
            {select('price', 'Price', fieldsOf('money'))}
            {select('stock', 'Stock', fieldsOf('integer'))}
          </Group>
          <Group grow align="start" gap="sm">
            {select('picture', 'Picture', fieldsOf('media'))}
            {taxDay !== null && select('taxRate', 'Tax rate of the item', fieldsOf('text', 'select', 'radio'))}
          </Group>
          <TextInput
            label="Only items that match"
            description="Conditions as in lists of the API."
            placeholder={filterExample}
            value={optionsFrom.where}
            onChange={(event) => set({ where: event.currentTarget.value })}
            {...saving.field(`${pointer}/optionsFrom/where`)}
          />
        </>
      )}
    </>
  );
}

function Options({ line, currency, pointer, saving, change }: LineEditorProps) {
  const { options } = line;
  const fault = saving.field(`${pointer}/options`);
  const set = (option: PricedOptionDraft, changed: Partial<PricedOptionDraft>): void =>
    change({ options: options.map((other) => (other === option ? { ...option, ...changed } : other)) });
  return (
    <Input.Wrapper label="Options" error={fault.error} labelElement="div">
      <Stack gap={6} mt={4} data-pointer={fault['data-pointer']}>
        {options.map((option, index) => {
          const at = (member: string) => ({ 'data-pointer': `${pointer}/options/${index}/${member}` });
          const isWrong = (member: string) => saving.field(`${pointer}/options/${index}/${member}`).error !== undefined;
          const input = (member: 'label' | 'amount' | 'stock', name: string, placeholder: string) => (
            <TextInput
              flex={member === 'label' ? 2 : 1}
              aria-label={`${name} of option ${index + 1}`}
              placeholder={placeholder}
              inputMode={member === 'label' ? 'text' : 'decimal'}
              error={isWrong(member)}
              value={option[member]}
              onChange={(event) => set(option, { [member]: event.currentTarget.value })}
              {...at(member)}
            />
          );
          return (
            <Group key={option.key} gap={4} wrap="nowrap">
              {input('label', 'Label', 'Label')}
              {input('amount', 'Price', `Price in ${currency.toUpperCase()}`)}
              {input('stock', 'Stock', 'Stock')}
              <Suspense fallback={<ActionIcon aria-hidden />}>
                <OptionPicture name={`option ${index + 1}`} id={option.image} set={(image) => set(option, { image })} />
              </Suspense>
              <ActionIcon
                aria-label={`Remove option ${index + 1}`}
                onClick={() => change({ options: options.filter((other) => other !== option) })}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            </Group>
          );
        })}
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={16} aria-hidden />}
          style={{ alignSelf: 'start' }}
          onClick={() => change({ options: [...options, newPricedOption()] })}
        >
          Add option
        </Button>
      </Stack>
    </Input.Wrapper>
  );
}
