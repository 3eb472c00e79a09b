// The settings of the whole site.

import type { Settings } from '@frontdesk/client';
import { mergePatchBetween } from '@frontdesk/client/admin';
import { Button, Checkbox, Group, Radio, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { settingsQuery } from '../accounts/settings-query.ts';
import { LooksFields } from '../fields/looks/looks-fields.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { SaveForm } from '../ui/save-form.tsx';
import { Section } from '../ui/section.tsx';
import { FormatFields } from './format-fields.tsx';
import type { SettingsPartProps } from './settings-part.ts';
import { SiteFields } from './site-fields.tsx';
import { useSettings } from './use-settings.ts';

export function GeneralScreen() {
  const settings = useQuery(settingsQuery);
  return (
    <>
      <PageHeader title="General" />
      <QueryView query={settings}>{(settings) => <SettingsForm settings={settings} />}</QueryView>
    </>
  );
}

function SettingsForm({ settings }: { settings: Settings }) {
  const { values, set, isDirty, saving } = useSettings(settings);
  const part = { values, set, field: saving.field };
  return (
    <SaveForm saving={saving} onSubmit={() => saving.save(mergePatchBetween(settings, values))}>
      <SiteFields {...part} />
      <SiteLooks {...part} />
      <FormatFields {...part} />
      <Section title="Signing in">
        <Checkbox
          label="Require two-step sign-in"
          description="Users who have not set it up can do nothing else until they do. API keys are not affected."
          checked={values.requireSecondFactor}
          onChange={(event) => set('requireSecondFactor', event.currentTarget.checked)}
          {...saving.field('/requireSecondFactor')}
        />
      </Section>
      <Section title="Payments">
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
      </Section>
      <Group>
        <Button type="submit" loading={saving.isSaving} disabled={!isDirty}>
          Save
        </Button>
      </Group>
    </SaveForm>
  );
}

/** How form pages look. */
function SiteLooks({ values, set, field }: SettingsPartProps) {
  return (
    <Section title="Looks of form pages" description="Each form can differ from this.">
      <LooksFields
        page="/form-looks"
        looks={values.looks}
        set={(looks) => set('looks', looks)}
        field={(member) => field(`/looks/${String(member)}`)}
        shown={{ logo: values.logo ?? 'none', brandColor: values.brandColor ?? 'none' }}
      />
    </Section>
  );
}
