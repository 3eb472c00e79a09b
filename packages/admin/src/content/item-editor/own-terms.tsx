// The terms of an item in the taxonomies of its type.

import { useQuery } from '@tanstack/react-query';
import { taxonomiesQuery } from '../terms/taxonomies-query.ts';
import { TermsInput } from '../terms/terms-input.tsx';
import type { ItemEditor } from './use-item-editor.ts';

export function OwnTerms({ editor: { values, set, saving }, names }: { editor: ItemEditor; names: readonly string[] }) {
  const taxonomies = useQuery(taxonomiesQuery);
  return names.map((name) => (
    <TermsInput
      key={name}
      taxonomy={name}
      label={taxonomies.data?.find((taxonomy) => taxonomy.name === name)?.label ?? name}
      value={values.terms[name] ?? []}
      set={(terms) => set('terms', { ...values.terms, [name]: terms })}
      fault={saving.field(`/terms/${name}`)}
    />
  ));
}
