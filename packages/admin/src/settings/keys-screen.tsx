// A screen of the settings.

import { PageHeader } from '../ui/page-header.tsx';

export function KeysScreen() {
  return <PageHeader title="API keys" />;
}
