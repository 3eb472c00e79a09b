// A screen of the settings.

import { PageHeader } from '../ui/page-header.tsx';

export function PaymentWebhooksScreen() {
  return <PageHeader title="Webhooks" />;
}
