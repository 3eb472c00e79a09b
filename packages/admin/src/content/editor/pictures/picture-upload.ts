// One file on its way from a text to the library.

import { api } from '../../../api/api.ts';
import { faultOfUpload, fileName, uploadMedia } from '../../../media/upload-media.ts';
import { fileOf, type LibraryFile } from './library-file.ts';

export type UploadSource = File | { url: string };

export class PictureUpload {
  readonly name: string;
  readonly isPicture: boolean;
  /** The address that the picture has elsewhere, if any. */
  readonly address: string | null;
  state: 'waiting' | 'sending' | 'failed' | 'done' | 'cancelled' = 'waiting';
  /** How much has been sent, from 0 to 1; null if that is not known. */
  sent: number | null = null;
  /** Why it failed, in one sentence. */
  fault = '';
  /** What to show in the text when it is done. */
  file: LibraryFile | null = null;
  /** Called when something of it has changed. */
  onChange: () => void = () => {};
  /** Called when it has ended. */
  onSettled: () => void = () => {};
  #controller = new AbortController();
  readonly source: UploadSource;
  readonly #alt: string;

  constructor(source: UploadSource, alt = '') {
    this.source = source;
    this.#alt = alt;
    this.address = 'url' in source ? source.url : null;
    this.name = 'url' in source ? nameIn(source.url) : fileName(source);
    this.isPicture = 'url' in source || source.type.startsWith('image/');
  }

  async start(): Promise<void> {
    this.#controller = new AbortController();
    const { signal } = this.#controller;
    this.#change('waiting', { fault: '', sent: null });
    try {
      const file = (await this.#findOwn(signal)) ?? (await this.#send(signal));
      this.#change('done', { file: { ...file, alt: this.#alt || file.alt } });
    } catch (error) {
      if (!signal.aborted) this.#change('failed', { fault: faultOfUpload(error) });
    }
  }

  cancel(): void {
    this.#controller.abort();
    this.#change('cancelled');
  }

  /** Leaves the picture where it is. */
  keepAddress(): void {
    this.#controller.abort();
    const file = { src: this.address ?? '', name: this.name, isPicture: true, alt: this.#alt };
    this.#change('done', { file: { ...file, caption: '', width: null, height: null } });
  }

  /** Whether there is nothing left to wait for. */
  get isSettled(): boolean {
    return this.state === 'done' || this.state === 'cancelled';
  }

  /** The record of a picture that is in this library already. */
  async #findOwn(signal: AbortSignal): Promise<LibraryFile | null> {
    const id = /\/media\/(med_[0-9a-z]{26})\//.exec(this.address ?? '')?.[1];
    const media = id && (await api.media.get(id, { signal }).catch(() => null));
    if (signal.aborted) throw signal.reason;
    return media ? { ...fileOf(media), src: this.address ?? '' } : null;
  }

  async #send(signal: AbortSignal): Promise<LibraryFile> {
    const media = await uploadMedia(this.source, {
      signal,
      texts: this.#alt ? { alt: this.#alt } : {},
      onStart: () => this.#change('sending'),
      onProgress: (sent) => this.#change('sending', { sent }),
    });
    return fileOf(media);
  }

  #change(state: PictureUpload['state'], part: Partial<Pick<PictureUpload, 'sent' | 'fault' | 'file'>> = {}): void {
    Object.assign(this, { state, ...part });
    this.onChange();
    if (this.isSettled) this.onSettled();
  }
}

function nameIn(url: string): string {
  const last = /\/([^/?#]+)(?:[?#].*)?$/.exec(url)?.[1] ?? 'picture';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
