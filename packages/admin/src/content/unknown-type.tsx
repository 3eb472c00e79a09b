// An address of a type that this site does not have.

import { IconStack2 } from '@tabler/icons-react';
import { EmptyState } from '../ui/empty-state.tsx';
import { ButtonLink } from '../ui/links.tsx';
import { PageHeader } from '../ui/page-header.tsx';

export function UnknownType({ name }: { name: string }) {
  return (
    <>
      <PageHeader title="No such type" />
      <EmptyState
        icon={<IconStack2 aria-hidden />}
        title={`This site has no type called ${name}`}
        action={<ButtonLink to="/types">Content types</ButtonLink>}
      />
    </>
  );
}
