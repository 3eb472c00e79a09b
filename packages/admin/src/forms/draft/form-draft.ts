// A form in the form builder, and the changes to send.

import type { Fault, Form, FormChange, FormLooks, FormMail, FormSpam, SaveForLater } from '@frontdesk/client';
import { mergePatchBetween } from '@frontdesk/client/admin';
import { isBox } from '../../fields/field-kinds.ts';
import { inputError, readOrFault } from '../../ui/input-error.ts';
import { parseNumber, writeNumber } from '../../ui/number-text.ts';
import { declarationOf, draftsOf, type FieldDraft } from './field-draft.ts';
import { addressesIn, type NoticeRuleDraft, ruleDraftOf, ruleOf } from './notice-rules.ts';
import { changedTimes, openingDraftOf } from './opening-times.ts';
import { type ResultsDraft, resultSettingsOf, resultsDraftOf } from './results-draft.ts';
import { retentionDraftOf, retentionOf } from './retention-draft.ts';
import { type TranslationDrafts, translationDraftsOf, translationsOf } from './translation-draft.ts';

export type FormDraft = {
  name: string;
  slug: string;
  isPublic: boolean;
  isOpen: boolean;
  /** From when and until when, as the inputs have it; empty without a limit. */
  opensAt: string;
  closesAt: string;
  isStrict: boolean;
  maxSubmissions: string;
  successUrl: string;
  /** One per line. */
  origins: string;
  description: string;
  button: string;
  thanks: string;
  closed: string;
  /** Addresses, separated by commas. */
  noticeTo: string;
  noticeSubject: string;
  /** The time of the daily digest; empty for a notice of each submission. */
  noticeDaily: string;
  noticeRules: NoticeRuleDraft[];
  isReplying: boolean;
  replySubject: string;
  replyText: string;
  /** Empty for that of the site. */
  spamLevel: NonNullable<FormSpam['level']> | '';
  results: ResultsDraft;
  altcha: NonNullable<FormSpam['altcha']> | '';
  /** After how many days submissions are deleted; empty for never. */
  keepDays: string;
  /** The same for the answers to single fields, by name. */
  keepFieldDays: Record<string, string>;
  /** For how many days visitors can save their answers; empty if they cannot. */
  laterDays: string;
  looks: FormLooks;
  fields: FieldDraft[];
  /** Empty for that of the site. */
  language: string;
  translations: TranslationDrafts;
};

/** Texts of the form's page, stored in its settings. */
const texts = ['description', 'button', 'thanks', 'closed'] as const;

export function formDraftOf(form: Form, keys: string[] = []): FormDraft {
  const [description, button, thanks, closed] = texts.map((name) => {
    const text = form.settings?.[name];
    return typeof text === 'string' ? text : '';
  }) as [string, string, string, string];
  const fields = draftsOf(form.fields, keys);
  const { name } = form;
  return {
    name,
    slug: form.slug,
    isPublic: form.public,
    isOpen: form.open,
    ...openingDraftOf(form),
    isStrict: form.strict ?? false,
    maxSubmissions: form.maxSubmissions ? writeNumber(form.maxSubmissions) : '',
    successUrl: form.successUrl ?? '',
    origins: (form.origins ?? []).join('\n'),
    description,
    button,
    thanks,
    closed,
    ...mailDraftOf(form),
    spamLevel: ((form.settings?.spam ?? {}) as FormSpam).level ?? '',
    results: resultsDraftOf(form.settings),
    altcha: ((form.settings?.spam ?? {}) as FormSpam).altcha ?? '',
    ...retentionDraftOf(form),
    ...laterDraftOf(form),
    looks: (form.settings?.looks ?? {}) as FormLooks,
    fields,
    language: form.language ?? '',
    translations: translationDraftsOf(form.translations, { name, description, button, thanks, closed, fields }),
  };
}

/** The changes to send. Throws a FrontdeskError with every fault that can be found before sending. */
export function formChangeOf(draft: FormDraft, stored: Form): FormChange {
  const faults: Fault[] = [];
  const fields = draft.fields.map((field, index) => declarationOf(field, index, draft.fields, faults));
  if (draft.isReplying && draft.replyText.trim() === '')
    faults.push({ pointer: '/settings/mail/reply/text', code: 'required', detail: 'is required' });
  const maxSubmissions = readOrFault('/maxSubmissions', faults, () => limitOf(draft.maxSubmissions));
  if (draft.opensAt !== '' && draft.closesAt !== '' && draft.closesAt <= draft.opensAt)
    faults.push({
      ...{ pointer: '/settings/closesAt', code: 'before_start' },
      detail: 'must be after the time when the form opens',
    });
  const retention = retentionOf(draft, faults);
  const saveForLater = laterOf(draft, faults);
  if (faults.length > 0) throw inputError(faults);
  return {
    name: draft.name,
    slug: draft.slug,
    public: draft.isPublic,
    open: draft.isOpen,
    strict: draft.isStrict,
    maxSubmissions: maxSubmissions ?? null,
    successUrl: draft.successUrl.trim() || null,
    origins: draft.origins.split(/\s+/).filter((origin) => origin !== ''),
    settings: patchOf(stored.settings, { ...settingsOf(draft, stored), saveForLater, retention }),
    fields,
    language: (draft.language || null) as FormChange['language'],
    translations: mergePatchBetween(stored.translations ?? {}, translationsOf(draft.translations, draft)),
  };
}

