// Whether visitors can fill in a form now.

import type { Form } from '@frontdesk/client';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { openingStatus } from '../draft/opening-times.ts';

export function OpeningBadge({ form }: { form: Form }) {
  const status = openingStatus(form);
  // Its page says so, too.
  if (status === 'open' && form.fields.length === 0) return <StatusBadge status="no_fields" label="No fields yet" />;
  return <StatusBadge status={status} />;
}
