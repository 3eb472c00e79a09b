// The bar above the picture with the cursor: its alt text, how it is aligned, its place in a gallery.

import { Button, Menu, Paper, Popover, Textarea } from '@mantine/core';
import {
  IconAlignCenter,
  IconAlignLeft,
  IconAlignRight,
  IconArrowLeft,
  IconArrowRight,
  IconArrowsHorizontal,
  IconArrowsMaximize,
  type IconPhoto,
  IconPhotoPlus,
  IconReplace,
  IconSquare,
  IconTextCaption,
  IconTrash,
} from '@tabler/icons-react';
import type { EditorState, Transaction } from '@tiptap/pm/state';
import { type Editor, useEditorState } from '@tiptap/react';
import { type CSSProperties, type ReactNode, useEffect, useState } from 'react';
import { MediaChoice } from '../../../media/media-choice.tsx';
import { moveChild } from '../document/move-child.ts';
import { countItems } from './gallery.ts';
import { fileOf } from './library-file.ts';
import {
  type Alignment,
  addCaption,
  addPictures,
  alignmentOf,
  alignPicture,
  hasCaption,
  type Picture,
  pictureIn,
  removePicture,
  replacePicture,
  setAlt,
} from './picture-commands.ts';
import classes from './pictures.module.css';

type PictureBarProps = { editor: Editor; frame: HTMLElement | null };

const alignmentChoices: { value: Alignment | null; label: string; icon: typeof IconPhoto }[] = [
  { value: null, label: 'As wide as the text', icon: IconSquare },
  { value: 'left', label: 'Left, text beside it', icon: IconAlignLeft },
  { value: 'center', label: 'Center', icon: IconAlignCenter },
  { value: 'right', label: 'Right, text beside it', icon: IconAlignRight },
  { value: 'wide', label: 'Wider than the text', icon: IconArrowsHorizontal },
  { value: 'full', label: 'As wide as the page', icon: IconArrowsMaximize },
];

