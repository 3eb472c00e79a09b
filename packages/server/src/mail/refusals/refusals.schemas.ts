// Shapes of addresses that do not accept mail.

import Type, { type Static } from 'typebox';
import { bodyOf, nullable, orderedQuery, queryOf, Time } from '../../http/schemas.ts';

const address = Type.String({
  ...{ minLength: 3, maxLength: 254 },
  description: 'The address, without regard to case',
  examples: ['ada@example.com'],
});
const reason = Type.String({
  ...{ minLength: 1, maxLength: 500 },
  description: 'What the mail server said',
  examples: ['550 5.1.1 No such user'],
});

export const MailRefusalSchema = Type.Object(
  {
    address,
    reason,
    mailId: nullable(
      Type.String({
        description: 'The mail that was rejected; null if it was reported',
        examples: ['mail_01m81qmw2m5e8v1kz3c9tq7d4h'],
      }),
    ),
    createdAt: Time,
  },
  { title: 'MailRefusal', description: 'An address that does not accept mail: nothing is sent to it' },
);
export type MailRefusal = Static<typeof MailRefusalSchema>;

export const NewMailRefusal = bodyOf(
  { address, reason },
  { title: 'NewMailRefusal', description: 'A mail that came back from this address' },
);
export type NewMailRefusal = Static<typeof NewMailRefusal>;

export const MailRefusalQuery = queryOf({ ...orderedQuery, address: Type.Optional(address) });
export type MailRefusalQuery = Static<typeof MailRefusalQuery>;

export const AddressParams = Type.Object({ address });
export const AllowedAddress = Type.Object(
  { address, allowed: Type.Literal(true, { description: 'Mails are sent to it again' }) },
  { title: 'AllowedAddress', description: 'An address to which mails are sent again' },
);
