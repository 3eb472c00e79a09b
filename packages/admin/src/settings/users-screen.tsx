// A screen of the settings.

import { PageHeader } from '../ui/page-header.tsx';

export function UsersScreen() {
  return <PageHeader title="People" />;
}
