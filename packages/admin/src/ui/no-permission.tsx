// Shown instead of a screen that the user's role does not include.

import { PageHeader } from './page-header.tsx';

export function NoPermission() {
  return <PageHeader title="You do not have permission to see this page" description="Ask an owner of the site." />;
}
