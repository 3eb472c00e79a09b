// The settings of one field, depending on its kind.

import { Checkbox, Code, Group, Skeleton, Stack, TagsInput, Text, Textarea, TextInput } from '@mantine/core';
import { Suspense } from 'react';
import { lazyPart } from '../../api/load-part.tsx';
import {
  type Bounds,
  isCalculated,
  isFileField,
  isFilledIn,
  isPriceField,
  isShownOnly,
  kindOf,
  type Setting,
} from '../../fields/field-kinds.ts';
import type { FieldDraft } from '../draft/field-draft.ts';
import { ConditionEditor } from './condition-editor.tsx';
import type { FieldEditorProps } from './field-editor-props.ts';
import { OptionList } from './option-list.tsx';

const RowFields = lazyPart(() => import('./row-fields.tsx'), 'RowFields');
const PriceEditor = lazyPart(() => import('../price/price-editor.tsx'), 'PriceEditor');

export function FieldEditor(props: FieldEditorProps) {
  const { field, isInRow = false, pointer, saving, change } = props;
  const { inForms, bounds, role } = kindOf(field.type);
  const has = (setting: Setting): boolean => inForms?.settings.includes(setting) ?? false;
  const at = (member: string) => saving.field(`${pointer}/${member}`);
  return (
    <Stack gap="sm" pt="sm">
      <TextInput
        label={role === 'heading' ? 'Heading' : 'Label'}
        autoFocus={!field.isNameOwn}
        onFocus={(event) => !field.isNameOwn && event.currentTarget.select()}
        value={field.label}
        onChange={(event) => change({ label: event.currentTarget.value })}
        {...at('label')}
      />
      {isPriceField(field) && <Price {...props} />}
      {(isFilledIn(field) || role === 'formula') && (
        <Textarea
          label="Help text"
          autosize
          minRows={1}
          value={field.help}
          onChange={(event) => change({ help: event.currentTarget.value })}
          {...at('help')}
        />
      )}
      {isShownOnly(field) && (
        <Textarea
          label={role === 'text' ? 'Text' : 'Text below'}
          description={
            role === 'text'
              ? '**bold**, *italic*, [links](https://example.com), lists with “- ”, and empty lines between paragraphs.'
              : undefined
          }
          autosize
          minRows={role === 'text' ? 3 : 1}
          value={field.help}
          onChange={(event) => change({ help: event.currentTarget.value })}
          {...at('help')}
        />
      )}
      {has('options') || field.options.length > 0 ? (
        <OptionList
          {...(has('rows') ? { title: 'Columns', noun: 'column' } : {})}
          hasPictures={has('pictures') || field.options.some(({ image }) => image !== null)}
          options={field.options}
          change={(options) => change({ options })}
          fault={at('options')}
        />
      ) : null}
      {has('rows') && (
        <OptionList
          title="Rows"
          noun="row"
          options={field.rows}
          change={(rows) => change({ rows })}
          fault={at('rows')}
        />
      )}
      {has('fields') && (
        <Suspense fallback={<Skeleton h={120} />}>
          <RowFields group={field} pointer={pointer} saving={saving} change={change} Editor={FieldEditor} />
        </Suspense>
      )}
      {has('multiple') && (
        <Checkbox
          label="Several answers per row"
          checked={field.isMultiple}
          onChange={(event) => change({ isMultiple: event.currentTarget.checked })}
        />
      )}
      {has('stars') && (
        <TextInput
          label="Number of stars"
          inputMode="numeric"
          placeholder="5"
          value={field.max}
          onChange={(event) => change({ max: event.currentTarget.value })}
          {...at('max')}
        />
      )}
      {bounds && has('bounds') && <BoundInputs {...props} bounds={bounds} />}
      {has('ends') && (
        <Group grow align="start" gap="sm">
          {(['minLabel', 'maxLabel'] as const).map((member) => (
            <TextInput
              key={member}
              label={member === 'minLabel' ? 'Label of the lowest' : 'Label of the highest'}
              value={field[member]}
              onChange={(event) => change({ [member]: event.currentTarget.value })}
              {...at(member)}
            />
          ))}
        </Group>
      )}
      {has('formula') && <FormulaInputs {...props} />}
      {has('pattern') && <PatternInput {...props} />}
      {role === 'files' && <FileRules {...props} />}
      {role === 'hidden' && (
        <TextInput
          label="Value"
          description="Sent with every submission."
          value={field.initial}
          onChange={(event) => change({ initial: event.currentTarget.value })}
          {...at('default')}
        />
      )}
      {isFilledIn(field) && (
        <Checkbox
          label="Required"
          checked={field.isRequired}
          onChange={(event) => change({ isRequired: event.currentTarget.checked })}
        />
      )}
      {has('unique') && !isInRow && (
        <Checkbox
          label="Each answer once"
          description="What a visitor has submitted is not accepted again: one submission per address, one booking per time."
          checked={field.isUnique}
          onChange={(event) => change({ isUnique: event.currentTarget.checked })}
          {...at('unique')}
        />
      )}
      {!isInRow && <ConditionEditor {...props} fault={at('visibleWhen')} />}
      <TextInput
        label="Name"
        description="Identifies the answer in exports, webhooks and the API."
        value={field.name}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        onChange={(event) => change({ name: event.currentTarget.value, isNameOwn: event.currentTarget.value !== '' })}
        {...at('name')}
      />
    </Stack>
  );
}

