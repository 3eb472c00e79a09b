// Writes a WordPress export of any size, always the same: posts with blocks, tags, categories, custom fields and a
// featured image, every fourth item a picture.

import { open } from 'node:fs/promises';
import { seededRandom } from '../packages/server/test/support/seeded-random.ts';

const random = seededRandom(8);
const vocabularySize = 30_000;
const authors = 12;
const categories = 60;
const tags = 800;
const namespaces =
  'xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/"' +
  ' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/"';

/** Writes `bytes` or a little more. */
export async function writeWordpressExport(path: string, bytes: number): Promise<void> {
  const file = await open(path, 'w');
  const head = ['<?xml version="1.0" encoding="UTF-8"?>', `<rss version="2.0" ${namespaces}><channel>`, ...site()];
  let { bytesWritten } = await file.write(head.join('\n'));
  for (let id = 1; bytesWritten < bytes; ) {
    const items: string[] = [];
    for (const end = id + 100; id < end; id++) items.push(id % 4 === 0 ? picture(id) : post(id));
    bytesWritten += (await file.write(items.join('\n'))).bytesWritten;
  }
  await file.write('</channel></rss>');
  await file.close();
}

function site(): string[] {
  return [
    '<title>Sample</title><link>https://sample.test</link><wp:wxr_version>1.2</wp:wxr_version>',
    ...times(authors, (n) => `<wp:author><wp:author_login>author-${n}</wp:author_login></wp:author>`),
    ...times(categories, (n) => {
      const parent = n < 10 ? '' : `category-${n % 10}`;
      return `<wp:category><wp:category_nicename>category-${n}</wp:category_nicename><wp:category_parent>${parent}</wp:category_parent><wp:cat_name>${cdata(`Category ${n}`)}</wp:cat_name></wp:category>`;
    }),
    ...times(
      tags,
      (n) =>
        `<wp:tag><wp:tag_slug>tag-${n}</wp:tag_slug><wp:tag_name>${cdata(`${vocabulary[n]} ${n}`)}</wp:tag_name></wp:tag>`,
    ),
  ];
}

function post(id: number): string {
  const title = words(3 + below(6));
  const terms = [
    ...times(1 + below(2), () => term('category', below(categories))),
    ...times(2 + below(5), () => term('post_tag', below(tags))),
  ];
  const image = id + 4 - (id % 4);
  return item(id, {
    title,
    type: id % 50 === 1 ? 'page' : 'post',
    status: id % 20 === 2 ? 'draft' : 'publish',
    content: times(3 + below(12), paragraph).join('\n\n'),
    parent: 0,
    rest: `${terms.join('')}${meta('_edit_last', '1')}${meta('_thumbnail_id', String(image))}${meta('subtitle', words(5))}`,
  });
}

function picture(id: number): string {
  const address = `https://sample.test/wp-content/uploads/${id}.jpg`;
  return item(id, {
    title: words(2),
    type: 'attachment',
    status: 'inherit',
    content: '',
    parent: id - 1,
    rest: `<wp:attachment_url>${address}</wp:attachment_url>${meta('_wp_attachment_image_alt', words(4))}`,
  });
}

type Described = { title: string; type: string; status: string; content: string; parent: number; rest: string };

function item(id: number, { title, type, status, content, parent, rest }: Described): string {
  const date = new Date(Date.UTC(2012, 0, 1) + id * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
  return `<item>
<title>${cdata(title)}</title>
<link>https://sample.test/${id}/</link>
<dc:creator>${cdata(`author-${id % authors}`)}</dc:creator>
<guid isPermaLink="false">https://sample.test/?p=${id}</guid>
<content:encoded>${cdata(content)}</content:encoded>
<excerpt:encoded>${cdata('')}</excerpt:encoded>
<wp:post_id>${id}</wp:post_id>
<wp:post_date>${date}</wp:post_date><wp:post_date_gmt>${date}</wp:post_date_gmt>
<wp:post_modified>${date}</wp:post_modified><wp:post_modified_gmt>${date}</wp:post_modified_gmt>
<wp:comment_status>closed</wp:comment_status><wp:ping_status>closed</wp:ping_status>
<wp:post_name>${title.replaceAll(' ', '-')}-${id}</wp:post_name>
<wp:status>${status}</wp:status>
<wp:post_parent>${parent}</wp:post_parent><wp:menu_order>0</wp:menu_order>
<wp:post_type>${type}</wp:post_type>
<wp:post_password></wp:post_password><wp:is_sticky>0</wp:is_sticky>
${rest}
</item>`;
}

function paragraph(): string {
  const text = times(2 + below(5), sentence).join(' ');
  if (random() < 0.15) return `<!-- wp:heading --><h2>${words(4)}</h2><!-- /wp:heading -->`;
  if (random() < 0.15) return `<!-- wp:list --><ul><li>${words(6)}</li><li>${words(4)}</li></ul><!-- /wp:list -->`;
  return `<!-- wp:paragraph --><p>${text}</p><!-- /wp:paragraph -->`;
}

function sentence(): string {
  const link = random() < 0.2 ? ` <a href="https://sample.test/${below(9999)}/">${words(2)}</a>` : '';
  return `${words(6 + below(12))} &amp; <strong>${words(1)}</strong>${link}.`;
}

function term(taxonomy: 'category' | 'post_tag', n: number): string {
  const slug = `${taxonomy === 'category' ? 'category' : 'tag'}-${n}`;
  const name = taxonomy === 'category' ? `Category ${n}` : `${vocabulary[n]} ${n}`;
  return `<category domain="${taxonomy}" nicename="${slug}">${cdata(name)}</category>`;
}

function meta(key: string, value: string): string {
  return `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value>${cdata(value)}</wp:meta_value></wp:postmeta>`;
}

function cdata(text: string): string {
  return `<![CDATA[${text}]]>`;
}

const syllables = 'ba ke lo mi nu ra se ti vo za del fen gor hal jin kos lem mar nep ost per rin sol tar ul'.split(' ');
const vocabulary = times(vocabularySize, () =>
  times(1 + below(4), () => syllables[below(syllables.length)] as string).join(''),
);

/** Some words are frequent and most are rare, as in every language. */
function words(count: number): string {
  return times(count, () => vocabulary[Math.floor(vocabularySize ** random()) - 1] as string).join(' ');
}

function below(limit: number): number {
  return Math.floor(random() * limit);
}

function times<T>(count: number, make: (n: number) => T): T[] {
  return Array.from({ length: count }, (_, n) => make(n));
}
