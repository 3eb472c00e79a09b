// When the service makes backups, and which it keeps.

import type { BackupPlan } from '@frontdesk/client';
import { Button, Code, Group, Select, Stack, Switch, Text, TextInput } from '@mantine/core';
import { api } from '../api/api.ts';
import { useDraft } from '../ui/draft.ts';
import { SaveForm } from '../ui/save-form.tsx';
import { useSaving } from '../ui/saving.ts';
import { Section } from '../ui/section.tsx';
import { Time } from '../ui/time.tsx';
import { toastSuccess } from '../ui/toast.tsx';
import { useUnsavedGuard } from '../ui/unsaved-guard.ts';

const intervals = [1, 2, 3, 4, 6, 8, 12, 24].map((hours) => ({
  value: String(hours),
  label: hours === 1 ? 'Every hour' : hours === 24 ? 'Once a day' : `Every ${hours} hours`,
}));

const valuesOf = ({ enabled, time, everyHours, keep }: BackupPlan) => ({ enabled, time, everyHours, keep });

export function BackupPlanForm({ plan, onSaved }: { plan: BackupPlan; onSaved(plan: BackupPlan): void }) {
  const { values, set, isDirty, reset } = useDraft(valuesOf(plan));
  useUnsavedGuard(isDirty);
  const saving = useSaving({
    save: () => api.backups.setPlan(values),
    onSaved: (saved) => {
      reset(valuesOf(saved));
      onSaved(saved);
      toastSuccess('Schedule saved');
    },
  });
  return (
    <SaveForm saving={saving} onSubmit={() => saving.save(undefined)} label="Schedule" labels={{ '/keep': 'Keep' }}>
      <Section title="Schedule">
        <Stack maw={440}>
          <Switch
            label="Make backups by schedule"
            checked={values.enabled}
            onChange={(event) => set('enabled', event.currentTarget.checked)}
          />
          <Select
            label="How often"
            data={intervals}
            allowDeselect={false}
            value={String(values.everyHours)}
            onChange={(hours) => set('everyHours', Number(hours) as BackupPlan['everyHours'])}
          />
          <TextInput
            label="Time of day"
            description="In UTC. More than once a day, the hours are counted from it."
            type="time"
            required
            value={values.time}
            onChange={(event) => set('time', event.currentTarget.value)}
            {...saving.field('/time')}
          />
          <TextInput
            label="Keep"
            description="The newest of each of so many days, weeks, months and years, such as 7d,4w,6m; or a number of backups. Others are removed."
            required
            value={values.keep}
            onChange={(event) => set('keep', event.currentTarget.value)}
            {...saving.field('/keep')}
          />
          <Text size="sm">
            They are written to <Code>{plan.folder}</Code>, which <Code>FRONTDESK_BACKUPS</Code> sets. Copy them to
            another computer: on the same disk they are lost with it.
          </Text>
          {plan.nextAt !== null && (
            <Text size="sm">
              Next backup: <Time value={plan.nextAt} />
            </Text>
          )}
          <Group>
            <Button type="submit" loading={saving.isSaving} disabled={!isDirty}>
              Save schedule
            </Button>
          </Group>
        </Stack>
      </Section>
    </SaveForm>
  );
}
