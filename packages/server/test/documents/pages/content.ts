// Pages about content.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Notes } from '../page-notes.ts';
import type { OpenPage } from '../run-page.ts';
import { drawHarbor, send } from './given.ts';

/** The type of docs/queries.md. */
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
  await send(page, 'PATCH', '/types/product', { fields });
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

async function readSite(page: OpenPage): Promise<void> {
  const site = `http://127.0.0.1:${page.portOf(4300)}`;
  const read = async (url: string): Promise<string> => {
    const response = await fetch(new URL(url, site), { redirect: 'manual' });
    return `${response.status} ${response.headers.get('location') ?? (await response.text())}`;
  };
  assert.match(await read('/events/nothing'), /^404 Item not found/);
  assert.equal(await read('/events/open-day'), '301 /events/open-weekend');
  assert.match(
    await read('/events/open-weekend'),
    /^200 <h1>Open weekend<\/h1><img .*alt="The harbor"><p>Come and see/,
  );
  assert.match(await read('/'), /^200 <a href="\/events\/open-weekend"><img src="http.*harbor-.*srcset="http/);
  const [, preview = ''] = /"url":"([^"]+\/preview[^"]+)"/.exec(await page.seen()) ?? [];
  assert.match(await read(preview), /^200 <h1>Open weekend<\/h1><img/);
}

export const contentPages: Notes = {
  'docs/lists.md': {
    prints: {
      'Lists and search': [
        /"slug":"welcome-to-frontdesk"[\s\S]*"slug":"walking-tour"/,
        /"title":"Welcome to Frontdesk"[^}]*"excerpt"/,
      ],
      Filters: [/"total":1/],
      'Search over everything': [/"kind":"item".*"title":"Walking tour"/],
    },
  },
  'docs/queries.md': { alone: true, given: makeShop },
  'docs/search.md': { alone: true, given: writeWalks },
  'docs/fields.md': {
    prints: {
      'A content type': [/"builtIn":false/, /"version":1/],
      'A form': [/"version":1/, /"status":"ok","paymentUrl"/],
    },
  },
  'docs/types.md': {
    alone: true,
    follows: 'docs/fields.md',
    prints: {
      'The conversion': [/"status":"completed"/],
      'Undoing a change': [/"status":"completed".*"status":"undone"/s],
    },
  },
  'docs/history.md': {
    prints: {
      'A draft beside what is live': [/"changed":\["title","fields\.price"\][\s\S]*"title":"Night tour".*"version":2/],
      Revisions: [/"before":25,"after":30[\s\S]*"name":"As printed"[\s\S]*"title":"Walking tour"/],
    },
  },
  'docs/bulk.md': {
    prints: { 'Many changes in one request': [/"dryRun":true,"results":\[.*"action":"create".*"action":"trash"/] },
  },
  'docs/authors.md': {
    prints: {
      Authors: [/"slug":"ann-lee"[\s\S]*"slug":"ann"[\s\S]*"total":1/],
      'Deleting and merging': [/"slug":"ann-l"[\s\S]*"deleted":true/],
    },
  },
  'docs/taxonomies.md': {
    prints: {
      Taxonomies: [/"types":\["post","product"\]/],
      Terms: [/"slug":"tokyo".*"depth":1/],
      Merging: [/"children":0,"dryRun":true/],
      Items: [/"total":0/],
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
    prints: { Media: [/"tags":\["night","sea"\][\s\S]*"total":1/, /"photo":\{"id":"med_.*"photo":\{"id":"med_/s] },
  },
  'docs/site.md': {
    alone: true,
    async given(page) {
      await drawHarbor(page);
      await page.shell.run(`export FRONTDESK_URL=${page.origin}`);
    },
    // The tests run the sources of the client.
    edits: [['npm run prepare --prefix packages/client\n', '']],
    outcome: { 'A site that shows items': readSite },
  },
  'docs/urls.md': { prints: { 'On your site': [/"previewUrl":"https:/] } },
};
