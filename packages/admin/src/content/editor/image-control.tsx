// Inserts an image by its URL, with an alt text.

import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { RichTextEditor } from '@mantine/tiptap';
import { IconPhoto } from '@tabler/icons-react';
import type { Editor } from '@tiptap/react';
import { useState } from 'react';

export function ImageControl({ editor }: { editor: Editor }) {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <RichTextEditor.Control
        onClick={open}
        aria-label="Image"
        title="Image"
        active={editor.isActive('image')}
        aria-pressed={editor.isActive('image')}
      >
        <IconPhoto size={16} stroke={1.5} aria-hidden />
      </RichTextEditor.Control>
      <Modal opened={isOpen} onClose={close} title="Image">
        <ImageForm editor={editor} close={close} />
      </Modal>
    </>
  );
}

function ImageForm({ editor, close }: { editor: Editor; close(): void }) {
  const current = editor.isActive('image') ? editor.getAttributes('image') : {};
  const [src, setSrc] = useState<string>(current.src ?? '');
  const [alt, setAlt] = useState<string>(current.alt ?? '');
  const [fault, setFault] = useState<string | null>(null);
  const insert = (): unknown => {
    if (!/^(https?:\/\/|\/(?!\/))\S+$/.test(src.trim())) return setFault('Enter a URL that starts with https:// or /');
    editor.chain().focus().setImage({ src: src.trim(), alt }).run();
    return close();
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // In React, this form is inside the form of the item.
        event.stopPropagation();
        insert();
      }}
    >
      <Stack>
        <TextInput
          label="URL"
          type="url"
          required
          placeholder="https://"
          value={src}
          error={fault}
          data-autofocus
          onChange={(event) => {
            setSrc(event.currentTarget.value);
            setFault(null);
          }}
        />
        <TextInput
          label="Alt text"
          description="Describes the image for screen readers. Leave empty if it is decorative."
          value={alt}
          onChange={(event) => setAlt(event.currentTarget.value)}
        />
        <Group justify="end" gap="xs">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit">{current.src ? 'Update' : 'Insert'}</Button>
        </Group>
      </Stack>
    </form>
  );
}
