// Every task and its handler, but those of imports, which need a process (service.ts). Names are stored with jobs, so they
// must not change.

import { auditTasks } from './accounts/audit/audit-log.ts';
import { passwordLinkTasks } from './accounts/password-links.ts';
import { trashTasks } from './content/lifecycle/empty-trash.ts';
import { announceTasks, draftTasks, unpublishTasks } from './content/lifecycle/planned-tasks.ts';
import { revisionTasks } from './content/lifecycle/prune-revisions.ts';
import { indexTasks } from './content/search/field-indexes.ts';
import { searchTasks } from './content/search/index-items.ts';
import { typeChangeTasks } from './content/type-changes/run-type-change.ts';
import { sweepFiles, sweepSizes } from './files/files.ts';
import { draftItemTasks } from './forms/results/make-draft.ts';
import { retentionTasks } from './forms/retention/sweep.ts';
import { scanTasks } from './forms/scan/scan-task.ts';
import { spamTasks } from './forms/spam/empty-spam.ts';
import { laterTasks } from './forms/submit/saved-answers.ts';
import { uniqueAnswerTasks } from './forms/unique/unique-answers.ts';
import { forgetOldKeys } from './http/idempotency.ts';
import { documentTasks } from './invoices/documents.ts';
import { vatIdTasks } from './invoices/vat-id-checks.ts';
import type { Task } from './jobs/run-job.ts';
import { internalSchedule } from './jobs/schedules.ts';
import { limitTasks } from './limits/limit-counts.ts';
import { mailTasks } from './mail/mail-tasks.ts';
import { checkSession, endCheckout, endCheckoutTask } from './payments/late-events.ts';
import { applyNativeEvent, processorEventTasks } from './payments/native-events.ts';
import { publishHeldSuccess } from './payments/payment-intent.ts';
import { reconcile } from './payments/reconcile.ts';
import { settleRefund } from './payments/refunds.ts';
import { privacyTasks } from './privacy/run-erasure.ts';
import { feedTasks } from './webhooks/feed/read-feed.ts';
import { webhookTasks } from './webhooks/webhook-tasks.ts';

const hourMs = 3_600_000;

export const tasks: Record<string, Task> = {
  ...indexTasks,
  ...typeChangeTasks,
  ...searchTasks,
  ...revisionTasks,
  ...draftTasks,
  ...unpublishTasks,
  ...announceTasks,
  ...trashTasks,
  ...spamTasks,
  ...scanTasks,
  ...draftItemTasks,
  ...uniqueAnswerTasks,
  ...laterTasks,
  ...retentionTasks,
  'files.sweep': { run: (ctx) => sweepFiles(ctx), retryAfterMs: internalSchedule, everyMs: 6 * hourMs },
  'files.sweepSizes': { run: sweepSizes, retryAfterMs: internalSchedule, everyMs: 24 * hourMs },
  'http.forgetOldKeys': { run: forgetOldKeys, retryAfterMs: internalSchedule, everyMs: 6 * hourMs },
  ...limitTasks,
  ...webhookTasks,
  ...feedTasks,
  ...mailTasks,
  ...documentTasks,
  ...vatIdTasks,
  ...passwordLinkTasks,
  ...auditTasks,
  ...privacyTasks,
  'payments.applyProcessorEvent': { run: applyNativeEvent, retryAfterMs: internalSchedule },
  ...processorEventTasks,
  'payments.publishSuccess': { run: publishHeldSuccess, retryAfterMs: internalSchedule },
  'payments.checkSession': { run: checkSession, retryAfterMs: internalSchedule },
  [endCheckoutTask]: { run: endCheckout, retryAfterMs: internalSchedule },
  'payments.settleRefund': { run: settleRefund, retryAfterMs: internalSchedule },
  'payments.reconcile': { run: reconcile, retryAfterMs: internalSchedule, everyMs: hourMs / 4 },
};
