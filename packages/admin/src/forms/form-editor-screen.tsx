// One form, new or there.

import { PageHeader } from '../ui/page-header.tsx';

export function FormEditorScreen() {
  return <PageHeader title="Form" />;
}
