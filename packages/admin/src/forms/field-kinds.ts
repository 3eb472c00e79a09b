// The kinds of fields in a form, and the settings of each.

import {
  IconAlignLeft,
  IconAt,
  IconCalendar,
  IconCalendarClock,
  IconChecks,
  IconChevronDown,
  IconCircleDot,
  IconCreditCard,
  IconEyeOff,
  IconHash,
  IconLetterT,
  IconLink,
  IconPaperclip,
  IconPhone,
  IconShieldCheck,
  IconSquareCheck,
  type TablerIcon,
} from '@tabler/icons-react';

export type FieldKind = {
  type: string;
  label: string;
  Icon: TablerIcon;
  group: 'Text' | 'Choice' | 'Other';
  /** What `min` and `max` limit, if they apply. */
  bounds?: 'characters' | 'number' | 'date' | 'moment';
  hasPattern?: boolean;
  hasOptions?: boolean;
  /** Visitors do not fill it in, so it cannot be required and has no help text. */
  isSilent?: boolean;
};

export const fieldKinds: FieldKind[] = [
  { type: 'text', label: 'Short text', Icon: IconLetterT, group: 'Text', bounds: 'characters', hasPattern: true },
  { type: 'textarea', label: 'Long text', Icon: IconAlignLeft, group: 'Text', bounds: 'characters' },
  { type: 'email', label: 'Email', Icon: IconAt, group: 'Text' },
  { type: 'phone', label: 'Phone number', Icon: IconPhone, group: 'Text' },
  { type: 'url', label: 'URL', Icon: IconLink, group: 'Text' },
  { type: 'number', label: 'Number', Icon: IconHash, group: 'Text', bounds: 'number' },
  { type: 'integer', label: 'Whole number', Icon: IconHash, group: 'Text', bounds: 'number' },
  { type: 'date', label: 'Date', Icon: IconCalendar, group: 'Text', bounds: 'date' },
  { type: 'datetime', label: 'Date and time', Icon: IconCalendarClock, group: 'Text', bounds: 'moment' },
  { type: 'select', label: 'Dropdown', Icon: IconChevronDown, group: 'Choice', hasOptions: true },
  { type: 'radio', label: 'Single choice', Icon: IconCircleDot, group: 'Choice', hasOptions: true },
  { type: 'multiselect', label: 'Multiple choice', Icon: IconChecks, group: 'Choice', hasOptions: true },
  { type: 'checkbox', label: 'Checkbox', Icon: IconSquareCheck, group: 'Choice' },
  { type: 'consent', label: 'Consent', Icon: IconShieldCheck, group: 'Choice' },
  { type: 'file', label: 'File upload', Icon: IconPaperclip, group: 'Other' },
  { type: 'payment', label: 'Payment', Icon: IconCreditCard, group: 'Other', isSilent: true },
  { type: 'hidden', label: 'Hidden field', Icon: IconEyeOff, group: 'Other', isSilent: true },
];

const byType = new Map(fieldKinds.map((kind) => [kind.type, kind]));

/** Kinds that are only available in the API are shown by name. */
export function kindOf(type: string): FieldKind {
  return byType.get(type) ?? { type, label: type, Icon: IconLetterT, group: 'Other' };
}