/** What changes inside of settings that stay; null removes one, and one that is absent stays. */
function patchOf(stored: object = {}, settings: NonNullable<FormChange['settings']>): FormChange['settings'] {
  const before = new Map<string, unknown>(Object.entries(stored));
  const entries = Object.entries(settings).map(([name, value]) => {
    const old = before.get(name);
    return [name, old && value && typeof value === 'object' ? mergePatchBetween(Object(old), value) : value];
  });
  return Object.fromEntries(entries);
}

function limitOf(text: string): number | null {
  if (text.trim() === '') return null;
  const limit = parseNumber(text, { isWhole: true });
  if (limit < 1) throw new SyntaxError('Enter a whole number of 1 or more');
  return limit;
}

/** Null removes a setting, and one that is absent stays. */
function settingsOf(draft: FormDraft, stored: Form): NonNullable<FormChange['settings']> {
  const spam: FormSpam = {
    ...(draft.spamLevel !== '' && { level: draft.spamLevel }),
    ...(draft.altcha !== '' && { altcha: draft.altcha }),
  };
  return {
    ...Object.fromEntries(texts.map((name) => [name, draft[name].trim() === '' ? null : draft[name]])),
    ...changedTimes(draft, stored),
    ...resultSettingsOf(draft.results),
    mail: mailOf(draft),
    spam: Object.keys(spam).length > 0 ? spam : null,
    looks: Object.keys(draft.looks).length > 0 ? draft.looks : null,
  };
}

function mailDraftOf({ settings }: Form) {
  const { notice, reply } = (settings?.mail ?? {}) as FormMail;
  return {
    noticeTo: (notice?.to ?? []).join(', '),
    noticeSubject: notice?.subject ?? '',
    noticeDaily: notice?.daily ?? '',
    noticeRules: (notice?.rules ?? []).map(ruleDraftOf),
    isReplying: reply?.on ?? false,
    replySubject: reply?.subject ?? '',
    replyText: reply?.text ?? '',
  };
}

/** A reply that is off keeps its text. */
function mailOf(draft: FormDraft): FormMail {
  const { noticeTo, noticeSubject, noticeDaily, noticeRules, isReplying, replySubject, replyText, fields } = draft;
  const to = addressesIn(noticeTo);
  const isYesOrNo = (name: string): boolean => fields.some((field) => field.name === name && isBox(field));
  const rules = noticeRules.map((rule) => ruleOf(rule, isYesOrNo));
  const subjectOf = (text: string) => (text.trim() === '' ? {} : { subject: text });
  const hasReply = isReplying || replyText.trim() !== '';
  const hasNotice = to.length > 0 || rules.length > 0;
  const daily = noticeDaily === '' ? {} : { daily: noticeDaily };
  const notice = { to, ...(rules.length > 0 && { rules }), ...subjectOf(noticeSubject), ...daily };
  return {
    notice: hasNotice ? notice : null,
    reply: hasReply ? { on: isReplying, ...subjectOf(replySubject), text: replyText } : null,
  };
}

/** Empty if they cannot. */
type LaterDraft = { laterDays: string };

/** For how many days visitors can save their answers, as the input has it. */
function laterDraftOf({ settings }: Form): LaterDraft {
  const { days } = (settings?.saveForLater ?? {}) as Partial<SaveForLater>;
  return { laterDays: days ? writeNumber(days) : '' };
}

function laterOf({ laterDays }: LaterDraft, faults: Fault[]): SaveForLater | null {
  if (laterDays.trim() === '') return null;
  const days = readOrFault('/settings/saveForLater/days', faults, () => daysOf(laterDays));
  return days === undefined ? null : { days };
}

function daysOf(text: string): number {
  const days = parseNumber(text, { isWhole: true });
  if (days < 1 || days > 365) throw new SyntaxError('Enter a number of days from 1 to 365');
  return days;
}
