// The site's name, how long the trash keeps items, and how a checkout treats unknown contacts and invoices.

import type { Settings } from '@frontdesk/client';
import { Button, Group, NumberInput, Radio, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { meQuery } from '../accounts/me.ts';
import { api } from '../api.ts';
import { queries } from '../queries.ts';
import { useDraft } from '../ui/draft.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { SaveForm } from '../ui/save-form.tsx';
import { useSaving } from '../ui/saving.ts';
import { toastSuccess } from '../ui/toast.tsx';
import { useUnsavedGuard } from '../ui/unsaved-guard.ts';

export function GeneralScreen() {
  const settings = useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => api.request<Settings>('GET', '/settings', { signal }),
  });
  return (
    <>
      <PageHeader title="General" />
      <QueryView query={settings}>{(settings) => <SettingsForm settings={settings} />}</QueryView>
    </>
  );
}

function SettingsForm({ settings }: { settings: Settings }) {
  const { values, set, isDirty, reset } = useDraft(settings);
  useUnsavedGuard(isDirty);
  const saving = useSaving({
    save: (body: Settings) => api.request<Settings>('PATCH', '/settings', { body }),
    onSaved: async (saved) => {
      reset(saved);
      queries.setQueryData(['settings'], saved);
      await queries.invalidateQueries({ queryKey: meQuery.queryKey });
      toastSuccess('Settings saved');
    },
  });
  return (
    <SaveForm saving={saving} onSubmit={() => saving.save(values)}>
      <TextInput
        label="Site name"
        required
        maw={400}
        value={values.siteName}
        onChange={(event) => set('siteName', event.currentTarget.value)}
        {...saving.field('/siteName')}
      />
      <NumberInput
        label="Delete items in the trash permanently after"
        description="0 keeps them until they are deleted by hand"
        suffix={values.trashDays === 1 ? ' day' : ' days'}
        required
        maw={400}
        min={0}
        max={3650}
        allowDecimal={false}
        value={values.trashDays}
        onChange={(value) => set('trashDays', Number(value))}
        {...saving.field('/trashDays')}
      />
      <Radio.Group
        label="When a checkout refers to an unknown contact or invoice"
        value={values.unknownReferences}
        onChange={(value) => set('unknownReferences', value as Settings['unknownReferences'])}
        {...saving.field('/unknownReferences')}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="create" label="Create it, so that no payment is lost" />
          <Radio value="reject" label="Reject the checkout" />
        </Stack>
      </Radio.Group>
      <Group>
        <Button type="submit" loading={saving.isSaving} disabled={!isDirty}>
          Save
        </Button>
      </Group>
    </SaveForm>
  );
}
