// The bound of reads that are not kept: node:http with the statements of a simple service over the site's database. Lists
// count their items each time. Prints its address.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const { default: Sqlite } = await import('better-sqlite3');
const database = new Sqlite(process.argv[2], { readonly: true });
const published = `"items" where "type" = 'product' and "status" = 'publish'`;
const columns = `"id", "slug", "title", "excerpt", "fields", "type", "status", "publishedAt", "updatedAt"`;
const page = database.prepare(
  `select ${columns} from ${published} order by "sortDate" desc, "id" desc limit ? offset ?`,
);
const total = database.prepare(`select count(*) from ${published}`).pluck();
// With this condition, the unique index of slugs serves.
const one = database.prepare(
  `select ${columns}, "content" from "items" where "type" = 'product' and "slug" = ? and "status" <> 'trash'`,
);

function answer(url: URL): object {
  const { searchParams, pathname } = url;
  if (!searchParams.has('limit')) return describe(one.get(decodeURIComponent(pathname.split('/').at(-1) as string)));
  const rows = page.all(Number(searchParams.get('limit')), Number(searchParams.get('offset')));
  return { items: rows.map(describe), total: total.get() };
}

function describe(row: unknown): object {
  const item = row as { fields: string };
  return { ...item, fields: JSON.parse(item.fields) };
}

const server = createServer((request, response) => {
  const body = Buffer.from(JSON.stringify(answer(new URL(request.url as string, 'http://127.0.0.1'))));
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => console.log(`127.0.0.1:${(server.address() as AddressInfo).port}`));
