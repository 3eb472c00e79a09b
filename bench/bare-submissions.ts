// The bound for submissions with one subscriber: a bare loop that writes the same rows (the submission, its contact, event,
// delivery and job) and, in the next group, what a successful delivery changes.

import { measureGroups } from './bare-site.ts';
import type { Bound } from './row.ts';

/** Groups are as large as they can get with this many connections. Call it after a submission was delivered. */
export function measureSubmissionGroups(connections: number): Promise<Bound> {
  return measureGroups(connections, ({ database, copiesOf }) => {
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
    let sent: string[] = [];
    return (numbers) => {
      for (const name of sent) {
        insertAttempt({ id: `att_${name}`, deliveryId: `dlv_${name}` });
        setDelivered.run(`dlv_${name}`);
        finishJob.run(`job_${name}`);
      }
      sent = numbers.map((n) => `bare${String(n).padStart(8, '0')}`);
      for (const name of sent) {
        const [submission, contact, event, delivery] = ['sub', 'con', 'evt', 'dlv'].map((kind) => `${kind}_${name}`);
        const email = `${name}@example.com`;
        insertContact({ id: contact, email, emailKey: email });
        insertSubmission({ id: submission, contactId: contact });
        insertEvent({ id: event, subject: submission, uniqueKey: `submitted:${submission}`, contactId: contact });
        insertDelivery({ id: delivery, eventId: event, status: 'pending', attempts: 0, nextAttemptAt: '2026' });
        insertJob({ id: `job_${name}`, uniqueKey: delivery, lane: 'bare', runAt: '9999' });
      }
    };
  });
}
