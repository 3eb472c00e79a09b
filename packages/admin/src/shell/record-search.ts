// Finds records of every kind for the search, and says where each one opens.

import type { PostType, SearchResult } from '@frontdesk/client';
import { api } from '../api/api.ts';
import { formatDay, formatMoney, humanize } from '../ui/format.ts';
import { statusLabel } from '../ui/payment-status.ts';

export type FoundRecord = {
  id: string;
  kind: SearchResult['kind'];
  group: string;
  label: string;
  detail: string;
  highlight: SearchResult['highlight'];
} & (
  | { to: '/contacts/$contact'; params: { contact: string } }
  | { to: '/payments/$payment'; params: { payment: string } }
  | { to: '/invoices/$invoice'; params: { invoice: string } }
  | { to: '/forms/$form'; params: { form: string } }
  | { to: '/forms/$form/submissions/$submission'; params: { form: string; submission: string } }
  | { to: '/content/$type/$id'; params: { type: string; id: string } }
  | { to: '/media'; search: { file: string } }
);

/** The best matches of each kind that the user may see, and whether the search of a kind took too long. */
export async function findRecords(
  q: string,
  types: PostType[],
  signal: AbortSignal,
): Promise<{ records: FoundRecord[]; isIncomplete: boolean }> {
  const { items, incomplete } = await api.search({ q, limit: maxOfKind }, { signal });
  return { records: items.map((result) => recordOf(result, types)), isIncomplete: incomplete.length > 0 };
}

const maxOfKind = 6;

function recordOf(result: SearchResult, types: PostType[]): FoundRecord {
  const { id, kind, title, detail, type, formId, status, amount, currency, createdAt, highlight } = result;
  const base = { id, kind, label: title, group: groups[kind], highlight };
  const state = status === null ? [] : [humanize(status)];
  const money = amount === null || currency === null ? [] : [formatMoney(amount, currency)];
  const day = formatDay(createdAt);
  switch (kind) {
    case 'contact':
      return { ...base, detail, to: '/contacts/$contact', params: { contact: id } };
    case 'payment': {
      const label = title === id ? (money[0] ?? id) : [...money, 'from', title].join(' ');
      const shown = status === null ? [] : [statusLabel(status)];
      return { ...base, label, detail: join(detail, ...shown, day), to: '/payments/$payment', params: { payment: id } };
    }
    case 'invoice':
      return {
        ...base,
        detail: join(...money, detail, ...state, day),
        to: '/invoices/$invoice',
        params: { invoice: id },
      };
    case 'form':
      return { ...base, detail, to: '/forms/$form', params: { form: id } };
    case 'submission': {
      const params = { form: formId ?? '', submission: id };
      return { ...base, detail: join(detail, day), to: '/forms/$form/submissions/$submission', params };
    }
    case 'media':
      return { ...base, detail, to: '/media', search: { file: id } };
    case 'item': {
      const label = types.find(({ name }) => name === type)?.label ?? humanize(type ?? '');
      const shown = status === 'publish' ? [] : state;
      const params = { type: type ?? '', id };
      return { ...base, detail: join(label, ...shown), to: '/content/$type/$id', params };
    }
  }
}

const groups: Record<SearchResult['kind'], string> = {
  item: 'Content',
  media: 'Media',
  contact: 'Contacts',
  payment: 'Payments',
  invoice: 'Invoices',
  form: 'Forms',
  submission: 'Submissions',
};

function join(...parts: string[]): string {
  return parts.filter(Boolean).join(' · ');
}
