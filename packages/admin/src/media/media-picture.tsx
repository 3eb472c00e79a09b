// How a record looks in a grid: the picture, or the ending of its name.

import type { Media } from '@frontdesk/client';
import { Center, Text } from '@mantine/core';
import { IconFile } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './media.module.css';

/** On this origin, whatever the public one is. */
export function localUrl({ id, url }: Pick<Media, 'id' | 'url'>): string | null {
  const at = url?.indexOf(`/media/${id}/`) ?? -1;
  return url === null || at < 0 ? url : url.slice(at);
}

export function mediaName({ title, fileName, id }: Pick<Media, 'title' | 'fileName' | 'id'>): string {
  return title || fileName || id;
}

export function MediaPicture({ media, alt = '' }: { media: Media; alt?: string }) {
  const url = localUrl(media);
  // Imported records lead to other sites, where files may be gone.
  const [failed, setFailed] = useState<string | null>(null);
  if (url === null || url === failed || !media.mimeType?.startsWith('image/')) {
    return (
      <Center className={classes.picture} style={{ flexDirection: 'column' }}>
        <IconFile size={28} aria-hidden />
        <Text size="xs" aria-hidden>
          {(media.fileName ?? '').split('.').at(-1)?.toUpperCase()}
        </Text>
      </Center>
    );
  }
  const { focalX, focalY, placeholder, srcset } = media;
  return (
    <img
      className={classes.picture}
      src={srcset ? `${url}?width=320` : url}
      {...(srcset ? { srcSet: `${url}?width=640 2x` } : {})}
      alt={alt}
      loading="lazy"
      decoding="async"
      onError={() => setFailed(url)}
      style={{
        objectPosition: `${(focalX ?? 0.5) * 100}% ${(focalY ?? 0.5) * 100}%`,
        ...(placeholder ? { backgroundImage: `url(${placeholder})` } : {}),
      }}
    />
  );
}
