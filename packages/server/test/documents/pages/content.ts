// Pages about content.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Notes } from '../page-notes.ts';
import type { OpenPage } from '../run-page.ts';
import { drawHarbor, send, signIn } from './given.ts';

/** The type of docs/lists.md. */
async function makeShop(page: OpenPage): Promise<void> {
  const country = { name: 'country', fields: [{ name: 'code', type: 'text' }] };
  await send(page, 'POST', '/types', { ...country, plural: 'countries' });
  const to = [{ name: 'country', type: 'reference', to: ['country'] }];
  await send(page, 'POST', '/types', { name: 'brand', fields: to });
  const rows = { type: 'group', fields: [{ name: 'photo', type: 'media' }] };
  const fields = [
    { name: 'price', type: 'number' },
    { name: 'brand', type: 'reference', to: ['brand'] },
    { name: 'photo', type: 'media' },
    { name: 'rows', type: 'list', of: rows },
  ];
  await send(page, 'PATCH', '/types/product?allowDestructive=true', { fields });
  await send(page, 'POST', '/taxonomies', { name: 'regions', label: 'Regions', nested: true, types: ['product'] });
  await send(page, 'POST', '/taxonomies/regions/terms', { name: 'Japan' });
}

async function writeWalks(page: OpenPage): Promise<void> {
  for (let number = 1; number <= 12; number++) {
    const tags = number <= 7 ? ['Harbor'] : [];
    await send(page, 'POST', '/content/posts', { title: `Walk ${number}`, status: 'publish', tags });
  }
  await send(page, 'POST', '/content/pages', { title: 'Über uns', slug: 'ueber-uns', status: 'publish' });
}

export const contentPages: Notes = {
  'docs/lists.md': {
    alone: true,
    async given(page) {
      await makeShop(page);
      await writeWalks(page);
    },
    prints: {
      'Lists and search': [/"slug":"welcome-to-frontdesk"[\s\S]*"slug":"walking-tour"/],
      Members: [/"title":"[^}]*"excerpt"/],
      'Search over everything': [/"kind":"item".*"title":"Walking tour"/],
      'Many changes in one request': [/"dryRun":true,"results":\[.*"action":"create".*"action":"trash"/],
    },
  },
  'docs/fields.md': {
    prints: {
      'A content type': [/"builtIn":false/, /"version":1/],
      'A form': [/"version":1/, /"status":"ok","paymentUrl"/],
    },
  },
  'docs/types.md': {
    alone: true,
    follows: 'docs/fields.md',
    given: signIn,
    prints: {
      'The conversion': [/"status":"completed"/],
      'Undoing a change': [/"status":"completed".*"status":"undone"/s],
      Taxonomies: [
        /"types":\["post","product"\]/,
        /"slug":"tokyo".*"depth":1/,
        /"total":0/,
        /"children":0,"dryRun":true/,
      ],
      Authors: [/"slug":"ann-lee"[\s\S]*"slug":"ann"[\s\S]*"total":1/, /"slug":"ann-l"[\s\S]*"deleted":true/],
      Push: [/^~ settings\n[\s\S]*\+ type tour\n[\s\S]*\+ category islands\n[\s\S]*\+ webhook form booking /],
    },
    outcome: {
      Push: async ({ shell }) => assert.equal((await shell.run('frontdesk schema diff site.yaml')).trim(), ''),
    },
  },
  'docs/items.md': {
    prints: {
      'A draft beside what is live': [/"changed":\["title","fields\.price"\][\s\S]*"title":"Night tour".*"version":2/],
      'On your site': [/"previewUrl":"https:/],
      Revisions: [/"before":25,"after":30[\s\S]*"name":"As printed"[\s\S]*"title":"Walking tour"/],
    },
  },
  'docs/media.md': {
    alone: true,
    async given(page) {
      await drawHarbor(page);
      const fields = [{ name: 'photo', type: 'media' }];
      await send(page, 'POST', '/types', { name: 'event', publicRead: true, fields });
      const file = new FormData();
      file.set('file', new File([await readFile(path.join(page.folder, 'harbor.jpg'))], 'quay.jpg'));
      const headers = { authorization: `Bearer ${page.token}` };
      const uploaded = await fetch(`${page.api}/media`, { method: 'POST', headers, body: file });
      const { id } = (await uploaded.json()) as { id: string };
      const event = { title: 'Open day', status: 'publish', fields: { photo: id } };
      await send(page, 'POST', '/content/event', event);
    },
    prints: {
      Media: [/"tags":\["night","sea"\][\s\S]*"total":1/],
      'With items': [/"photo":\{"id":"med_.*"photo":\{"id":"med_/s],
    },
  },
};
