// How the pages of forms look, with a live preview: for the site, and for a form that differs from it.

import type { FormLooks } from '@frontdesk/client';
import { Checkbox, ColorInput, Select, SimpleGrid, Stack } from '@mantine/core';
import type { InputFault } from '../../ui/saving.ts';
import { MediaPicker } from '../inputs/media-picker.tsx';
import { ColorNote } from './color-note.tsx';
import { LooksPreview } from './looks-preview.tsx';

type LooksFieldsProps = {
  looks: FormLooks;
  set(looks: FormLooks): void;
  field(member: keyof FormLooks): InputFault;
  /** The page that the preview shows. */
  page: string;
  /** What the preview shows besides. */
  shown?: FormLooks;
  /** Whether what is not chosen is as the site has it. */
  isForm?: boolean;
};

const choices = {
  theme: [
    { value: 'auto', label: 'Match the device' },
    { value: 'light', label: 'Always light' },
    { value: 'dark', label: 'Always dark' },
  ],
  font: [
    { value: 'sans', label: 'Sans serif' },
    { value: 'serif', label: 'Serif' },
    { value: 'rounded', label: 'Rounded' },
    { value: 'mono', label: 'Monospace' },
  ],
  corners: [
    { value: 'square', label: 'Square' },
    { value: 'soft', label: 'Soft' },
    { value: 'round', label: 'Round' },
  ],
};
const standard = { theme: 'auto', font: 'sans', corners: 'soft' };
/** For a form, although the site has one. */
const none = {
  logo: 'The name of the site instead of its logo',
  cover: 'No cover picture',
  backgroundPicture: 'No background picture',
};
type PictureMember = keyof typeof none;
const labels = { theme: 'Light or dark', font: 'Font', corners: 'Corners' };

export function LooksFields({ looks, set, field, page, shown = {}, isForm = false }: LooksFieldsProps) {
  const change = (member: keyof FormLooks, value: string | null): void => {
    const { [member]: _, ...rest } = looks;
    set((value ? { ...rest, [member]: value } : rest) as FormLooks);
  };
  const setNone = (member: PictureMember, isNone: boolean): void => {
    const { [member]: _, ...rest } = looks;
    set(isNone ? { ...rest, [member]: 'none' } : rest);
  };
  const chosen = (member: keyof FormLooks, from = looks): string | null => {
    const value = from[member] ?? null;
    return value === 'none' ? null : value;
  };
  const all: FormLooks = { ...shown, ...looks };
  const color = (member: 'brandColor' | 'backgroundColor', label: string, description: string) => (
    <ColorInput
      label={label}
      description={description}
      placeholder={isForm ? 'As the site' : 'The standard gray'}
      withEyeDropper={false}
      value={chosen(member) ?? ''}
      onChange={(value) => change(member, value.toLowerCase())}
      {...field(member)}
    />
  );
  const picture = (member: PictureMember, label: string, description: string) => (
    <div>
      <MediaPicker
        label={label}
        description={description}
        required={false}
        type="image"
        value={chosen(member)}
        set={(id) => change(member, id)}
        {...field(member)}
      />
      {isForm && chosen(member) === null && (
        <Checkbox
          mt="xs"
          label={none[member]}
          checked={looks[member] === 'none'}
          onChange={(event) => setNone(member, event.currentTarget.checked)}
        />
      )}
    </div>
  );
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        {(['theme', 'font', 'corners'] as const).map((member) => (
          <Select
            key={member}
            label={labels[member]}
            allowDeselect={false}
            data={isForm ? [{ value: '', label: 'As the site' }, ...choices[member]] : choices[member]}
            value={looks[member] ?? (isForm ? '' : (standard[member] as string))}
            onChange={(value) => change(member, value)}
            {...field(member)}
          />
        ))}
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {isForm && color('brandColor', 'Color', 'Of buttons and links')}
        {color('backgroundColor', 'Background color', 'Around the form')}
      </SimpleGrid>
      <ColorNote brandColor={chosen('brandColor', all)} backgroundColor={chosen('backgroundColor', all)} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {isForm && picture('logo', 'Logo of the form', 'Instead of the logo or name of the site')}
        {picture('cover', 'Cover picture', 'Above the form')}
        {picture('backgroundPicture', 'Background picture', 'Around the form')}
      </SimpleGrid>
      <LooksPreview page={page} looks={all} />
    </Stack>
  );
}
