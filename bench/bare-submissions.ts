// The rows of a submission with one subscriber: the submission, its contact, event, delivery and job; and what a successful
// delivery changes.

import type { BareSite } from './bare-site.ts';

export type SubmissionWriter = {
  /** Writes one submission for each name. */
  insert(names: readonly string[]): void;
  /** Writes that they were delivered. */
  recordSent(names: readonly string[]): void;
};

/** Needs a submission that was delivered. */
export function submissionWriter({ database, copiesOf }: BareSite): SubmissionWriter {
  const insertSubmission = copiesOf('submissions', `"formId" in (select "formId" from subscribers)`);
  const insertContact = copiesOf('contacts', `source = 'form'`);
  const insertEvent = copiesOf('events', `type = 'submission.submitted'`);
  const insertDelivery = copiesOf('deliveries', `type = 'submitted' and status = 'delivered'`);
  const insertJob = copiesOf('jobs', `"failedAt" is null`);
  const insertAttempt = copiesOf('attempts', 'status = 200');
  const setDelivered = database.prepare(
    `update deliveries set status = 'delivered', attempts = 1, "nextAttemptAt" = null where id = ?`,
  );
  const finishJob = database.prepare('delete from jobs where id = ?');
  return {
    insert(names) {
      for (const name of names) {
        const [submission, contact, event, delivery] = ['sub', 'con', 'evt', 'dlv'].map((kind) => `${kind}_${name}`);
        const email = `${name}@example.com`;
        insertContact({ id: contact, email, emailKey: email });
        insertSubmission({ id: submission, contactId: contact });
        insertEvent({ id: event, subject: submission, uniqueKey: `submitted:${submission}`, contactId: contact });
        insertDelivery({ id: delivery, eventId: event, status: 'pending', attempts: 0, nextAttemptAt: '2026' });
        insertJob({ id: `job_${name}`, uniqueKey: delivery, lane: 'bare', runAt: '9999' });
      }
    },
    recordSent(names) {
      for (const name of names) {
        insertAttempt({ id: `att_${name}`, deliveryId: `dlv_${name}` });
        setDelivered.run(`dlv_${name}`);
        finishJob.run(`job_${name}`);
      }
    },
  };
}

/** Returns what writes one submission for each number, and that those before it were delivered. */
export function sentSubmissionWriter(site: BareSite): (numbers: readonly number[]) => void {
  const { insert, recordSent } = submissionWriter(site);
  let sent: string[] = [];
  return (numbers) => {
    recordSent(sent);
    sent = numbers.map((n) => `bare${String(n).padStart(8, '0')}`);
    insert(sent);
  };
}
