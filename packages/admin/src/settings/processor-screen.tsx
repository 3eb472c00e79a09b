// A screen of the settings.

import { PageHeader } from '../ui/page-header.tsx';

export function ProcessorScreen() {
  return <PageHeader title="Processor" />;
}
