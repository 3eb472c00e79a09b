// Counts of terms in queries and responses: `termFacets=tag,category,terms.brands`.

import Type, { type Static } from 'typebox';
import type { Fault } from '../../lib/errors.ts';
import { nearestHint } from '../../lib/nearest-name.ts';

const maxTaxonomies = 10;
/** Of each taxonomy. */
export const maxTerms = 100;

export const termFacetsQuery = {
  termFacets: Type.Optional(
    Type.String({
      maxLength: 1000,
      description: `Up to ${maxTaxonomies} taxonomies, separated by commas: \`tag\`, \`category\`, and \`terms.\` with the name of one of the site. Counts the items that have each of their terms, in a member \`termFacets\``,
      examples: ['tag,category,terms.brands'],
    }),
  ),
};

const TermCount = Type.Object(
  {
    slug: Type.String({ description: 'Slug of a term' }),
    name: Type.Optional(Type.String({ description: 'Only for callers who may read the terms of the taxonomy' })),
    count: Type.Integer({ minimum: 1, description: 'How many of all items that are found have the term' }),
  },
  { title: 'TermCount', description: 'A term with the number of its items' },
);

export const TermFacetsSchema = Type.Unsafe<Record<string, Static<typeof TermCount>[]>>({
  type: 'object',
  additionalProperties: Type.Array(TermCount),
  title: 'TermFacets',
  description: `Only with \`termFacets\`: the terms of each taxonomy that was asked for, the ${maxTerms} with the most items, the most first`,
  examples: [{ tag: [{ slug: 'summer', name: 'Summer', count: 12 }] }],
});
export type TermFacets = Static<typeof TermFacetsSchema>;

/** The taxonomies in a query, as conditions name them. `known` are all that can be asked for. */
export function readTermFacets(
  text: string | undefined,
  known: readonly string[],
): { asked: readonly string[]; faults: Fault[] } {
  if (text === undefined) return { asked: [], faults: [] };
  const names = text.split(',').map((name) => name.trim());
  const asked = [...new Set(names.filter((name) => name !== ''))];
  const unknown = asked.find((name) => !known.includes(name));
  const fail = (detail: string) => ({ asked: [], faults: [{ pointer: 'termFacets', code: 'invalid', detail }] });
  if (asked.length === 0) return fail('must name what to count by, such as tag,category');
  if (asked.length > maxTaxonomies) return fail(`must name at most ${maxTaxonomies} taxonomies`);
  if (unknown === undefined) return { asked, faults: [] };
  return fail(`\`${unknown.slice(0, 100)}\` is not known${nearestHint(unknown, known) || `: ${known.join(', ')} are`}`);
}
