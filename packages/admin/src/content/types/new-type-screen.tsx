// The screen for creating a type.

import { useNavigate } from '@tanstack/react-router';
import { api } from '../../api/api.ts';
import { queries } from '../../api/queries.ts';
import { TextLink } from '../../ui/links.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { toastSuccess } from '../../ui/toast.tsx';
import { TypeForm } from './type-form.tsx';
import { newTypeValues, typeChangeOf } from './type-values.ts';

export function NewTypeScreen() {
  const navigate = useNavigate();
  return (
    <>
      <PageHeader title="New content type" back={<TextLink to="/types">Content types</TextLink>} />
      <TypeForm
        initial={newTypeValues}
        type={null}
        submit="Create type"
        send={async (values) => {
          const type = await api.types.create({ name: values.name.trim(), ...typeChangeOf(values) });
          await queries.invalidateQueries({ queryKey: ['types'] });
          toastSuccess(`Type ${type.label} created`);
          await navigate({ to: '/content/$type', params: { type: type.name }, ignoreBlocker: true });
          return type;
        }}
      />
    </>
  );
}
