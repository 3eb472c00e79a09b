// A screen of the settings.

import { PageHeader } from '../ui/page-header.tsx';

export function FormWebhooksScreen() {
  return <PageHeader title="Form webhooks" />;
}
