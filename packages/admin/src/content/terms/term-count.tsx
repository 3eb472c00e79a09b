// How many published items have a term, as a link to them. Lists show items of one type, so the items of several are chosen from
// a menu.

import type { PostType, TaxonomyTerm } from '@frontdesk/client';
import { Anchor, Menu } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { formatNumber } from '../../ui/format.ts';
import { MenuLink, TextLink } from '../../ui/links.tsx';

type TermCountProps = {
  /** As in URLs. */
  taxonomy: string;
  term: Pick<TaxonomyTerm, 'slug' | 'name' | 'count'>;
  /** Those whose items may have it. */
  types: readonly PostType[];
};

export function TermCount({ taxonomy, term, types }: TermCountProps) {
  const count = formatNumber(term.count);
  const [only] = types;
  if (term.count === 0 || !only) return count;
  const label = `Published items with ${term.name}: ${count}`;
  if (types.length === 1) {
    return (
      <TextLink {...listOf(only, taxonomy, term.slug)} aria-label={label}>
        {count}
      </TextLink>
    );
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Anchor component="button" type="button" inherit underline="always" aria-label={label}>
          {count}
        </Anchor>
      </Menu.Target>
      <Menu.Dropdown>
        <TypesOf taxonomy={taxonomy} term={term} types={types} />
      </Menu.Dropdown>
    </Menu>
  );
}

/** The types with such items. */
function TypesOf({ taxonomy, term, types }: TermCountProps) {
  const filter = { [filterOf(taxonomy)]: term.slug };
  const counts = useQueries({
    queries: types.map(({ name }) => ({
      queryKey: ['content', name, 'count', filter],
      queryFn: async () => (await api.content(name).list({ limit: 1, ...filter })).total,
    })),
  });
  const counted = types.map((type, index) => ({ type, count: counts[index]?.data }));
  const shown = counted.filter(({ count }) => count !== 0);
  return shown.map(({ type, count }) => (
    <MenuLink
      key={type.name}
      {...listOf(type, taxonomy, term.slug)}
      rightSection={count === undefined ? ' ' : formatNumber(count)}
    >
      {type.label}
    </MenuLink>
  ));
}

function listOf({ name }: PostType, taxonomy: string, slug: string) {
  const search = { status: 'publish', [filterOf(taxonomy)]: slug } as never;
  return { to: '/content/$type', params: { type: name }, search } as const;
}

/** As lists name it. */
function filterOf(taxonomy: string): string {
  if (taxonomy === 'tags') return 'tag';
  return taxonomy === 'categories' ? 'category' : `terms[${taxonomy}]`;
}
