// A screen of the settings.

import { PageHeader } from '../ui/page-header.tsx';

export function DeliveriesScreen() {
  return <PageHeader title="Deliveries" />;
}
