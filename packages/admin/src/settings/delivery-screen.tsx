// A screen of the settings.

import { PageHeader } from '../ui/page-header.tsx';

export function DeliveryScreen() {
  return <PageHeader title="Delivery" />;
}
