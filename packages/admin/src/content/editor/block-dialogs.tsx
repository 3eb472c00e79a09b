// Dialogs that ask for what a block shows: an image with its alt text and caption, or the URL of an embed.

import { Modal, TextInput } from '@mantine/core';
import type { Editor } from '@tiptap/react';
import { useState } from 'react';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { formatChoices } from '../../ui/format.ts';
import { embedHtml, embedServices } from './document/embeds.ts';
import { type BlockDialog, insertBlock } from './insertable-blocks.ts';

type DialogProps = { editor: Editor; close(): void };

export function BlockDialogs({ editor, dialog, close }: DialogProps & { dialog: BlockDialog | null }) {
  return (
    <>
      <Modal opened={dialog === 'image'} onClose={close} title="Image" returnFocus={false}>
        <ImageForm editor={editor} close={close} />
      </Modal>
      <Modal opened={dialog === 'embed'} onClose={close} title="Embed" returnFocus={false}>
        <EmbedForm editor={editor} close={close} />
      </Modal>
    </>
  );
}

function ImageForm({ editor, close }: DialogProps) {
  const current = editor.isActive('image') ? editor.getAttributes('image') : {};
  const [src, setSrc] = useState<string>(current.src ?? '');
  const [alt, setAlt] = useState<string>(current.alt ?? '');
  const [caption, setCaption] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const isNew = !current.src;
  const insert = (): unknown => {
    const url = src.trim();
    if (!/^(https?:\/\/|\/(?!\/))\S+$/.test(url)) return setFault('Enter a URL that starts with https:// or /');
    if (isNew) {
      const text = caption.trim();
      insertBlock(editor, {
        type: 'figure',
        content: [
          { type: 'media', content: [{ type: 'image', attrs: { src: url, alt } }] },
          { type: 'figcaption', ...(text ? { content: [{ type: 'text', text }] } : {}) },
        ],
      });
    } else {
      editor.chain().focus().updateAttributes('image', { src: url, alt }).run();
    }
    return close();
  };
  return (
    <DialogForm submit={insert} close={close} label={isNew ? 'Insert' : 'Update'}>
      <UrlInput placeholder="https://" value={src} set={setSrc} fault={fault} setFault={setFault} />
      <TextInput
        label="Alt text"
        description="Describes the image for screen readers. Leave empty if it is decorative."
        value={alt}
        onChange={(event) => setAlt(event.currentTarget.value)}
      />
      {isNew && (
        <TextInput label="Caption" value={caption} onChange={(event) => setCaption(event.currentTarget.value)} />
      )}
    </DialogForm>
  );
}

function EmbedForm({ editor, close }: DialogProps) {
  const [url, setUrl] = useState('');
  const [title, setTitle] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const insert = (): unknown => {
    const html = embedHtml(url, title, editor.state.doc.attrs.style);
    if (!html) return setFault(`Enter the URL of a page on ${formatChoices(embedServices)}`);
    insertBlock(editor, { type: 'htmlBlock', attrs: { html } });
    return close();
  };
  return (
    <DialogForm submit={insert} close={close} label="Insert">
      <UrlInput
        placeholder="https://www.youtube.com/watch?v=…"
        value={url}
        set={setUrl}
        fault={fault}
        setFault={setFault}
      />
      <TextInput
        label="Title"
        description="Shown until the player is loaded"
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
    </DialogForm>
  );
}

type UrlInputProps = {
  placeholder: string;
  value: string;
  set(url: string): void;
  fault: string | null;
  setFault(fault: string | null): void;
};

function UrlInput({ placeholder, value, set, fault, setFault }: UrlInputProps) {
  return (
    <TextInput
      label="URL"
      type="url"
      required
      placeholder={placeholder}
      value={value}
      error={fault}
      data-autofocus
      onChange={(event) => {
        set(event.currentTarget.value);
        setFault(null);
      }}
    />
  );
}
