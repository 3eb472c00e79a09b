// A screen of the settings.

import { PageHeader } from '../ui/page-header.tsx';

export function AccountScreen() {
  return <PageHeader title="My account" />;
}
