// A form while somebody is building it, and what is sent of it.

import type { Fault, Form, FormChange } from '@frontdesk/client';
import { inputError } from '../ui/input-error.ts';
import { declarationOf, draftsOf, type FieldDraft } from './field-draft.ts';

export type FormDraft = {
  name: string;
  slug: string;
  isPublic: boolean;
  isOpen: boolean;
  isStrict: boolean;
  cap: string;
  successUrl: string;
  description: string;
  button: string;
  thanks: string;
  closed: string;
  fields: FieldDraft[];
};

/** Texts of the rendered page, as they stand in the form's settings. */
const texts = ['description', 'button', 'thanks', 'closed'] as const;

export function formDraftOf(form: Form, keys: string[] = []): FormDraft {
  const [description, button, thanks, closed] = texts.map((name) => {
    const text = form.settings?.[name];
    return typeof text === 'string' ? text : '';
  }) as [string, string, string, string];
  return {
    name: form.name,
    slug: form.slug,
    isPublic: form.public,
    isOpen: form.open,
    isStrict: form.strict ?? false,
    cap: form.maxSubmissions ? String(form.maxSubmissions) : '',
    successUrl: form.successUrl ?? '',
    description,
    button,
    thanks,
    closed,
    fields: draftsOf(form.fields, keys),
  };
}

/** What to send. Throws a FrontdeskError with every fault that shows before sending. */
export function formChangeOf(draft: FormDraft, stored: Form): FormChange {
  const faults: Fault[] = [];
  const fields = draft.fields.map((field, index) => declarationOf(field, index, draft.fields, faults));
  const cap = draft.cap.trim();
  if (cap !== '' && !/^[1-9]\d{0,9}$/.test(cap)) {
    faults.push({ pointer: '/maxSubmissions', code: 'invalid', detail: 'has to be a whole number, 1 or more' });
  }
  if (faults.length > 0) throw inputError(faults);
  return {
    name: draft.name,
    slug: draft.slug,
    public: draft.isPublic,
    open: draft.isOpen,
    strict: draft.isStrict,
    maxSubmissions: cap === '' ? null : Number(cap),
    successUrl: draft.successUrl.trim() || null,
    settings: settingsOf(draft, stored),
    fields,
  };
}

function settingsOf(draft: FormDraft, stored: Form): Record<string, unknown> {
  const settings: Record<string, unknown> = { ...stored.settings };
  for (const name of texts) {
    if (draft[name].trim() === '') delete settings[name];
    else settings[name] = draft[name];
  }
  return settings;
}
