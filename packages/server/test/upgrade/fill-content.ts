// Types with fields of every kind, items in every state, media, terms, authors, views, an import, webhooks of content.

import sharp from 'sharp';
import { waitFor } from '../support/wait-for.ts';
import { type Body, type Filling, type Person, send } from './filling.ts';

const options = ['small', { value: 'large', label: 'Large' }];
const later = '2126-05-01T08:00:00.000Z';

export async function fillContent(
  filling: Filling,
  { owner, author }: Record<'owner' | 'author', Person>,
): Promise<void> {
  const post = (path: string, body: object): Promise<Body> => send(filling, 'POST', path, body);
  const patch = (path: string, body: object): Promise<Body> => send(filling, 'PATCH', path, body);
  const url = `${filling.receiver.url}/content`;
  await post('/webhooks', { url, events: ['item.published', 'item.updated', 'item.deleted'], types: null });

  await post('/taxonomies', { name: 'regions', label: 'Regions', singular: 'Region', nested: true, publicRead: true });
  const coast = await post('/taxonomies/regions/terms', { name: 'Coast', description: 'By the sea', menuOrder: 2 });
  await post('/taxonomies/regions/terms', { name: 'Isles', parent: coast.id });
  const merged = await post('/taxonomies/regions/terms', { name: 'Shore' });
  await post(`/taxonomies/regions/terms/${merged.id}/merge`, { into: coast.id });
  await post('/categories', { name: 'News', slug: 'news' });
  await author.send('PATCH', '/me/author', {
    name: 'Ann Author',
    bio: 'Writes.',
    links: [{ label: 'Site', url: 'https://ann.example' }],
  });
  const guest = await post('/authors', { name: 'Guest', slug: 'guest', email: 'guest@example.com' });

  const picture = await upload(filling, await png('#16a'), 'harbour.png', {
    ...{
      externalId: 'dam-17',
      title: 'Harbour',
      alt: 'Boats',
      caption: 'In the morning',
      folder: 'press/2026',
      tags: 'sea,boats',
      focalX: '0.25',
      focalY: '0.75',
    },
  });
  const secret = await upload(filling, Buffer.from('name;amount\r\nAda;1\r\n'), 'list.csv', {
    title: 'List',
    private: 'true',
  });
  const replaced = new FormData();
  replaced.append('file', new Blob([new Uint8Array(await png('#a61'))], { type: 'image/png' }), 'harbour-2.png');
  await send(filling, 'PUT', `/media/${picture.id}/file`, replaced);

  await post('/types', {
    name: 'berth',
    plural: 'berths',
    publicRead: true,
    fields: [{ name: 'number', type: 'text' }],
  });
  const berth = await post('/content/berth', { title: 'Berth 7', fields: { number: '7' }, status: 'publish' });
  await patch('/types/berth?convert=true', { fields: [{ name: 'number', type: 'integer', indexed: true }] });
  await waitFor('the change of the type', async () => {
    const { items } = await send(filling, 'GET', '/types/berth/changes');
    return items[0]?.status === 'done' || items[0]?.status === 'completed' ? true : null;
  });

  await post('/types', {
    ...{ name: 'boat', plural: 'boats', label: 'Boats', strict: true, publicRead: true },
    url: 'https://harbour.example/boats/{slug}',
    fields: boatFields,
  });
  await patch('/taxonomies/regions', { types: ['boat', 'post'] });
  const values = boatValues(picture.id, secret.id, berth.id);
  const boat = await post('/content/boat', {
    ...{
      title: 'Möwe 🛥',
      slug: 'moewe',
      content: `<p>See <img src="${picture.url}" alt=""> and <a href="https://harbour.example/berths/7" data-item="${berth.id}">berth 7</a>.</p>`,
    },
    ...{
      excerpt: 'A boat',
      status: 'publish',
      menuOrder: 3,
      tags: ['fast', 'Blau'],
      categories: ['news'],
      fields: values,
    },
    ...{
      terms: { regions: ['Coast'] },
      authorId: guest.id,
      externalId: 'boat-17',
      language: 'de',
      publishedAt: '2026-03-01T10:00:00.000Z',
    },
  });
  await patch(`/content/boat/${boat.id}`, { slug: 'moewe-ii', title: 'Möwe II' });
  await patch(`/content/boat/${boat.id}/revisions/1`, { name: 'As it was launched' });
  await patch(`/content/boat/${boat.id}/draft`, {
    title: 'Möwe III',
    fields: { ...values, price: { amount: 1, currency: 'eur' } },
  });
  const planned = await post('/content/boat', {
    title: 'Planned',
    status: 'publish',
    fields: { ...values, code: 'p-1' },
  });
  await patch(`/content/boat/${planned.id}/draft`, { content: '<p>Later.</p>' });
  await post(`/content/boat/${planned.id}/publish`, { at: later });
  await post('/content/boat', {
    title: 'Soon',
    status: 'scheduled',
    publishedAt: later,
    fields: { ...values, code: 's-1' },
  });
  await post('/content/boat', {
    title: 'For now',
    status: 'publish',
    unpublishAt: later,
    fields: { ...values, code: 'u-1' },
  });

  const parent = await post('/content/page', { title: 'About', content: '<p>Us.</p>', status: 'publish' });
  await post('/content/page', { title: 'Team', parentId: parent.id, status: 'publish' });
  const trashed = await post('/content/page', { title: 'Old', status: 'publish' });
  await send(filling, 'DELETE', `/content/page/${trashed.id}`);
  await author.send('POST', '/content/post', { title: 'Draft of an author', content: 'x'.repeat(2000) });
  await owner.send('POST', '/views', { type: 'boat', name: 'Published', shared: true, search: { status: 'publish' } });

  const imported = new FormData();
  imported.append('file', new Blob([wordpressExport], { type: 'text/xml' }), 'export.xml');
  const { id } = await post('/imports', imported);
  await waitFor('the import', async () => (await send(filling, 'GET', `/imports/${id}`)).endedAt ?? null);
}

