// Fills a new site: pictures, posts, books, and the webhook that asks for a rebuild. What exists already stays as it is.
//   FRONTDESK_URL=… FRONTDESK_TOKEN=… node scripts/seed.mjs

import { createAdminClient, FrontdeskError } from '@frontdesk/client/admin';
import { drawSea } from './draw-sea.mjs';

const { FRONTDESK_URL = 'http://127.0.0.1:3000', FRONTDESK_TOKEN: token, SITE_URL, REBUILD_SECRET } = process.env;
const frontdesk = createAdminClient({ baseUrl: `${FRONTDESK_URL}/api/v1`, token });

async function upload(name, alt, colors) {
  const file = new File([drawSea(colors)], name, { type: 'image/png' });
  return (await frontdesk.media.upload(file, { alt })).id;
}

async function addItem(type, item) {
  const items = frontdesk.content(type);
  const isMissing = (error) => error instanceof FrontdeskError && error.status === 404;
  const found = await items.get(item.slug).catch((error) => (isMissing(error) ? null : Promise.reject(error)));
  if (!found) await items.create({ status: 'publish', ...item });
}

const dawn = await upload('dawn.png', 'The sea at dawn', { sky: [246, 207, 168], sea: [47, 111, 143] });
const dusk = await upload('dusk.png', 'The sea at dusk', { sky: [199, 154, 181], sea: [49, 64, 107] });
const storm = await upload('storm.png', 'The sea in a storm', { sky: [159, 177, 189], sea: [30, 59, 69] });
const pictures = [dawn, dusk, storm];

const texts = [
  ['How we choose our books', 'We read every book before it comes onto the shelf.', ['shop']],
  ['A walk along the harbour', 'From the lighthouse to the old cranes in an hour, with a stop for coffee.', ['walks']],
  ['Three books for a rainy day', 'One to laugh, one to think and one to fall asleep.', ['reading']],
  ['What lighthouses are for now', 'Ships know where they are. The lights still burn.', ['walks', 'reading']],
  ['We repair spines', 'Bring the books that you read to pieces.', ['shop']],
  ['An evening at the harbour', 'Twelve chairs, one reader, and the tide.', ['events']],
  ['Letters from the sea', 'What people sent us from their ships.', ['reading']],
];
for (const [index, [title, line, tags]] of texts.entries()) {
  const slug = title.toLowerCase().replaceAll(' ', '-');
  const picture = pictures[index % pictures.length];
  const content = `<p>${line}</p>
<h2>More about it</h2>
<p>Come in and ask, or <a href="/contact/">write to us</a>. A list is here, too:</p>
<ul><li>open from ten to six,</li><li>closed when the ferry is late.</li></ul>
<blockquote><p>A book is a harbour.</p></blockquote>`;
  await addItem('post', { title, slug, tags, content, excerpt: line, fields: { picture } });
}

await addItem('book', {
  title: 'The lighthouse',
  slug: 'the-lighthouse',
  content: '<p>A keeper, a storm and a radio that answers.</p>',
  fields: { writer: 'Ada Strand', cover: dawn },
});
await addItem('book', {
  title: 'Salt and wind',
  slug: 'salt-and-wind',
  content: '<p>Poems from forty years on deck.</p>',
  fields: { writer: 'Jon Holm', cover: storm },
});

if (SITE_URL && REBUILD_SECRET) {
  const url = `${SITE_URL}/rebuild`;
  const { items } = await frontdesk.webhooks.list();
  const events = ['item.published', 'item.updated', 'item.unpublished', 'item.trashed', 'item.deleted'];
  if (!items.some((webhook) => webhook.url === url))
    await frontdesk.webhooks.create({ url, events, secret: REBUILD_SECRET });
}
console.log('The site has its content.');
