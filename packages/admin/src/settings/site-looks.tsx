// How form pages look.

import { LooksFields } from '../fields/looks/looks-fields.tsx';
import { Section } from '../ui/section.tsx';
import type { SettingsPartProps } from './settings-part.ts';

export function SiteLooks({ values, set, field }: SettingsPartProps) {
  return (
    <Section title="Looks of form pages" description="Each form can differ from this.">
      <LooksFields
        page="/form-looks"
        looks={values.looks}
        set={(looks) => set('looks', looks)}
        field={(member) => field(`/looks/${String(member)}`)}
        shown={{ logo: values.logo, brandColor: values.brandColor }}
      />
    </Section>
  );
}
