// How money arrives without the payment processor.

import type { PaymentMethod } from '@frontdesk/client';

export const paymentMethods: Record<PaymentMethod, string> = {
  transfer: 'Bank transfer',
  cash: 'Cash',
  card: 'Card',
  credit: 'Credit of the contact',
  other: 'Other',
};
