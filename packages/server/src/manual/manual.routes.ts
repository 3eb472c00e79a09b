// The documents of the project, as pages of the service that they are about: readable and searchable without a script.

import { readFile } from 'node:fs/promises';
// Adds `hide` to the schemas of routes.
import type {} from '@fastify/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { prefers } from '../http/headers.ts';
import type { App } from '../http/typed-app.ts';
import { fail } from '../lib/errors.ts';
import { once } from '../lib/once.ts';
import { type Contents, manualPolicy, missingPage, renderFound, renderFrame } from './manual-page.ts';
import { indexName, type ListedPage, manualPath, readIndex, readPage, titleOf } from './render-page.ts';

const options = { config: { access: 'public' }, schema: { hide: true } } as const;
const maxQuery = 200;
const textEnding = '.md';
const fileSchema = new URL('../../../../docs/frontdesk.schema.json', import.meta.url);
const caching = 'public, max-age=300';

export function manualRoutes(app: App): void {
  const contents = once(readContents);

  const send = async (request: FastifyRequest, reply: FastifyReply, name: string): Promise<FastifyReply> => {
    const text = await readPage(name);
    if (text === null) {
      if (!prefers(request.headers.accept, 'text/html')) throw fail('not_found');
      const frame = renderFrame({ title: 'No such page', contents: await contents(), body: missingPage });
      return sendPage(reply.status(404), frame, 'no-store');
    }
    const { renderMarkdown } = await import('./render-page.ts');
    const body = { markup: renderMarkdown(text, name) };
    return sendPage(reply, renderFrame({ title: titleOf(text), contents: await contents(), current: name, body }));
  };

  const query = Type.Object({ q: Type.Optional(Type.String({ maxLength: maxQuery })) });
  app.get(manualPath, { ...options, schema: { hide: true, querystring: query } }, async (request, reply) => {
    const asked = request.query.q?.trim();
    if (asked === undefined) return send(request, reply, indexName);
    const { searchPages } = await import('./search-pages.ts');
    const found = asked === '' ? [] : await searchPages(asked);
    const body = renderFound(asked, found);
    return sendPage(reply, renderFrame({ title: 'Search', contents: await contents(), query: asked, body }));
  });
  for (const folder of ['', 'guides/', 'decisions/'])
    app.get<{ Params: { name: string } }>(`${manualPath}/${folder}:name`, options, async (request, reply) => {
      const name = `${folder}${request.params.name}`;
      return name.endsWith(textEnding)
        ? sendText(reply, name.slice(0, -textEnding.length))
        : send(request, reply, name);
    });
  // For editors of YAML, which the first line of a file of `frontdesk schema pull` leads here.
  app.get(`${manualPath}/frontdesk.schema.json`, options, async (_request, reply) =>
    reply
      .type('application/schema+json')
      .header('cache-control', caching)
      .send(await readFile(fileSchema, 'utf8')),
  );
  // https://llmstxt.org
  app.get('/llms.txt', options, async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', caching)
      .send(await describePages()),
  );
}

/** The index for language models, whose links lead to the texts. */
async function describePages(): Promise<string> {
  const groups = (await readIndex()).map(({ title, pages }) =>
    ['', `## ${title}`, '', ...pages.map(({ name, about }) => `- [${name}](${manualPath}/${name}.md): ${about}`)].join(
      '\n',
    ),
  );
  return `${llmsHead}${groups.join('\n')}\n`;
}

const llmsHead = `# Frontdesk

> A self-hosted back end for business websites in one process: content over REST, forms with files and payments, hosted checkout, a light CRM, and signed webhooks for each event.

The API is described by [OpenAPI](/api/v1/openapi.json).
`;

/** The page as it is written, for programs. */
async function sendText(reply: FastifyReply, name: string): Promise<FastifyReply> {
  const text = await readPage(name);
  if (text === null) throw fail('not_found');
  return reply.type('text/markdown; charset=utf-8').header('cache-control', caching).send(text);
}

async function readContents(): Promise<Contents> {
  const titled = async ({ name }: ListedPage) => ({ name, title: titleOf((await readPage(name)) ?? '') });
  return Promise.all(
    (await readIndex()).map(async ({ title, pages }) => ({ title, pages: await Promise.all(pages.map(titled)) })),
  );
}

function sendPage(reply: FastifyReply, page: string, cacheControl = caching): FastifyReply {
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': manualPolicy,
      'cache-control': cacheControl,
      'referrer-policy': 'same-origin',
    })
    .serializer((markup: string) => markup)
    .send(page);
}
