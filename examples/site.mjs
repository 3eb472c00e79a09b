// A small site: lists events, shows each with its picture, follows changed slugs, and shows drafts by preview links.
//   FRONTDESK_URL=http://127.0.0.1:3000 node examples/site.mjs [port]
import { createServer } from 'node:http';
import { createClient, FrontdeskError } from '@frontdesk/client';

const frontdesk = createClient({ baseUrl: `${process.env.FRONTDESK_URL ?? 'http://127.0.0.1:3000'}/api/v1` });
const events = frontdesk.content('event');
const port = Number(process.argv[2] ?? 4300);

const text = (value) => String(value).replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
const picture = (photo) =>
  photo?.url
    ? `<img src="${text(photo.url)}" srcset="${text(photo.srcset ?? '')}" sizes="50vw" alt="${text(photo.alt)}">`
    : '';
const page = ({ title, fields, content }) => `<h1>${text(title)}</h1>${picture(fields.photo)}${content}`;
const link = ({ slug, title, fields }) => `<a href="/events/${slug}">${picture(fields.photo)} ${text(title)}</a><br>`;

async function respond({ pathname, searchParams }) {
  const [, place, name] = pathname.split('/');
  if (place === '') {
    const { items } = await events.list({ expand: ['fields.photo'] });
    return { status: 200, body: items.map(link).join('') };
  }
  const expand = ['fields.photo', 'content'];
  if (place === 'preview') {
    const item = await events.get(searchParams.get('id'), { preview: searchParams.get('token'), expand });
    return { status: 200, body: page(item) };
  }
  if (place !== 'events' || !name) return { status: 404, body: 'Not found' };
  const item = await events.get(decodeURIComponent(name), { expand });
  // The item was found by a slug that it no longer has.
  if (item.redirect) return { status: 301, body: '', headers: { location: `/events/${item.slug}` } };
  return { status: 200, body: page(item) };
}

createServer(async (request, response) => {
  const { status, body, headers } = await respond(new URL(request.url, 'http://site')).catch((error) => {
    if (error instanceof FrontdeskError) return { status: error.status || 502, body: text(error.message) };
    return { status: 500, body: 'Something went wrong' };
  });
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body);
}).listen(port, '127.0.0.1', () => console.log(`Listening on http://127.0.0.1:${port}`));
