// Who is notified depending on an answer, as the form builder edits it.

import type { NoticeRule } from '@frontdesk/client';

export type NoticeRuleDraft = {
  key: string;
  field: string;
  is: string;
  /** Addresses, separated by commas. */
  to: string;
};

let lastKey = 0;

export function newRule(field = ''): NoticeRuleDraft {
  lastKey += 1;
  return { key: `r${lastKey}`, field, is: '', to: '' };
}

export function ruleDraftOf({ field, is, to }: NoticeRule): NoticeRuleDraft {
  return { ...newRule(field), is: String(is), to: to.join(', ') };
}

/** `isYesOrNo`: whether the field with this name is a check box. */
export function ruleOf({ field, is, to }: NoticeRuleDraft, isYesOrNo: (field: string) => boolean): NoticeRule {
  return { field, is: isYesOrNo(field) ? is === 'true' : is, to: addressesIn(to) };
}

export function addressesIn(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).filter(Boolean))];
}
