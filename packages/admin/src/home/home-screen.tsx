// What happened lately.

import { PageHeader } from '../ui/page-header.tsx';

export function HomeScreen() {
  return <PageHeader title="Home" />;
}
