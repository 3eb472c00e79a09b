// The forms of this site.

import { PageHeader } from '../ui/page-header.tsx';

export function FormListScreen() {
  return <PageHeader title="Forms" />;
}