function Price({ field, pointer, saving, change }: FieldEditorProps) {
  return (
    <>
      <Suspense fallback={<Skeleton h={120} />}>
        <PriceEditor field={field} pointer={pointer} saving={saving} change={change} />
      </Suspense>
      <TextInput
        label="Payment description"
        description="Shown on the form and the payment page."
        value={field.description}
        onChange={(event) => change({ description: event.currentTarget.value })}
        {...saving.field(`${pointer}/description`)}
      />
    </>
  );
}

const boundNames: Record<Bounds, [min: string, max: string, inputType: string]> = {
  characters: ['Minimum characters', 'Maximum characters', 'text'],
  entries: ['Minimum entries', 'Maximum entries', 'text'],
  value: ['Minimum', 'Maximum', 'text'],
  day: ['Earliest', 'Latest', 'date'],
  time: ['Earliest (UTC)', 'Latest (UTC)', 'datetime-local'],
};

function BoundInputs({ field, bounds, pointer, saving, change }: FieldEditorProps & { bounds: Bounds }) {
  const [min, max, inputType] = boundNames[bounds];
  const inputMode = inputType === 'text' ? 'decimal' : undefined;
  return (
    <Group grow align="start" gap="sm">
      {(['min', 'max'] as const).map((member) => (
        <TextInput
          key={member}
          label={member === 'min' ? min : max}
          type={inputType}
          inputMode={inputMode}
          value={field[member]}
          onChange={(event) => change({ [member]: event.currentTarget.value })}
          {...saving.field(`${pointer}/${member}`)}
        />
      ))}
    </Group>
  );
}

function FormulaInputs({ field, pointer, saving, change, fields }: FieldEditorProps) {
  const isUsable = (other: FieldDraft): boolean =>
    (isFilledIn(other) && !isFileField(other)) || (isCalculated(other) && other !== field);
  const names = fields.filter((other) => isUsable(other) && other.name !== '');
  return (
    <>
      <Textarea
        label="Formula"
        description={
          <>
            Numbers, names of fields, + - * / %, comparisons and functions, such as{' '}
            <Code>{'guests * 25 + if(room = "sea", 10, 0)'}</Code>. Functions: if, min, max, sum, round, floor, ceil,
            abs, count, days.
            {names.length > 0 && <> Fields: {names.map(({ name }) => name).join(', ')}.</>}
          </>
        }
        required
        autosize
        minRows={1}
        spellCheck={false}
        value={field.formula}
        onChange={(event) => change({ formula: event.currentTarget.value })}
        {...saving.field(`${pointer}/formula`)}
      />
      <TextInput
        label="Decimals"
        inputMode="numeric"
        placeholder="As many as needed"
        value={field.decimals}
        onChange={(event) => change({ decimals: event.currentTarget.value })}
        {...saving.field(`${pointer}/decimals`)}
      />
    </>
  );
}

function PatternInput({ field, pointer, saving, change }: FieldEditorProps) {
  return (
    <TextInput
      label="Pattern"
      description="A regular expression that the whole answer must match. Look-around and back-references are not supported."
      placeholder="[A-Z]{2}-\d+"
      spellCheck={false}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      value={field.pattern}
      onChange={(event) => change({ pattern: event.currentTarget.value })}
      {...saving.field(`${pointer}/pattern`)}
    />
  );
}

const mediaTypes = [
  'image/*',
  'image/png',
  'image/jpeg',
  'application/pdf',
  'text/plain',
  'text/csv',
  'application/zip',
];

function FileRules({ field, pointer, saving, change }: FieldEditorProps) {
  return (
    <>
      <TagsInput
        label="Accepted file types"
        description="Media types or file extensions, such as image/*, application/pdf or .csv. Leave empty to accept any file."
        data={mediaTypes}
        splitChars={[',', ' ', ';']}
        clearable={false}
        value={field.accept}
        onChange={(accept) => change({ accept })}
        {...saving.field(`${pointer}/accept`)}
      />
      <Group grow align="start" gap="sm">
        <TextInput
          label="Maximum file size (MB)"
          inputMode="decimal"
          placeholder="10"
          value={field.maxSizeMb}
          onChange={(event) => change({ maxSizeMb: event.currentTarget.value })}
          {...saving.field(`${pointer}/maxSize`)}
        />
        {field.isMultiple && (
          <TextInput
            label="Maximum number of files"
            inputMode="numeric"
            placeholder="10"
            value={field.maxFiles}
            onChange={(event) => change({ maxFiles: event.currentTarget.value })}
            {...saving.field(`${pointer}/maxFiles`)}
          />
        )}
      </Group>
      <Checkbox
        label="Allow multiple files"
        checked={field.isMultiple}
        onChange={(event) => change({ isMultiple: event.currentTarget.checked })}
      />
      {field.isRequired && field.condition && (
        <Text size="xs" c="dimmed">
          Required only when the field is shown.
        </Text>
      )}
    </>
  );
}
