// A screen of the settings.

import { PageHeader } from '../ui/page-header.tsx';

export function GeneralScreen() {
  return <PageHeader title="General" />;
}
