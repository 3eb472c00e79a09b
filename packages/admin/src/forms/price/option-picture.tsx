// The picture of an option: chosen from the media library, shown small beside the option.

import { ActionIcon, Menu } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import { ChoicePicture } from '../../fields/choice-picture.tsx';
import { MediaChoice } from '../../media/media-choice.tsx';

type OptionPictureProps = {
  /** What the option is called for screen readers. */
  name: string;
  id: string | null;
  set(id: string | null): void;
};

export function OptionPicture({ name, id, set }: OptionPictureProps) {
  const [isOpen, setOpen] = useState(false);
  const open = (): void => setOpen(true);
  return (
    <>
      {id === null ? (
        <ActionIcon aria-label={`Choose picture of ${name}`} onClick={open}>
          <IconPhoto size={16} aria-hidden />
        </ActionIcon>
      ) : (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon aria-label={`Picture of ${name}`} style={{ overflow: 'hidden' }}>
              <ChoicePicture id={id} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={open}>Choose another picture</Menu.Item>
            <Menu.Item onClick={() => set(null)}>Remove picture</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      {isOpen && <MediaChoice type="image" close={() => setOpen(false)} onPick={([media]) => media && set(media.id)} />}
    </>
  );
}
