// From when and until when a form accepts submissions, besides the switch that opens it.

import { SimpleGrid, Text } from '@mantine/core';
import { DateInput } from '../ui/date-input.tsx';
import type { Draft } from '../ui/draft.ts';
import { shownTimeZone } from '../ui/format.ts';
import type { Saving } from '../ui/saving.ts';
import type { FormDraft } from './form-draft.ts';

type FormOpeningProps = { draft: Draft<FormDraft>; saving: Pick<Saving<never>, 'field'> };

export function FormOpening({ draft: { values, set }, saving }: FormOpeningProps) {
  return (
    <div>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
        <DateInput
          hasTime
          label="Opens on"
          value={values.opensAt}
          set={(text) => set('opensAt', text)}
          {...saving.field('/settings/opensAt')}
        />
        <DateInput
          hasTime
          label="Closes on"
          value={values.closesAt}
          set={(text) => set('closesAt', text)}
          {...saving.field('/settings/closesAt')}
        />
      </SimpleGrid>
      <Text size="sm" c="dimmed" mt={4}>
        In the time zone {shownTimeZone()}. Leave empty for no limit.
      </Text>
    </div>
  );
}
