// One item, new or there.

import { PageHeader } from '../ui/page-header.tsx';

export function ItemEditorScreen() {
  return <PageHeader title="Item" />;
}
