// Several files of the media library, in order.

import { Button, Group, Text } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { MediaChoice } from '../../media/media-choice.tsx';
import { MediaPicture, mediaName } from '../../media/media-picture.tsx';
import type { InputProps, InputValue } from '../input-props.ts';
import classes from './nested.module.css';
import { RowList } from './row-list.tsx';

export function FilesInput({ value, set, pointer, saving, common }: InputProps) {
  const rows = Array.isArray(value) ? value : [];
  return (
    <RowList
      {...{ common, pointer, saving, rows, set }}
      titleOf={(_, index) => `${common.label} ${index + 1}`}
      render={(row, index) => <File id={String(row)} fault={saving.field(`${pointer}/${index}`)} />}
      adder={(add) => <FileAdder label={common.label} add={(ids) => add(...ids.filter((id) => !rows.includes(id)))} />}
    />
  );
}

function FileAdder({ label, add }: { label: string; add(ids: InputValue[]): void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPhoto size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Add files to {label}
      </Button>
      {isOpen && (
        <MediaChoice multiple close={() => setOpen(false)} onPick={(media) => add(media.map(({ id }) => id))} />
      )}
    </>
  );
}

type FileProps = { id: string; fault: { error?: string; 'data-pointer': string } };

function File({ id, fault: { error, ...place } }: FileProps) {
  const { data, isError } = useQuery({
    queryKey: ['media', 'one', id],
    queryFn: ({ signal }) => api.media.get(id, { signal }),
  });
  return (
    <Group gap="sm" wrap="nowrap" {...place}>
      {data && (
        <div className={classes.picture}>
          <MediaPicture media={data} alt={data.alt} />
        </div>
      )}
      <div style={{ minWidth: 0 }}>
        <Text size="sm" truncate>
          {data ? mediaName(data) : isError ? 'This file no longer exists' : id}
        </Text>
        {error && (
          <Text size="xs" c="var(--mantine-color-error)">
            {error}
          </Text>
        )}
      </div>
    </Group>
  );
}
