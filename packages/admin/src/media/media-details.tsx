// One record of the library: its picture with the focal point, its texts, where it is used.

import type { Media } from '@frontdesk/client';
import { Button, Checkbox, FileButton, Group, Stack, TagsInput, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type MouseEvent, useState } from 'react';
import { api } from '../api/api.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { useDraft } from '../ui/draft.ts';
import { formatNumber } from '../ui/format.ts';
import { ReferrerList } from '../ui/referrer-list.tsx';
import { toastError, toastSuccess } from '../ui/toast.tsx';
import classes from './media.module.css';
import { localUrl, MediaPicture, mediaName } from './media-picture.tsx';

type MediaDetailsProps = { media: Media; canEdit: boolean; close(): void; remove(media: Media): void };

export function MediaDetails({ media: opened, canEdit, close, remove }: MediaDetailsProps) {
  const client = useQueryClient();
  const [media, setMedia] = useState(opened);
  const [isBusy, setBusy] = useState(false);
  const { values, set, isDirty, reset } = useDraft(textsOf(opened));
  const run = async (change: () => Promise<Media>, message: string): Promise<void> => {
    setBusy(true);
    try {
      const changed = await change();
      setMedia(changed);
      reset(textsOf(changed));
      toastSuccess(message);
      await client.invalidateQueries({ queryKey: ['media'] });
    } catch (error) {
      toastError(error);
    }
    setBusy(false);
  };
  const isPicture = media.mimeType?.startsWith('image/') === true;
  const save = () => run(() => api.media.update(media.id, values), 'File saved');
  return (
    <Stack>
      {isPicture && media.url !== null ? (
        <FocalPoint
          media={media}
          x={values.focalX}
          y={values.focalY}
          set={(x, y) => {
            if (!canEdit) return;
            set('focalX', x);
            set('focalY', y);
          }}
        />
      ) : (
        <MediaPicture media={media} />
      )}
      <Text size="sm" c="dimmed">
        {factsOf(media)}
      </Text>
      {isPicture && (
        <Textarea
          label="Alternative text"
          description="What the picture shows, for people who cannot see it. Leave it empty if the picture only decorates."
          value={values.alt}
          onChange={(event) => set('alt', event.currentTarget.value)}
          readOnly={!canEdit}
          autosize
        />
      )}
      <TextInput
        label="Title"
        value={values.title}
        readOnly={!canEdit}
        onChange={(event) => set('title', event.currentTarget.value)}
      />
      <TextInput
        label="Caption"
        value={values.caption}
        readOnly={!canEdit}
        onChange={(event) => set('caption', event.currentTarget.value)}
      />
      <TextInput
        label="Folder"
        description="Names joined by slashes, such as Products/2027"
        value={values.folder}
        readOnly={!canEdit}
        onChange={(event) => set('folder', event.currentTarget.value)}
      />
      <TagsInput label="Tags" value={values.tags} readOnly={!canEdit} onChange={(tags) => set('tags', tags)} />
      <Checkbox
        label="Private"
        description="Only people and programs with access can open the file"
        checked={values.private}
        disabled={!canEdit}
        onChange={(event) => set('private', event.currentTarget.checked)}
      />
      <Uses media={media} />
      <Group justify="space-between" className={classes.actions}>
        <Group gap="xs">
          {media.url !== null && <CopyButton value={media.url} label="Copy URL" />}
          {canEdit && (
            <>
              <FileButton onChange={(file) => file && run(() => api.media.replace(media.id, file), 'File replaced')}>
                {(props) => (
                  <Button {...props} variant="default">
                    Replace file
                  </Button>
                )}
              </FileButton>
              <Button variant="default" color="red" onClick={() => remove(media)}>
                Delete file
              </Button>
            </>
          )}
        </Group>
        <Group gap="xs">
          <Button variant="default" onClick={close}>
            Close
          </Button>
          {canEdit && (
            <Button onClick={save} disabled={!isDirty} loading={isBusy}>
              Save file
            </Button>
          )}
        </Group>
      </Group>
    </Stack>
  );
}

function textsOf({ title, alt, caption, folder, tags, focalX, focalY, private: isPrivate }: Media) {
  return { title, alt, caption, folder, tags, focalX, focalY, private: isPrivate };
}

function factsOf({ fileName, mimeType, width, height, size }: Media): string {
  const pixels = width !== null && height !== null ? `${formatNumber(width)} × ${formatNumber(height)} pixels` : null;
  const kilobytes = size === null ? null : `${formatNumber(Math.max(1, Math.round(size / 1000)))} kB`;
  return [fileName, mimeType, pixels, kilobytes].filter(Boolean).join(' · ');
}

type FocalPointProps = { media: Media; x: number | null; y: number | null; set(x: number, y: number): void };

/** A click, or the arrow keys, move the point that stays visible when the picture is cropped. */
function FocalPoint({ media, x, y, set }: FocalPointProps) {
  const [left, top] = [x ?? 0.5, y ?? 0.5];
  const limit = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 1000) / 1000;
  const click = (event: MouseEvent<HTMLButtonElement>): void => {
    // Keys click in the corner.
    if (event.detail === 0) return;
    const box = event.currentTarget.getBoundingClientRect();
    set(limit((event.clientX - box.left) / box.width), limit((event.clientY - box.top) / box.height));
  };
  const steps: Record<string, [x: number, y: number]> = {
    ArrowLeft: [-0.05, 0],
    ArrowRight: [0.05, 0],
    ArrowUp: [0, -0.05],
    ArrowDown: [0, 0.05],
  };
  return (
    <div>
      <button
        type="button"
        className={classes.focal}
        aria-label="Focal point: click the picture, or use the arrow keys"
        onClick={click}
        onKeyDown={(event) => {
          const step = steps[event.key];
          if (!step) return;
          event.preventDefault();
          set(limit(left + step[0]), limit(top + step[1]));
        }}
      >
        <img src={localUrl(media) ?? ''} alt={media.alt || mediaName(media)} />
        <span className={classes.point} style={{ left: `${left * 100}%`, top: `${top * 100}%` }} />
      </button>
      <Text size="xs" c="dimmed">
        Click what must stay visible when the picture is cropped.
      </Text>
    </div>
  );
}

function Uses({ media }: { media: Media }) {
  const { data } = useQuery({
    queryKey: ['media', 'uses', media.id],
    queryFn: ({ signal }) => api.media.allUses(media.id, { signal }),
  });
  if (!data) return null;
  const { items, forms, site } = data;
  if (items.length + forms.length + site.length === 0) return <Text size="sm">Not used in any item or form</Text>;
  return (
    <div>
      <Text size="sm">Used in</Text>
      <ReferrerList items={items} forms={forms} isOfSite={site.length > 0} />
    </div>
  );
}
