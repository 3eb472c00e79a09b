// Finds the form of a submission, for records that have only the submission's ID.

import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import { isPriceField } from '../fields/field-kinds.ts';

type FormReference = { formId: string };

/** Looks in the contact's timeline first, then in every form that has a payment field. */
export function submissionFormQuery(submissionId: string, contactId: string | null) {
  return queryOptions({
    queryKey: ['submissions', submissionId, 'form'],
    queryFn: async (): Promise<FormReference | null> =>
      (contactId === null ? null : await findInTimeline(contactId, submissionId)) ?? (await findInForms(submissionId)),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

async function findInTimeline(contactId: string, submissionId: string): Promise<FormReference | null> {
  try {
    const { items } = await api.contacts.timeline(contactId, { limit: 100 });
    const entry = items.find(({ subject }) => subject === submissionId);
    const formId = (entry?.data as { formId?: unknown } | undefined)?.formId;
    return typeof formId === 'string' ? { formId } : null;
  } catch {
    // The contact was deleted, or the user may not see it.
    return null;
  }
}

async function findInForms(submissionId: string): Promise<FormReference | null> {
  for await (const form of api.forms.all()) {
    if (!form.fields.some(isPriceField)) continue;
    try {
      await api.forms(form.slug).submission(submissionId);
      return { formId: form.id };
    } catch (error) {
      if ((error as { status?: number }).status !== 404) throw error;
    }
  }
  return null;
}
