// What a form asked when a submission was made.

import { routesOf } from '../../http/describe-route.ts';
import type { App } from '../../http/typed-app.ts';
import { fail } from '../../lib/errors.ts';
import { findForm } from '../forms.ts';
import { findAsked } from './form-versions.ts';
import { FormVersion, VersionParams } from './versions.schemas.ts';

const describe = routesOf('Forms');

export function versionsRoutes(app: App): void {
  app.get(
    '/forms/:id/versions/:version',
    describe('forms:read', 'readFormVersion', 'Get what a form asked in one of its versions', {
      description: 'Submissions have the version as `formVersion`',
      params: VersionParams,
      200: FormVersion,
      config: { limited: 'form' },
    }),
    async ({ ctx, params }) => {
      const form = await findForm(ctx, params.id);
      if (params.version > form.version) throw fail('form_version_not_found');
      const { version, fields, language, translations } = form;
      return (
        (await findAsked(ctx, form.id, params.version)) ?? { version, fields, language, translations, replacedAt: null }
      );
    },
  );
}
