// A contact has no address: that of its last invoice is proposed for the next one.

import type { Buyer } from '@frontdesk/client';
import { useEffect, useRef } from 'react';
import { api } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import type { Draft } from '../ui/draft.ts';
import type { InvoiceValues } from './invoice-values.ts';

/** Fills in the buyer when a contact is chosen, unless something was typed there. */
export function useLastBuyer(
  { values, set }: Pick<Draft<InvoiceValues>, 'values' | 'set'>,
  storedContactId: string | null,
) {
  const { contactId, buyer } = values;
  const known = useRef(storedContactId);
  const latest = useRef({ contactId, buyer: '{}', proposed: '{}' });
  latest.current = { ...latest.current, contactId, buyer: JSON.stringify(buyer) };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each contact, whatever is typed meanwhile
  useEffect(() => {
    if (contactId === null || contactId === known.current) return;
    known.current = contactId;
    lastBuyerOf(contactId)
      .then((found) => {
        const { contactId: chosen, buyer, proposed } = latest.current;
        if (chosen !== contactId || (buyer !== '{}' && buyer !== proposed)) return;
        latest.current.proposed = JSON.stringify(found);
        set('buyer', found);
      })
      // It can be typed.
      .catch(() => {});
  }, [contactId]);
}

/** Without what belongs to one invoice, and what the contact says itself. */
async function lastBuyerOf(contactId: string): Promise<Buyer> {
  const query = { contactId, limit: 10 };
  const { items } = await queries.fetchQuery({
    queryKey: ['invoices', 'list', 'last-buyer', contactId],
    queryFn: ({ signal }) => api.invoices.list(query, { signal }),
  });
  const { reference: _, email: __, ...buyer } = items.find(({ buyer }) => buyer?.address)?.buyer ?? {};
  return buyer;
}
