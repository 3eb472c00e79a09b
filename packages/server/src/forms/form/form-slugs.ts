// What forms are called in URLs.

import { fail, failBody } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { isSlug, slugify } from '../../lib/slug.ts';

/** Throws invalid_body. */
export function checkSlug(slug: string): void {
  // URLs accept an ID or a slug, so a slug must not look like an ID.
  if (isSlug(slug) && !/^form_[0-9a-z]{26}$/.test(slug)) return;
  const detail = 'can only contain lower-case letters, digits, dots, hyphens and underscores';
  throw failBody([{ pointer: '/slug', code: 'invalid', detail }]);
}

/** Slugs to try for a form of this name, one after another. */
export function* slugsFor(name: string): Generator<string> {
  const base = slugify(name).slice(0, 180) || 'form';
  yield base;
  for (let number = 2; number <= 20; number++) yield `${base}-${number}`;
  yield `${base}-${newId('form').slice(-12)}`;
}

export function slugTaken(slug: string): Error {
  return fail('slug_taken', {
    errors: [{ pointer: '/slug', code: 'not_unique', detail: `is already used by another form: ${slug}` }],
  });
}