export function PictureBar({ editor, frame }: PictureBarProps) {
  // The state changes with each key; the bar only with the picture.
  const shown = useEditorState({ editor, selector: ({ editor }) => keyOf(editor.state) });
  const [choice, setChoice] = useState<'add' | 'replace' | null>(null);
  const [, redraw] = useState(0);
  useEffect(() => {
    // Pictures that load, and windows that change, move the ones below.
    const again = (): void => redraw((count) => count + 1);
    frame?.addEventListener('load', again, true);
    window.addEventListener('resize', again);
    return () => {
      frame?.removeEventListener('load', again, true);
      window.removeEventListener('resize', again);
    };
  }, [frame]);
  const picture = shown === '' || editor.isDestroyed ? null : pictureIn(editor.state);
  const place = picture && frame && placeOf(editor, picture, frame);
  if (!picture || !place) return null;
  const run = (change: (state: EditorState, picture: Picture) => Transaction): void => {
    const current = pictureIn(editor.state);
    if (!current) return;
    editor.view.dispatch(change(editor.state, current));
    editor.view.focus();
  };
  const { image, figure, gallery, item } = picture;
  const move = (by: -1 | 1): void =>
    run((state, { gallery, item }) =>
      gallery && item !== null ? moveChild(state, gallery.at, item, item + by) : state.tr,
    );
  const alignment = alignmentOf(picture);
  const Align = alignmentChoices.find(({ value }) => value === alignment)?.icon ?? IconSquare;
  return (
    <>
      <Paper
        withBorder
        shadow="sm"
        role="toolbar"
        aria-label={gallery ? 'Gallery' : 'Picture'}
        className={classes.bar ?? ''}
        style={place}
      >
        {image && (
          <AltText
            key={image.at}
            alt={image.node.attrs.alt ?? ''}
            set={(alt) => run((state, picture) => setAlt(state, picture, alt))}
          />
        )}
        {gallery && item !== null && (
          <>
            <Tool label="Move earlier" disabled={item === 0} onClick={() => move(-1)} icon={IconArrowLeft} />
            <Tool
              label="Move later"
              disabled={item >= countItems(gallery) - 1}
              onClick={() => move(1)}
              icon={IconArrowRight}
            />
          </>
        )}
        {(gallery || figure) && (
          <Menu position="bottom-start" returnFocus={false}>
            <Menu.Target>
              <Tool label="Alignment and width" icon={Align} />
            </Menu.Target>
            <Menu.Dropdown>
              {alignmentChoices.map(({ value, label, icon: Icon }) => (
                <Menu.Item
                  key={label}
                  leftSection={<Icon size={16} stroke={1.5} aria-hidden />}
                  aria-current={value === alignment || undefined}
                  fw={value === alignment ? 600 : undefined}
                  onClick={() => run((state, picture) => alignPicture(state, picture, value))}
                >
                  {label}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
        {figure && !hasCaption(picture) && (
          <Tool label="Add a caption" icon={IconTextCaption} onClick={() => run(addCaption)} />
        )}
        {gallery && <Tool label="Add pictures" icon={IconPhotoPlus} onClick={() => setChoice('add')} />}
        {image && <Tool label="Replace picture" icon={IconReplace} onClick={() => setChoice('replace')} />}
        <Tool
          label={gallery && (item === null || countItems(gallery) === 1) ? 'Remove gallery' : 'Remove picture'}
          icon={IconTrash}
          onClick={() => run(removePicture)}
        />
      </Paper>
      {choice && (
        <MediaChoice
          type="image"
          multiple={choice === 'add'}
          close={() => setChoice(null)}
          onPick={(media) => {
            const files = media.map(fileOf);
            const [first] = files;
            if (choice === 'add') run((state, picture) => addPictures(state, picture, files));
            else if (first) run((state, picture) => replacePicture(state, picture, first));
          }}
        />
      )}
    </>
  );
}

function AltText({ alt, set }: { alt: string; set(alt: string): void }) {
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState(alt);
  const close = (): void => {
    setOpen(false);
    if (text !== alt) set(text);
  };
  return (
    <Popover
      opened={isOpen}
      onDismiss={close}
      position="bottom-start"
      trapFocus
      width={300}
      withRoles={false}
      withinPortal={false}
    >
      <Popover.Target>
        <Button
          size="compact-sm"
          variant={alt === '' ? 'light' : 'subtle'}
          color={alt === '' ? undefined : 'gray'}
          aria-expanded={isOpen}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            setText(alt);
            setOpen(!isOpen);
          }}
        >
          {alt === '' ? 'Add alt text' : 'Alt text'}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Textarea
          label="Alt text"
          description="What the picture shows, for people who cannot see it. Leave it empty if the picture only decorates."
          value={text}
          autosize
          data-autofocus
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            // In React, this field is inside the form of the item.
            event.stopPropagation();
            if (event.key !== 'Enter' && event.key !== 'Escape') return;
            event.preventDefault();
            if (event.key === 'Enter') close();
            else setOpen(false);
          }}
        />
        <Button size="xs" mt="xs" onClick={close}>
          Done
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}

type ToolProps = { label: string; icon: typeof IconPhoto; disabled?: boolean; onClick?(): void };

function Tool({ label, icon: Icon, ...props }: ToolProps): ReactNode {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      // Keeps the focus in the text.
      onMouseDown={(event) => event.preventDefault()}
      {...props}
      className={classes.tool}
    >
      <Icon size={16} stroke={1.5} aria-hidden />
    </button>
  );
}

/** All that the bar shows, as a text that changes with it; empty if there is no picture. */
function keyOf(state: EditorState): string {
  const picture = pictureIn(state);
  if (!picture) return '';
  const { image, figure, gallery, item } = picture;
  const block = gallery?.outerAt ?? figure?.at;
  const count = gallery && countItems(gallery);
  return [image?.at, image?.node.attrs.alt, block, item, count, alignmentOf(picture), hasCaption(picture)].join(' ');
}

const barHeight = 40;

/** Over the top of a picture; above a gallery, at its right, so that it covers neither pictures nor much of the text. */
function placeOf(editor: Editor, { image, figure, gallery }: Picture, frame: HTMLElement): CSSProperties | null {
  const at = gallery?.outerAt ?? (figure ?? image)?.at;
  const dom = at === undefined ? null : editor.view.nodeDOM(at);
  if (!(dom instanceof HTMLElement)) return null;
  const box = dom.getBoundingClientRect();
  const around = frame.getBoundingClientRect();
  const isOver = gallery === null && box.height > 3 * barHeight;
  const top = box.top - around.top + (isOver ? 8 : -barHeight - 4);
  return isOver ? { top, left: Math.max(0, box.left - around.left) + 8 } : { top: Math.max(2, top), right: 0 };
}
