// A form in the form builder, and the changes to send.

import type { Fault, Form, FormChange } from '@frontdesk/client';
import { inputError, readOrFault } from '../ui/input-error.ts';
import { parseNumber, writeNumber } from '../ui/number-text.ts';
import { declarationOf, draftsOf, type FieldDraft } from './field-draft.ts';

export type FormDraft = {
  name: string;
  slug: string;
  isPublic: boolean;
  isOpen: boolean;
  isStrict: boolean;
  maxSubmissions: string;
  successUrl: string;
  description: string;
  button: string;
  thanks: string;
  closed: string;
  fields: FieldDraft[];
};

/** Texts of the form's page, stored in its settings. */
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
    maxSubmissions: form.maxSubmissions ? writeNumber(form.maxSubmissions) : '',
    successUrl: form.successUrl ?? '',
    description,
    button,
    thanks,
    closed,
    fields: draftsOf(form.fields, keys),
  };
}

/** The changes to send. Throws a FrontdeskError with every fault that can be found before sending. */
export function formChangeOf(draft: FormDraft, stored: Form): FormChange {
  const faults: Fault[] = [];
  const fields = draft.fields.map((field, index) => declarationOf(field, index, draft.fields, faults));
  const maxSubmissions = readOrFault('/maxSubmissions', faults, () => limitOf(draft.maxSubmissions));
  if (faults.length > 0) throw inputError(faults);
  return {
    name: draft.name,
    slug: draft.slug,
    public: draft.isPublic,
    open: draft.isOpen,
    strict: draft.isStrict,
    maxSubmissions: maxSubmissions ?? null,
    successUrl: draft.successUrl.trim() || null,
    settings: settingsOf(draft, stored),
    fields,
  };
}

function limitOf(text: string): number | null {
  if (text.trim() === '') return null;
  const limit = parseNumber(text, { isWhole: true });
  if (limit < 1) throw new SyntaxError('Enter a whole number of 1 or more');
  return limit;
}

function settingsOf(draft: FormDraft, stored: Form): Record<string, unknown> {
  const settings: Record<string, unknown> = { ...stored.settings };
  for (const name of texts) {
    if (draft[name].trim() === '') delete settings[name];
    else settings[name] = draft[name];
  }
  return settings;
}
