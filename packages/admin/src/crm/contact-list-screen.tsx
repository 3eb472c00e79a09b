// All contacts.

import { PageHeader } from '../ui/page-header.tsx';

export function ContactListScreen() {
  return <PageHeader title="Contacts" />;
}
