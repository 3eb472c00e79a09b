// `frontdesk media upload`: files are sent as they are read, one after the other.

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { Media, MediaTexts } from '../api-types.ts';
import { CommandError } from '../cli/command-error.ts';
import { defineCommand } from '../cli/define-command.ts';
import { columnOf } from '../cli/output.ts';
import { explainFile } from '../cli/read-input.ts';
import type { MediaSource } from '../media.ts';

const columns = ['id', 'fileName', 'mimeType', 'size', 'url'].map(columnOf);

export const mediaUpload = defineCommand({
  name: 'media upload',
  summary: 'upload files, or files that the service fetches from URLs',
  args: '<file>…',
  scopes: 'content:write',
  options: {
    title: { value: 'text', help: 'the title; by default the name of the file' },
    alt: { value: 'text', help: 'describes the picture to people who cannot see it' },
    caption: { value: 'text', help: 'the caption' },
    folder: { value: 'name', help: 'the folder, such as Products/2027' },
    tags: { value: 'names', help: 'tags, separated by commas' },
    private: { help: 'require an API key, or a link that expires, to read it' },
  },
  notes: 'Each file that fails is named, the others are uploaded, and the exit code is 1.',
  examples: [
    'frontdesk media upload harbor.jpg --alt "The harbor at night" --folder Travel --tags sea,night',
    'frontdesk media upload photos/*.jpg --folder Products/2027',
    'frontdesk media upload https://example.com/price-list.pdf --private',
  ],
  async run({ args, values, client, output, complain }) {
    const { tags, ...rest } = values;
    const texts: MediaTexts = { ...rest, ...(tags === undefined ? {} : { tags: splitTags(tags) }) };
    let failed = 0;
    async function* uploadEach(): AsyncGenerator<Media, void, undefined> {
      for (const file of args) {
        const progress = showProgress(file);
        try {
          const media = await client.media.upload(await openSource(file, progress.count), texts);
          progress.end();
          yield media;
        } catch (error) {
          progress.end();
          complain(error, file);
          failed += 1;
        }
      }
    }
    await output.rows(uploadEach(), columns, 'Nothing was uploaded.');
    return failed === 0 ? 0 : 1;
  },
});

function splitTags(text: string): string[] {
  return text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}

async function openSource(file: string, count: (bytes: number, size: number) => void): Promise<MediaSource> {
  if (/^https?:\/\//i.test(file)) return { url: file };
  const { size } = await checkFile(file);
  let sent = 0;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, target) {
      sent += chunk.byteLength;
      count(sent, size);
      target.enqueue(chunk);
    },
  });
  const stream = Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>;
  return { stream: stream.pipeThrough(counted), name: path.basename(file) };
}

async function checkFile(file: string): Promise<{ size: number }> {
  const stats = await stat(file).catch((error: unknown) => {
    throw new CommandError(explainFile(file, error));
  });
  if (stats.isDirectory()) throw new CommandError(`${file} is a folder: give its files, such as ${file}/*`);
  return stats;
}

/** How much of a file is sent, on one line of the terminal that is removed at the end. */
function showProgress(file: string): { count(bytes: number, size: number): void; end(): void } {
  if (!process.stderr.isTTY) return { count: () => {}, end: () => {} };
  let shown = '';
  const show = (text: string): void => {
    if (text === shown) return;
    process.stderr.write(`\r\x1b[K${text}`);
    shown = text;
  };
  show(`${path.basename(file)} …`);
  return {
    count: (bytes, size) => show(`${path.basename(file)} ${Math.floor((bytes / Math.max(size, 1)) * 100)} %`),
    end: () => show(''),
  };
}
