// What a submission fills besides itself, as the form builder edits it.

import type { DraftItem } from '@frontdesk/client';

export type ContactRowDraft = { key: string; to: string; from: string };

export type ResultsDraft = {
  /** Of the draft item; empty for none. */
  type: string;
  title: string;
  content: string;
  /** Fields of the form, by those of the type. */
  fields: Readonly<Record<string, string>>;
  contact: ContactRowDraft[];
};

let lastKey = 0;

export function newContactRow(to = '', from = ''): ContactRowDraft {
  lastKey += 1;
  return { key: `c${lastKey}`, to, from };
}

export function resultsDraftOf(settings: Readonly<Record<string, unknown>> = {}): ResultsDraft {
  const { type = '', title = '', content = '', fields = {} } = (settings.draftItem ?? {}) as Partial<DraftItem>;
  const contact = Object.entries((settings.contactFields ?? {}) as Record<string, string>);
  return { type, title, content, fields, contact: contact.map(([to, from]) => newContactRow(to, from)) };
}

export function hasResults({ type, contact }: ResultsDraft): boolean {
  return type !== '' || contact.length > 0;
}

/** The members of the settings; null for those without a value. */
export function resultSettingsOf({ type, title, content, fields, contact }: ResultsDraft) {
  const rows = contact.filter(({ to, from }) => to.trim() !== '' && from !== '');
  const filled = Object.entries(fields).filter(([, from]) => from !== '');
  const draftItem: DraftItem = {
    ...{ type, title },
    ...(content.trim() !== '' && { content }),
    ...(filled.length > 0 && { fields: Object.fromEntries(filled) }),
  };
  return {
    draftItem: type === '' ? null : draftItem,
    contactFields: rows.length === 0 ? null : Object.fromEntries(rows.map(({ to, from }) => [to.trim(), from])),
  };
}
