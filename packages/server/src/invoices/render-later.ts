// Rendering after an issue: by a job, so that a renderer that fails or is slow holds up no number.

import type { WriteContext } from '../context/context.ts';
import { enqueue } from '../jobs/queue.ts';

/** What has documents. */
export type DocumentRecord = { kind: 'invoice' | 'creditNote'; id: string };

export const renderTask = 'invoices.renderDocuments';

/** Stores the job that renders all documents of an invoice or credit note, in the transaction that issues it. */
export async function renderLater(ctx: WriteContext, record: DocumentRecord): Promise<void> {
  await enqueue(ctx, renderTask, record, { uniqueKey: `${renderTask}:${record.id}` });
}
