// What a change of a type means for its items, before it is saved: which values are converted to what, and which do not fit.

import type { FieldDeclaration, FieldPlan, PlannedValue, TypeChangePlan } from '@frontdesk/client';
import { Anchor, List, Stack, Text } from '@mantine/core';
import { formatCount, humanize } from '../../ui/format.ts';

const shown = 5;
const maxLength = 60;

/** Whether there is anything about items that the user should know. */
export function touchesItems({ fields }: TypeChangePlan): boolean {
  return fields.some(isNotable);
}

export function convertsValues({ fields }: TypeChangePlan): boolean {
  return fields.some(({ converted }) => converted > 0);
}

function isNotable({ change, values, converted, unfit }: FieldPlan): boolean {
  return converted > 0 || unfit > 0 || (change === 'removed' && values > 0);
}

type TypePlanProps = {
  type: string;
  plan: TypeChangePlan;
  /** Those after the change, then those before it, for their labels. */
  fields: readonly Pick<FieldDeclaration, 'name' | 'label'>[];
};

export function TypePlan({ type, plan, fields }: TypePlanProps) {
  const labelOf = ({ field }: FieldPlan): string => fields.find(({ name }) => name === field)?.label || humanize(field);
  return (
    <Stack gap="md">
      {plan.fields.filter(isNotable).map((field) => (
        <section key={field.field} aria-label={labelOf(field)}>
          <Text fw={600} size="sm">
            {labelOf(field)}
          </Text>
          <OneField type={type} field={field} />
        </section>
      ))}
      <Text size="sm" c="dimmed">
        You can undo this for 30 days.
      </Text>
    </Stack>
  );
}

function OneField({ type, field }: { type: string; field: FieldPlan }) {
  const { change, values, converted, unfit, examples } = field;
  return (
    <>
      {change === 'removed' && (
        <Text size="sm">The field is removed. {formatCount(values, 'item')} will keep the value.</Text>
      )}
      {converted > 0 && (
        <Examples
          type={type}
          title={`${formatCount(converted, 'value')} will be converted.`}
          count={converted}
          examples={examples.filter(({ reason }) => reason === undefined)}
        />
      )}
      {unfit > 0 && (
        <Examples
          type={type}
          title={`${formatCount(unfit, 'item')} will not fit. The values stay as they are until someone corrects them.`}
          count={unfit}
          examples={examples.filter(({ reason }) => reason !== undefined)}
        />
      )}
    </>
  );
}

type ExamplesProps = { type: string; title: string; count: number; examples: PlannedValue[] };

function Examples({ type, title, count, examples }: ExamplesProps) {
  const more = count - Math.min(shown, examples.length);
  return (
    <>
      <Text size="sm">{title}</Text>
      <List size="sm" my={4} style={{ overflowWrap: 'anywhere' }}>
        {examples.slice(0, shown).map(({ id, slug, title, value, result, reason }) => (
          <List.Item key={id}>
            {/* A dialog is outside the router; the type being edited stays open. */}
            <Anchor inherit underline="always" href={`/admin/content/${type}/${id}`} target="_blank">
              {title || slug || id}
            </Anchor>
            {': '}
            {textOf(value)} {reason === undefined ? `becomes ${textOf(result)}` : `(${reason})`}
          </List.Item>
        ))}
        {more > 0 && <List.Item>and {formatCount(more, 'other')}</List.Item>}
      </List>
    </>
  );
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return 'no value';
  const text = typeof value === 'string' ? `“${value}”` : JSON.stringify(value);
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}
