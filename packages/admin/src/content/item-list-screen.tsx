// The items of one type.

import { PageHeader } from '../ui/page-header.tsx';

export function ItemListScreen() {
  return <PageHeader title="Items" />;
}
