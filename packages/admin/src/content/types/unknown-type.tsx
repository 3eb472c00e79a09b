// Shown for the URL of a type that does not exist.

import { IconStack2 } from '@tabler/icons-react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

export function UnknownType({ name }: { name: string }) {
  return (
    <>
      <PageHeader title="Type not found" />
      <EmptyState
        icon={<IconStack2 aria-hidden />}
        title={`There is no type named “${name}”`}
        action={<ButtonLink to="/types">Content types</ButtonLink>}
      />
    </>
  );
}
