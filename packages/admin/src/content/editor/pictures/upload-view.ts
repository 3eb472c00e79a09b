// Shows uploads at their place in the text: what is sent, how much of it, and why it failed.

import buttonClasses from '../block-button.module.css';
import type { PictureUpload } from './picture-upload.ts';
import classes from './pictures.module.css';
import type { UploadPlace } from './upload-place.ts';

/** The element for a place. */
export function showUploads({ uploads, isInline }: UploadPlace): HTMLElement {
  const dom = element('span', isInline ? 'inlineUploads' : 'uploads');
  dom.contentEditable = 'false';
  for (const upload of uploads) if (!upload.isSettled) dom.append(rowOf(upload));
  return dom;
}

function rowOf(upload: PictureUpload): HTMLElement {
  const row = element('span', 'upload');
  row.setAttribute('role', 'group');
  row.setAttribute('aria-label', `Upload of ${upload.name}`);
  const text = element('span', 'uploadText');
  const name = element('span', 'uploadName');
  name.textContent = upload.name;
  const progress = document.createElement('progress');
  progress.className = classes.progress ?? '';
  progress.setAttribute('aria-label', `Progress of ${upload.name}`);
  const fault = element('span', 'fault');
  fault.setAttribute('role', 'alert');
  text.append(name, progress, fault);
  const retry = button('Try again', `Try again: ${upload.name}`, () => void upload.start());
  const keep = button('Keep its address', `Keep its address: ${upload.name}`, () => upload.keepAddress());
  const cancel = button('Cancel', `Cancel ${upload.name}`, () => upload.cancel());
  row.append(previewOf(upload), text, retry, keep, cancel);
  const update = (): void => {
    const hasFailed = upload.state === 'failed';
    row.dataset.state = upload.state;
    row.hidden = upload.isSettled;
    progress.hidden = hasFailed;
    if (upload.sent === null || upload.sent === 1) progress.removeAttribute('value');
    else progress.value = upload.sent;
    fault.textContent = upload.fault;
    retry.hidden = !hasFailed;
    keep.hidden = !hasFailed || upload.address === null;
    cancel.textContent = hasFailed ? 'Remove' : 'Cancel';
    cancel.setAttribute('aria-label', `${hasFailed ? 'Remove' : 'Cancel'} ${upload.name}`);
  };
  upload.onChange = update;
  update();
  return row;
}

function previewOf({ source, isPicture }: PictureUpload): HTMLElement {
  const image = document.createElement('img');
  image.className = classes.preview ?? '';
  image.alt = '';
  if (!isPicture) return image;
  if ('url' in source) {
    image.src = source.url;
    return image;
  }
  const url = URL.createObjectURL(source);
  image.addEventListener('load', () => URL.revokeObjectURL(url));
  image.addEventListener('error', () => URL.revokeObjectURL(url));
  image.src = url;
  return image;
}

function element(tag: string, name: string): HTMLElement {
  const made = document.createElement(tag);
  made.className = classes[name] ?? '';
  return made;
}

function button(text: string, label: string, onClick: () => void): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.className = buttonClasses.button ?? '';
  made.textContent = text;
  made.setAttribute('aria-label', label);
  made.addEventListener('click', onClick);
  return made;
}
