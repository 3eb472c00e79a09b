// Shapes of who has unsubscribed from notices.

import Type, { type Static } from 'typebox';
import { nullable, orderedQuery, queryOf, Time } from '../../http/schemas.ts';

const formId = 'form_01m81qmw2m5e8v1kz3c9tq7d4h';

export const MailOptOutSchema = Type.Object(
  {
    id: Type.String({ description: 'Opaque ID', examples: [`office@example.com:${formId}`] }),
    address: Type.String({
      description: 'The address, in lower case and with its domain in ASCII',
      examples: ['office@example.com'],
    }),
    formId: nullable(
      Type.String({ description: 'The form; null for the notices and digests across all forms', examples: [formId] }),
    ),
    formName: nullable(Type.String({ description: 'Its name; null if it was deleted', examples: ['Contact'] })),
    createdAt: Time,
  },
  { title: 'MailOptOut', description: 'An address that has unsubscribed from notices' },
);

export const MailOptOutQuery = queryOf(orderedQuery);
export type MailOptOutQuery = Static<typeof MailOptOutQuery>;