const boatFields = [
  { name: 'code', type: 'text', label: 'Code', unique: true, required: true, max: 20 },
  { name: 'notes', type: 'textarea', indexed: true },
  { name: 'story', type: 'richtext' },
  { name: 'length', type: 'number', min: 0, indexed: true },
  { name: 'seats', type: 'integer', help: 'With the skipper' },
  { name: 'sails', type: 'boolean' },
  { name: 'built', type: 'date' },
  { name: 'seenAt', type: 'datetime' },
  { name: 'size', type: 'select', options },
  { name: 'hull', type: 'radio', options },
  { name: 'extras', type: 'multiselect', options },
  { name: 'site', type: 'url' },
  { name: 'mail', type: 'email' },
  { name: 'phone', type: 'phone' },
  { name: 'photo', type: 'media', onDelete: 'clear' },
  { name: 'papers', type: 'media', multiple: true, onDelete: 'keep' },
  { name: 'berth', type: 'reference', to: ['berth'], onDelete: 'clear' },
  { name: 'leaves', type: 'time' },
  { name: 'paint', type: 'color' },
  { name: 'short', type: 'slug' },
  { name: 'price', type: 'money', currency: 'eur', scope: 'content:write' },
  { name: 'place', type: 'geo' },
  {
    name: 'engine',
    type: 'group',
    fields: [
      { name: 'maker', type: 'text' },
      { name: 'power', type: 'number' },
    ],
  },
  { name: 'crew', type: 'list', of: { type: 'text' } },
  {
    name: 'body',
    type: 'blocks',
    blocks: [
      { name: 'quote', fields: [{ name: 'words', type: 'text' }] },
      { name: 'photo', fields: [{ name: 'file', type: 'media', onDelete: 'clear' }] },
    ],
  },
  { name: 'raw', type: 'json' },
];

/** A value of every kind that content has. */
function boatValues(photo: string, paper: string, berth: string): object {
  return {
    ...{
      code: 'm-1',
      notes: 'Two\nlines “quoted”',
      story: '<p>It <strong>sails</strong>.</p>',
      length: 12.75,
      seats: 8,
      sails: true,
    },
    ...{
      built: '1987-04-01',
      seenAt: '2026-10-01T09:30:00Z',
      size: 'large',
      hull: 'small',
      extras: ['small', 'large'],
    },
    ...{
      site: 'https://boats.example/m',
      mail: 'm@boats.example',
      phone: '+49 40 1234567',
      photo,
      papers: [paper, photo],
      berth,
    },
    ...{
      leaves: '14:30',
      paint: '#1a73e880',
      short: 'moe-we',
      price: { amount: 4_200_00, currency: 'eur' },
      place: { lat: 53.54, lng: 9.99 },
    },
    ...{ engine: { maker: 'Volvo', power: 55.5 }, crew: ['Ada', 'Bo'], raw: { a: [1, null, 'ü', { b: 1e21 }] } },
    body: [
      { type: 'quote', words: 'Ahoy' },
      { type: 'photo', file: photo },
    ],
  };
}

function png(background: string): Promise<Buffer> {
  return sharp({ create: { width: 64, height: 48, channels: 3, background } })
    .png()
    .toBuffer();
}

async function upload(filling: Filling, bytes: Buffer, name: string, members: Record<string, string>): Promise<Body> {
  const form = new FormData();
  for (const [member, value] of Object.entries(members)) form.append(member, value);
  form.append('file', new Blob([new Uint8Array(bytes)]), name);
  return send(filling, 'POST', '/media', form);
}

const wordpressExport = `<?xml version="1.0"?><rss xmlns:wp="http://wordpress.org/export/1.2/" xmlns:content="http://purl.org/rss/1.0/modules/content/">
<channel><title>Old</title><link>https://old.example</link><wp:wxr_version>1.2</wp:wxr_version>
<item><title>Five</title><link>https://old.example/five/</link><content:encoded><![CDATA[<p><a href="https://old.example/six/">Six</a></p>]]></content:encoded>
<wp:post_id>5</wp:post_id><wp:post_name>five</wp:post_name><wp:post_type>post</wp:post_type><wp:status>publish</wp:status></item>
<item><title>Six</title><wp:post_id>6</wp:post_id><wp:post_type>page</wp:post_type><wp:status>draft</wp:status></item>
</channel></rss>`;
