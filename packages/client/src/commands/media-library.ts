// `frontdesk media list`, `get`, `delete` and `link`.

import type { ListMediaQuery } from '../api-types.ts';
import { defineCommand } from '../cli/define-command.ts';
import { readDuration } from '../cli/read-duration.ts';
import { listOptions, printList } from '../cli/read-list.ts';
import { mediaColumns } from './media-columns.ts';

const mediaList = defineCommand({
  name: 'media list',
  summary: 'list the media library, the newest first',
  args: '',
  scopes: 'content:read',
  options: {
    search: { value: 'WORDS', help: 'with these words in the texts or the file name' },
    type: { value: 'TYPE', help: 'image, video, audio or document' },
    folder: { value: 'NAME', help: 'in this folder' },
    tag: { value: 'NAME', help: 'with this tag' },
    ...listOptions,
  },
  examples: ['frontdesk media list --type image --search harbor', 'frontdesk media list --all --json > media.ndjson'],
  async run({ values, client, output }) {
    const { limit, all, type, ...filters } = values;
    const query = { ...filters, ...(type === undefined ? {} : { type: type as NonNullable<ListMediaQuery['type']> }) };
    const read = (page: { limit: number }) => client.media.all({ ...query, ...page });
    await printList(output, { limit, all }, read, mediaColumns, 'No matching media.');
  },
});

const mediaGet = defineCommand({
  name: 'media get',
  summary: 'show a media record',
  args: 'ID',
  scopes: 'content:read',
  options: {},
  examples: ['frontdesk media get med_0123456789', 'frontdesk media get med_0123456789 --json'],
  async run({ args: [id = ''], client, output }) {
    const media = await client.media.get(id);
    output.record(media, [
      ['ID', media.id],
      ['Title', media.title],
      ['Alt text', media.alt],
      ['Caption', media.caption],
      ['File', media.fileName],
      ['Type', media.mimeType],
      ['Bytes', media.size],
      ['Width', media.width],
      ['Height', media.height],
      ['Folder', media.folder],
      ['Tags', media.tags.join(',')],
      ['Private', media.private],
      ['Created', media.createdAt],
      ['URL', media.url],
    ]);
  },
});

const mediaDelete = defineCommand({
  name: 'media delete',
  summary: 'delete media records permanently',
  args: 'ID…',
  scopes: 'content:write',
  options: {
    'clear-references': { help: 'remove the references of items that use them; otherwise these are not deleted' },
  },
  notes: 'Each ID that fails is named, and the exit code is 1.',
  examples: [
    'frontdesk media delete med_0123456789',
    'frontdesk media delete med_0123456789 med_9876543210 --clear-references',
  ],
  async run({ args, values, client, output, complain }) {
    let failed = 0;
    for (const id of args) {
      try {
        const deleted = await client.media.delete(id, values['clear-references'] ? { references: 'clear' } : {});
        if (output.isJson) console.log(JSON.stringify(deleted));
        else console.log(output.isTerminal ? `Deleted: ${id}` : id);
      } catch (error) {
        complain(error, id);
        failed += 1;
      }
    }
    return failed === 0 ? 0 : 1;
  },
});

const mediaLink = defineCommand({
  name: 'media link',
  summary: 'print a link to a private file that anyone can use until it expires',
  args: 'ID',
  scopes: 'content:read',
  options: { expires: { value: 'TIME', help: 'how long it works, such as 30m, 1h (default) or 7d; up to 30d' } },
  examples: ['frontdesk media link med_0123456789 --expires 2d'],
  async run({ args: [id = ''], values: { expires = '1h' }, client, output }) {
    const link = await client.media.link(id, { expiresIn: readDuration('--expires', expires) });
    output.result(link, link.url);
    if (output.isTerminal && !output.isJson) output.note(`It expires at ${link.expiresAt}.`);
  },
});

export const mediaLibrary = [mediaList, mediaGet, mediaDelete, mediaLink];
