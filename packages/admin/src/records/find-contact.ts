// Reads contacts by their IDs. Those that a screen asks for at the same time come with one request.

import type { Contact } from '@frontdesk/client';
import { api } from '../api.ts';

/** What `GET /contacts` accepts. */
const maxIds = 100;

type Batch = { ids: Set<string>; answer: Promise<Map<string, Contact>> };

let open: Batch | null = null;

/** Null if there is no such contact, or no longer. */
export async function findContact(id: string): Promise<Contact | null> {
  if (open === null || open.ids.size >= maxIds) open = startBatch();
  open.ids.add(id);
  return (await open.answer).get(id) ?? null;
}

function startBatch(): Batch {
  const ids = new Set<string>();
  const read = async (): Promise<Map<string, Contact>> => {
    // Every row of a list asks before this.
    await new Promise((resolve) => setTimeout(resolve));
    if (open?.ids === ids) open = null;
    const { items } = await api.contacts.list({ ids: [...ids].join(), limit: maxIds });
    return new Map(items.map((contact) => [contact.id, contact]));
  };
  return { ids, answer: read() };
}
