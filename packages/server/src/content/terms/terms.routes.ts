// Tags and categories over HTTP, with the same routes for both.

import Type from 'typebox';
import { contentTag } from '../../http/conditional.ts';
import { resourceRoutes } from '../../http/resource-routes.ts';
import type { App } from '../../http/typed-app.ts';
import { idFrom } from '../../lib/ids.ts';
import { checkSlug } from '../model/slugs.ts';
import {
  categoryRules,
  createTerm,
  deleteTerm,
  getTermOrMerged,
  listTerms,
  NewTerm,
  type TaxonomyTerm,
  type Term,
  TermChange,
  type TermRules,
  TermSchema,
  tagRules,
  termList,
  updateTerm,
} from './terms.ts';

export function termsRoutes(app: App): void {
  addTermRoutes(app, tagRules, { one: 'Tag', many: 'Tags' });
  addTermRoutes(app, categoryRules, { one: 'Category', many: 'Categories' });
}

function addTermRoutes(app: App, rules: TermRules, name: { one: string; many: string }): void {
  const one = name.one.toLowerCase();
  resourceRoutes(app, {
    ...{ tag: name.many, path: `/${rules.name}`, ...name, read: 'content:read', write: 'content:write' },
    item: TermSchema,
    params: Type.Object({ term: Type.String({ description: 'Slug or ID' }) }),
    tagOf: (term: Term | TaxonomyTerm) => contentTag(toTerm(term)),
    keyOf: ({ slug }) => slug,
    list: {
      ...termList,
      run: async (ctx, query) => {
        const page = await listTerms(ctx, rules, query);
        return { ...page, items: page.items.map(toTerm) };
      },
    },
    get: {
      summary: `Read a ${one} by slug or ID`,
      run: async (ctx, { term }) => toTerm(await getTermOrMerged(ctx, rules, term)),
    },
    create: {
      body: NewTerm,
      run: async (ctx, term, operation) => {
        checkSlug(term.slug, 'term');
        return toTerm(await createTerm(ctx, rules, { ...term, id: idFrom('term', operation) }));
      },
    },
    update: {
      body: TermChange,
      run: async (ctx, { term }, change, check) => {
        checkSlug(change.slug, 'term');
        return toTerm(await updateTerm(ctx, rules, term, change, check));
      },
    },
    delete: {
      summary: `Delete a ${one} and remove it from its items`,
      problems: [412],
      run: (ctx, { term }, check) => deleteTerm(ctx, rules, term, check),
    },
  });
}

/** Tags and categories show no places. */
function toTerm({ menuOrder: _menuOrder, ...term }: Term & Partial<TaxonomyTerm>): Term {
  return term;
}
