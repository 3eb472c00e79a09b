// The editor of one form: its fields, settings and preview.

import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { QueryView } from '../../ui/query-view.tsx';
import { FormBuilder } from './form-builder.tsx';
import { formQuery } from './form-query.ts';

const route = getRouteApi('/shell/forms/$form');

export function FormEditorScreen() {
  const { form: id } = route.useParams();
  const stored = formQuery(id);
  // Loaded again every time the screen opens, because edits must start from the stored form.
  const query = useQuery({
    ...stored,
    queryKey: [...stored.queryKey, 'builder'],
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return <QueryView query={query}>{(form) => <FormBuilder key={form.id} initial={form} />}</QueryView>;
}
