// docs/event-types.md: every event, when it is sent, and what one looked like. webhook-events.test.ts compares the examples with
// events that a service has sent.

import { readFileSync } from 'node:fs';
import { WebhookEvent } from '../packages/server/src/document/webhook-events.schemas.ts';
import { eventGroups } from '../packages/server/src/events/event-types.ts';

type Name = (typeof eventGroups)[keyof typeof eventGroups][number] | 'test';
type Schema = {
  title?: string;
  description?: string;
  type?: string | string[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  enum?: string[];
};
const examples: Record<Name, object> = JSON.parse(
  readFileSync(new URL('./event-examples.json', import.meta.url), 'utf8'),
);

const sentWhen: Record<Name, string> = {
  'item.published':
    'An item became public: it was created or published, its time came, or it left the trash. Also after an import, if that was asked to publish events.',
  'item.updated': 'A public item changed, and is still public. `changed` names what did.',
  'item.unpublished':
    'A public item became a draft or was scheduled for later; or one that was public left the trash as a draft.',
  'item.trashed': 'An item that was public was moved to the trash.',
  'item.deleted': 'An item that was public was deleted for good.',
  'submission.submitted':
    'A form was submitted, before any payment. Not for spam; if a person says later that it is none, it is sent then.',
  'submission.paid': 'The payment of a submission succeeded in full, or its price was 0. Once for each submission.',
  'submission.scanned': 'All files of a submission have been scanned. Only where a file scan is set up.',
  'payment.succeeded':
    'Money arrived: by the checkout of a form, by a checkout that a program made, or by a subscription. Once for each payment. Not for a price of 0.',
  'payment.failed': 'An attempt to pay failed. A later attempt may succeed.',
  'payment.refunded':
    'A refund succeeded, whole or in part, wherever it was made. A bank can return it, even weeks later, and no further event follows: the refund is then `failed`, `amountRefunded` of the payment is less, `review` says why, and the owners get a mail. Before you rely on a refund, such as for bookkeeping, read `GET /payments/{id}` again.',
  'subscription.created': 'A subscription began.',
  'subscription.updated': 'A subscription changed: its status, price, period or end.',
  'subscription.canceled': 'A subscription ended.',
  'invoice.paid': 'An invoice of the processor was paid, such as that of the next month.',
  'invoice.payment_failed': 'An attempt to collect an invoice of the processor failed. It is sent for each attempt.',
  'contact.created': 'A contact was created: by a program, a person, a submission or a payment.',
  'contact.updated':
    'A contact changed. `changed` names what did. A submission or a payment that says nothing new changes none.',
  'contact.deleted':
    'A contact was deleted, also because a person asked to be erased. It says the ID and nothing else.',
  'invoice.created': 'An invoice was created: by a program, a person or a payment, or the processor made it.',
  'invoice.updated':
    'An invoice changed: by a program or a person, or because money arrived or was returned. What is typed into a draft is none; its issue has all of it.',
  'invoice.deleted': 'A draft of an invoice was deleted. Other invoices are never deleted.',
  'credit_note.created': 'An invoice that was issued was taken back, in whole or part.',
  'form.created': 'A form was created.',
  'form.updated': 'A form changed: its fields, its settings, or whether it is open.',
  'form.deleted': 'A form was deleted, with its submissions if there were any.',
  'webhook.created': 'A webhook was registered. Its secret is never in an event.',
  'webhook.updated':
    'A webhook changed: by a program or a person, by a new secret, or because its receiver failed for too long. A failure alone is no change.',
  'webhook.deleted': 'A webhook was deleted.',
  test: 'A person or a program sent a test to a webhook. It counts as no event, and is not in the feed.',
};

const groups: { title: string; about: string; names: readonly Name[] }[] = [
  {
    title: 'Content',
    about:
      'For webhooks with `content:write`, and in the feed with `content:read`. [events.md](events.md) says more about them.',
    names: eventGroups.content,
  },
  {
    title: 'Submissions',
    about:
      'For webhooks with `forms:write`, of one form or all, which choose them as `submitted`, `paid` and `scanned`; in the feed with `forms:read`.',
    names: eventGroups.submissions,
  },
  {
    title: 'Payments',
    about: 'For webhooks with `payments:write`, and in the feed with `payments:read`.',
    names: eventGroups.payments,
  },
  {
    title: 'Contacts and invoices',
    about:
      'For webhooks with `crm:write`, and in the feed with `crm:read`: [Keep another system in step](guides/sync.md).',
    names: eventGroups.crm,
  },
  {
    title: 'Forms',
    about: 'For webhooks with `forms:write`, of one form or all, and in the feed with `forms:read`.',
    names: eventGroups.forms,
  },
  {
    title: 'Webhooks',
    about: 'For webhooks and in the feed with `admin`.',
    names: eventGroups.webhooks,
  },
  { title: 'Tests', about: 'For every webhook: `POST /webhooks/:id/test`.', names: ['test'] },
];

/** The schema of each event, by its name. */
const schemas = new Map(
  flatten(WebhookEvent as object).flatMap((schema) => namesOf(schema).map((name) => [name, schema])),
);

function flatten(schema: Schema): Schema[] {
  return schema.anyOf ? schema.anyOf.flatMap(flatten) : [schema];
}

function namesOf({ properties }: Schema): Name[] {
  return (properties?.name?.enum ?? []) as Name[];
}

/** Events that share a body are shown with one table of its members. */
function bodiesOf(names: readonly Name[]): Map<Schema, Name[]> {
  const bodies = new Map<Schema, Name[]>();
  for (const name of names) {
    const schema = schemas.get(name);
    if (!schema) throw new Error(`No schema for the event ${name}`);
    bodies.set(schema, [...(bodies.get(schema) ?? []), name]);
  }
  return bodies;
}

const common = ['id', 'type', 'name', 'createdAt', 'subject', 'sequence'];

function membersTable({ properties = {} }: Schema): string {
  const rows = Object.entries(properties)
    .filter(([name]) => !common.includes(name))
    .flatMap(([name, schema]) => rowsOf(name, schema, name === 'data'));
  return ['| Member | Meaning |', '|---|---|', ...rows].join('\n');
}

/** A member, with those inside it if they are only part of events; records of the API have a description of their own. */
function rowsOf(name: string, schema: Schema, isOpen: boolean): string[] {
  const isNullable = JSON.stringify(schema.type ?? schema.anyOf?.map(({ type }) => type) ?? '').includes('"null"');
  const [own = schema] = (schema.anyOf ?? []).filter(({ type }) => type !== 'null');
  const description = schema.description ?? own.description ?? '';
  const row = `| \`${name}\` | ${description}${isNullable && !/null/i.test(description) ? '; or null' : ''} |`;
  const inside = isOpen ? Object.entries(own.properties ?? {}) : [];
  return [row, ...inside.flatMap(([member, part]) => rowsOf(`${name}.${member}`, part, false))];
}

function commonRows(): string {
  const { properties = {} } = schemas.get('payment.refunded') ?? {};
  return common.flatMap((name) => rowsOf(name, properties[name] as Schema, false)).join('\n');
}

/** An example, with the schema that it is of: a test of the documents compares them. */
const json = (value: unknown, schema = ''): string => `\`\`\`json ${schema}\n${JSON.stringify(value, null, 2)}\n\`\`\``;

function eventPart(name: Name, marks: string): string {
  return `${marks} ${name}\n\n${sentWhen[name]}\n\n${json(examples[name], schemas.get(name)?.title)}`;
}

export function eventsPage(): string {
  const parts = groups.map(({ title, about, names }) => {
    const bodies = [...bodiesOf(names)].map(([schema, named]) => {
      const [only, ...others] = named;
      if (only && others.length === 0) return [eventPart(only, '###'), membersTable(schema)].join('\n\n');
      const heading = `### ${named.map((name) => `\`${name}\``).join(', ')}`;
      return [heading, membersTable(schema), ...named.map((name) => eventPart(name, '####'))].join('\n\n');
    });
    return [`## ${title}`, about, ...bodies].join('\n\n');
  });
  const rows = groups.flatMap(({ title, names }) =>
    names.map((name) => `| [\`${name}\`](#${name.replaceAll('.', '')}) | ${title} | ${sentWhen[name]} |`),
  );
  return `# Event reference

Every event that the service sends to [webhooks](events.md#webhooks) and shows in the [feed](events.md#the-feed), where it has the same members and its \`cursor\`. An event is stored in the transaction of what caused it and sent at least once, so that the same \`id\` may arrive again.

| Event | Of | Sent when |
|---|---|---|
${rows.join('\n')}

Every event has these members:

| Member | Meaning |
|---|---|
${commonRows()}

The examples are events of a real service. Amounts are in the smallest unit of the currency, times in UTC. What a submission, a contact, a payment or an invoice contains stands in the reference of the API, at \`/api/docs\`.

${parts.join('\n\n')}
`;
}
