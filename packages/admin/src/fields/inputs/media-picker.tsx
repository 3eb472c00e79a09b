// Chooses a file from the media library, or uploads one.

import type { MediaQuery } from '@frontdesk/client/admin';
import { Button, Group, Input, Paper, Stack, Text } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { MediaChoice } from '../../media/media-choice.tsx';
import { MediaPicture, mediaName } from '../../media/media-picture.tsx';
import type { InputFault } from '../../ui/saving.ts';

type MediaPickerProps = InputFault & {
  label: string;
  description: string | undefined;
  required: boolean;
  /** The ID of the media item. */
  value: string | null;
  set(id: string | null): void;
  /** Offers only files of this kind. */
  type?: MediaQuery['type'];
};

export function MediaPicker({ value, set, label, description, required, type, ...props }: MediaPickerProps) {
  const [isOpen, setOpen] = useState(false);
  const { data, isError } = useQuery({
    queryKey: ['media', 'one', value],
    queryFn: ({ signal }) => api.media.get(value as string, { signal }),
    enabled: value !== null,
  });
  return (
    <Input.Wrapper {...props} label={label} description={description} required={required} labelElement="div">
      <Group mt={4} role="group" aria-label={label}>
        {value !== null && (
          <Paper withBorder w={160} style={{ overflow: 'hidden' }}>
            {data && <MediaPicture media={data} alt={data.alt} />}
            <Text size="xs" p={6} truncate>
              {data ? mediaName(data) : isError ? 'This file no longer exists' : value}
            </Text>
          </Paper>
        )}
        <Stack gap="xs" align="start">
          <Button variant="default" leftSection={<IconPhoto size={16} aria-hidden />} onClick={() => setOpen(true)}>
            {value === null ? 'Choose file' : 'Choose another file'}
          </Button>
          {value !== null && (
            <Button variant="subtle" color="gray" aria-label={`Clear ${label}`} onClick={() => set(null)}>
              Clear
            </Button>
          )}
        </Stack>
      </Group>
      {isOpen && (
        <MediaChoice
          close={() => setOpen(false)}
          onPick={([media]) => set(media?.id ?? null)}
          {...(type && { type })}
        />
      )}
    </Input.Wrapper>
  );
}
