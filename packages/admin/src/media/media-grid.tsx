// Media as tiles that are opened or chosen.

import type { Media } from '@frontdesk/client';
import { Checkbox, Text, UnstyledButton } from '@mantine/core';
import classes from './media.module.css';
import { MediaPicture, mediaName } from './media-picture.tsx';

type MediaGridProps = {
  items: readonly Media[];
  open(media: Media): void;
  /** IDs. */
  chosen: ReadonlySet<string>;
  /** Without it, tiles have no checkbox. */
  choose?: ((media: Media) => void) | undefined;
};

export function MediaGrid({ items, open, chosen, choose }: MediaGridProps) {
  return (
    <ul className={classes.grid}>
      {items.map((media) => (
        <li key={media.id} className={classes.tile} data-chosen={chosen.has(media.id) || undefined}>
          <UnstyledButton className={classes.open} onClick={() => open(media)}>
            <MediaPicture media={media} />
            <Text size="xs" p={6} truncate>
              {mediaName(media)}
            </Text>
          </UnstyledButton>
          {choose && (
            <Checkbox
              size="md"
              className={classes.check ?? ''}
              aria-label={`Select ${mediaName(media)}`}
              checked={chosen.has(media.id)}
              onChange={() => choose(media)}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
