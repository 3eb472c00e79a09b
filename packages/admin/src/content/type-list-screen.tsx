// The types of this site.

import { PageHeader } from '../ui/page-header.tsx';

export function TypeListScreen() {
  return <PageHeader title="Content types" />;
}
