// Which form a submission came in by: payments and timelines know only its id.

import { queryOptions } from '@tanstack/react-query';
import { api } from '../api.ts';

type Origin = { formId: string };

/** The form of a payment's submission: told by the contact's timeline, else found among the forms that take money. */
export function submissionFormQuery(submissionId: string, contactId: string | null) {
  return queryOptions({
    queryKey: ['submissions', submissionId, 'form'],
    queryFn: async (): Promise<Origin | null> =>
      (contactId === null ? null : await findInTimeline(contactId, submissionId)) ?? (await findInForms(submissionId)),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

async function findInTimeline(contactId: string, submissionId: string): Promise<Origin | null> {
  try {
    const { items } = await api.contacts.timeline(contactId, { limit: 100 });
    const entry = items.find(({ subject }) => subject === submissionId);
    const formId = (entry?.data as { formId?: unknown } | undefined)?.formId;
    return typeof formId === 'string' ? { formId } : null;
  } catch {
    // The contact is gone, or not for this person to see.
    return null;
  }
}

async function findInForms(submissionId: string): Promise<Origin | null> {
  for await (const form of api.forms.all()) {
    if (!form.fields.some(({ type }) => type === 'payment')) continue;
    try {
      await api.forms(form.slug).submission(submissionId);
      return { formId: form.id };
    } catch (error) {
      if ((error as { status?: number }).status !== 404) throw error;
    }
  }
  return null;
}
