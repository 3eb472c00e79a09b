// The client's shapes and the service's own: what the service answers fits what the client promises, and what the client
// lets through is what the service takes. Checked by tsc alone.

import type { Static } from 'typebox';
import type { allScopes } from '../../server/src/accounts/access.ts';
import type {
  ItemChangeBody,
  ItemSchema,
  ListedItem,
  NewItemBody,
} from '../../server/src/content/items/items.schemas.ts';
import type * as crm from '../../server/src/crm/crm.schemas.ts';
import type { formEvents, paymentEvents } from '../../server/src/events/event-types.ts';
import type { FieldDeclaration } from '../../server/src/fields/field.ts';
import type * as forms from '../../server/src/forms/forms.schemas.ts';
import type { PaymentSchema, PaymentWithRefunds } from '../../server/src/payments/payments.schemas.ts';
import type * as webhooks from '../../server/src/webhooks/webhooks.schemas.ts';
import type * as client from '../src/client.ts';

/** Compiles when every `From` is a `To`. */
type Fits<From extends To, To> = [From, To];

type Fields = Record<string, unknown>;

export type Answers = [
  Fits<Static<typeof ListedItem>, client.ListedItem<Fields>>,
  Fits<Static<typeof ItemSchema>, client.Item<Fields>>,
  Fits<Static<typeof forms.FormSchema>, client.Form>,
  Fits<Static<typeof forms.SubmitResult>, client.SubmitResult>,
  Fits<Static<typeof forms.SubmissionSchema>, client.Submission>,
  Fits<Static<typeof PaymentSchema>, client.Payment>,
  Fits<Static<typeof PaymentWithRefunds>['refunds'][number], client.PaymentRefund>,
  Fits<crm.Contact, client.Contact>,
  Fits<crm.TimelineEntry, client.TimelineEntry>,
  Fits<crm.Invoice, client.Invoice>,
  Fits<webhooks.Subscriber, client.Subscriber<string>>,
  Fits<webhooks.SubscriberWithSecret, client.SubscriberWithSecret<string>>,
  Fits<webhooks.Delivery, client.Delivery>,
  Fits<webhooks.DeliveryWithAttempts, client.DeliveryWithAttempts>,
  Fits<FieldDeclaration, client.FieldDeclaration>,
];

export type Questions = [
  Fits<client.NewItem<Fields>, Static<typeof NewItemBody>>,
  Fits<client.ItemChange<Fields>, Static<typeof ItemChangeBody>>,
  Fits<client.NewForm, forms.NewForm>,
  Fits<client.FormChange, forms.FormChange>,
  Fits<client.SubmissionQuery, forms.SubmissionListQuery>,
  Fits<client.ContactChange, crm.NewContact>,
  Fits<client.ContactQuery, crm.ContactQuery>,
  Fits<client.NewInvoice, crm.NewInvoice>,
  Fits<client.InvoiceChange, crm.InvoicePatch>,
  Fits<client.InvoiceQuery, crm.InvoiceQuery>,
  Fits<client.NewSubscriber<client.FormEventName>, webhooks.NewSubscriber>,
  Fits<client.DeliveryQuery, webhooks.DeliveryQuery>,
  Fits<client.FieldDeclaration, FieldDeclaration>,
];

/** No name is missing on either side. */
type Same<A extends B, B extends C, C = A> = [A, B, C];

export type Names = [
  Same<client.FormEventName, (typeof formEvents)[number]>,
  Same<client.PaymentEventName, (typeof paymentEvents)[number]>,
  Same<client.TokenScope, (typeof allScopes)[number]>,
];
