// How long a form keeps submissions and answers, with what that would delete now.

import type { Fault, RetentionPlan } from '@frontdesk/client';
import { Alert, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { isShownOnly } from '../../fields/field-kinds.ts';
import type { Draft } from '../../ui/draft.ts';
import { formatTime } from '../../ui/format.ts';
import type { Saving } from '../../ui/saving.ts';
import { Section } from '../../ui/section.tsx';
import type { FormDraft } from '../draft/form-draft.ts';
import { retentionOf } from '../draft/retention-draft.ts';

type FormRetentionProps = {
  formId: string;
  draft: Draft<FormDraft>;
  saving: Pick<Saving<never>, 'field'>;
};

export function FormRetention({ formId, draft: { values, set }, saving }: FormRetentionProps) {
  const { keepDays, keepFieldDays, fields } = values;
  const labelOf = (name: string): string => fields.find((field) => field.name === name)?.label || name;
  const others = fields.filter((field) => field.name !== '' && !isShownOnly(field) && !(field.name in keepFieldDays));
  return (
    <Section
      title="Retention"
      description="What is older is deleted for good, with files, notes and mails. Payments and invoices stay."
    >
      <Stack gap="sm">
        <TextInput
          label="Delete submissions after (days)"
          description="Leave empty to keep them."
          inputMode="numeric"
          value={keepDays}
          onChange={(event) => set('keepDays', event.currentTarget.value)}
          {...saving.field('/settings/retention/days')}
        />
        {Object.entries(keepFieldDays).map(([name, days]) => (
          <Group key={name} align="flex-end" gap="xs" wrap="nowrap">
            <TextInput
              style={{ flex: 1 }}
              label={`Remove answers to “${labelOf(name)}” after (days)`}
              inputMode="numeric"
              value={days}
              onChange={(event) => set('keepFieldDays', { ...keepFieldDays, [name]: event.currentTarget.value })}
              {...saving.field(`/settings/retention/fields/${name}`)}
            />
            <Button
              variant="default"
              onClick={() => {
                const { [name]: _, ...left } = keepFieldDays;
                set('keepFieldDays', left);
              }}
            >
              Keep
            </Button>
          </Group>
        ))}
        {others.length > 0 && (
          <Select
            label="Remove answers to a field earlier"
            placeholder="Choose a field"
            data={others.map(({ name, label }) => ({ value: name, label: label || name }))}
            value={null}
            onChange={(name) => name && set('keepFieldDays', { ...keepFieldDays, [name]: '30' })}
          />
        )}
        <Plan formId={formId} draft={values} labelOf={labelOf} />
      </Stack>
    </Section>
  );
}

type PlanProps = { formId: string; draft: FormDraft; labelOf(name: string): string };

/** What the periods in the inputs would delete, before they are saved. */
function Plan({ formId, draft, labelOf }: PlanProps) {
  const faults: Fault[] = [];
  const retention = retentionOf(draft, faults);
  const [asked] = useDebouncedValue(JSON.stringify(retention), 300);
  const { data } = useQuery({
    queryKey: ['forms', formId, 'retention', asked],
    queryFn: ({ signal }) => api.forms(formId).planRetention(JSON.parse(asked), { signal }),
    enabled: asked !== 'null' && faults.length === 0,
  });
  if (retention === null || !data) return null;
  const lines = [
    ...(retention.days ? [sentence('Submissions', 'deleted', data.submissions)] : []),
    ...data.fields.map((field) => sentence(`Answers to “${labelOf(field.field)}”`, 'removed', field)),
  ];
  const isDeleting = [data.submissions, ...data.fields].some(({ due }) => due > 0);
  return (
    <Alert
      color={isDeleting ? 'red' : 'gray'}
      title={isDeleting ? 'Deleted within an hour of saving' : 'Nothing is deleted yet'}
    >
      {lines.map((line) => (
        <Text key={line} size="sm">
          {line}
        </Text>
      ))}
    </Alert>
  );
}

function sentence(what: string, verb: string, { due, nextAt }: RetentionPlan['submissions']): string {
  const later = nextAt === null ? 'No others are stored.' : `The next one is ${verb} ${formatTime(nextAt)}.`;
  return `${what} to be ${verb}: ${due}. ${later}`;
}
