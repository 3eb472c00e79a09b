// The events that webhooks can choose, by what they are about.

import type { NewWebhook, TokenScope, Webhook } from '@frontdesk/client/admin';
import { type EventGroup, eventGroups, sentType } from '../../../server/src/events/event-types.ts';
import { eventLabel } from '../records/event-label.ts';

export type EventName = NewWebhook['events'][number];
type NounOf<Type> = Type extends `${infer Noun}.${string}` ? Noun : never;
type SubjectName = NounOf<(typeof eventGroups)[EventGroup][number]>;

/** Events under a heading. */
export type EventSubject = {
  name: SubjectName;
  label: string;
  events: { name: EventName; label: string; scope: TokenScope }[];
};

/** What a webhook with events of a group requires. */
const scopes: Record<EventGroup, TokenScope> = {
  content: 'content:write',
  submissions: 'forms:write',
  payments: 'payments:write',
  crm: 'crm:write',
  forms: 'forms:write',
  webhooks: 'admin',
};

const labels: Record<SubjectName, string> = {
  item: 'Items',
  submission: 'Submissions',
  form: 'Forms',
  payment: 'Payments',
  subscription: 'Subscriptions',
  invoice: 'Invoices',
  credit_note: 'Credit notes',
  contact: 'Contacts',
  webhook: 'Webhooks',
};

const events = (Object.keys(eventGroups) as EventGroup[]).flatMap((group) =>
  eventGroups[group].map((type) => {
    const name: EventName = sentType(type);
    return { type, name, label: eventLabel(name), scope: scopes[group] };
  }),
);

export const eventSubjects: readonly EventSubject[] = (Object.keys(labels) as SubjectName[]).map((name) => ({
  name,
  label: labels[name],
  events: events.filter(({ type }) => type.startsWith(`${name}.`)),
}));

/** Those of one form only, which are all that a webhook of a form can choose. */
const formSubjects: readonly string[] = ['submission', 'form'] satisfies SubjectName[];

/** What a person with these permissions can choose, for all of the site or for one form. */
export function subjectsFor(may: (scope: TokenScope) => boolean, formId: string | null): EventSubject[] {
  return eventSubjects
    .filter(({ name }) => formId === null || formSubjects.includes(name))
    .map((subject) => ({ ...subject, events: subject.events.filter(({ scope }) => may(scope)) }))
    .filter(({ events }) => events.length > 0);
}

/** Whether a webhook has events that are about this. */
export function isAbout({ events }: Pick<Webhook, 'events'>, subject: string): boolean {
  return eventSubjects.some((each) => each.name === subject && each.events.some(({ name }) => events.includes(name)));
}

/** Whether a webhook gets the events of a form: its own, or those across all forms. */
export function isForForm(webhook: Pick<Webhook, 'events' | 'formId'>, formId: string): boolean {
  if (webhook.formId !== null) return webhook.formId === formId;
  return formSubjects.some((subject) => isAbout(webhook, subject));
}

/** Whether a person with these permissions can change a webhook with these events. */
export function mayChange(may: (scope: TokenScope) => boolean, chosen: readonly string[]): boolean {
  return events.every(({ name, scope }) => !chosen.includes(name) || may(scope));
}
