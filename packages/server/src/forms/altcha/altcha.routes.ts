// The challenge of a form, and the files of the widget that solves it: nothing is loaded from other hosts.

import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { may, requireScope } from '../../context/access.ts';
import { routesOf } from '../../http/describe-route.ts';
import { IdOrSlugParams } from '../../http/schemas.ts';
import { sendFile } from '../../http/static-files.ts';
import type { App } from '../../http/typed-app.ts';
import { findForm } from '../forms.ts';
import { ChallengeSchema } from './altcha.schemas.ts';
import { makeChallenge } from './altcha.ts';
import { startScript, widgetFiles } from './altcha-page.ts';

const describe = routesOf('Submissions');

export function challengeRoutes(app: App): void {
  app.get(
    '/forms/:id/challenge',
    describe(
      'rule',
      'getChallenge',
      'Get a challenge to solve before submitting a form; open to visitors of a public form',
      {
        description:
          'For forms with ALTCHA. Send the solution as `_altcha`: the JSON of `{ "challenge": …, "solution": { "counter", "derivedKey" } }` in Base64. It counts once, and expires after 30 minutes. With an API key, no solution is needed.',
        params: IdOrSlugParams,
        200: ChallengeSchema,
        headers: ['Cache-Control'],
      },
    ),
    async (request, reply) => {
      const form = await findForm(request.ctx, request.params.id);
      if (!may(request.ctx.actor, 'forms:read', form.id) && (!form.public || !form.open))
        requireScope(request.ctx, 'forms:read');
      reply.header('cache-control', 'no-store');
      return (await makeChallenge(request.ctx, form.id)) as never;
    },
  );
}

const options = { config: { access: 'public' }, schema: { hide: true } } as const;
const cacheControl = 'public, max-age=86400';

export function altchaFileRoutes(app: App): void {
  const folder = path.resolve(path.dirname(fileURLToPath(import.meta.resolve('altcha/external'))), '..');
  for (const [url, name] of Object.entries(widgetFiles)) {
    app.get(url, options, async (request, reply) => sendFile(request, reply, { folder, name, cacheControl }));
  }
  app.get('/altcha/start.js', options, async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', cacheControl).send(startScript),
  );
}
