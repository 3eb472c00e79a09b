// The name, the language, the logo and the color of the site.

import { Box, ColorInput, Group, luminance, Select, Stack, Text, TextInput } from '@mantine/core';
import { MediaPicker } from '../fields/inputs/media-picker.tsx';
import { languageChoices, languageName } from '../ui/language-names.ts';
import { Section } from '../ui/section.tsx';
import { languageOfLocale, localeIn } from '../ui/site-language.ts';
import type { SettingsPartProps } from './settings-part.ts';

/** Below this contrast with white, pages show a darker shade (WCAG 2.2, 1.4.11). */
const minContrast = 3;

export function SiteFields({ values, set, field }: SettingsPartProps) {
  return (
    <Section title="Site" description="Shown in the admin, on form pages and on the checkout page of the sandbox.">
      <Stack maw={440}>
        <TextInput
          label="Site name"
          required
          value={values.siteName}
          onChange={(event) => set('siteName', event.currentTarget.value)}
          {...field('/siteName')}
        />
        <Select
          label="Language"
          description="Of forms, mails, invoices and content that have none of their own. The admin is in English."
          data={languageOptions(languageOfLocale(values.locale))}
          searchable
          allowDeselect={false}
          nothingFoundMessage="No language found"
          value={languageOfLocale(values.locale)}
          onChange={(language) => language && set('locale', localeIn(language, values.locale))}
        />
        <MediaPicker
          label="Logo"
          description="A picture that is not private. It replaces the name on pages for visitors."
          required={false}
          type="image"
          value={values.logo}
          set={(id) => set('logo', id)}
          {...field('/logo')}
        />
        <ColorInput
          label="Color"
          description="Of buttons on pages for visitors"
          placeholder="The standard blue"
          withEyeDropper={false}
          value={values.brandColor ?? ''}
          onChange={(color) => set('brandColor', color === '' ? null : color.toLowerCase())}
          {...field('/brandColor')}
        />
        {isColor(values.brandColor) && <Sample color={values.brandColor} />}
      </Stack>
    </Section>
  );
}

/** The API takes others, in which content can be. */
function languageOptions(current: string): { value: string; label: string }[] {
  const isKnown = languageChoices.some(({ value }) => value === current);
  return isKnown ? languageChoices : [...languageChoices, { value: current, label: languageName(current) }];
}

function Sample({ color }: { color: string }) {
  const light = luminance(color);
  const isPale = 1.05 / (light + 0.05) < minContrast;
  const text = 1.05 / (light + 0.05) >= (light + 0.05) / 0.05 ? '#ffffff' : '#000000';
  return (
    <Group gap="sm" wrap="nowrap">
      <Box px="md" py={6} bg={color} c={text} fw={600} fz="sm" style={{ borderRadius: 8, flex: 'none' }}>
        Submit
      </Box>
      <Text size="sm" c={isPale ? undefined : 'dimmed'} role="status">
        {isPale
          ? 'This color is hard to see on white. Visitors see a darker shade of it there.'
          : 'This color can be seen on white.'}
      </Text>
    </Group>
  );
}

function isColor(text: string | null): text is string {
  return /^#[0-9a-f]{6}$/.test(text ?? '');
}
