// The main screens, for the sidebar, the search and the keyboard shortcuts.

import type { TokenScope } from '@frontdesk/client';
import {
  IconAddressBook,
  IconChartBar,
  IconCreditCard,
  IconForms,
  IconHome,
  IconInbox,
  IconReceipt,
  IconSettings,
  type TablerIcon,
} from '@tabler/icons-react';

export type Screen = {
  to: '/' | '/inbox' | '/forms' | '/payments' | '/contacts' | '/invoices' | '/money' | '/settings';
  label: string;
  Icon: TablerIcon;
  /** The shortcut: this key after `g`. */
  key: string;
  scope: TokenScope;
};

export const inbox: Screen = { to: '/inbox', label: 'Inbox', Icon: IconInbox, key: 'n', scope: 'forms:read' };

export const home: Screen = { to: '/', label: 'Home', Icon: IconHome, key: 'h', scope: 'forms:read' };

export const business: Screen[] = [
  { to: '/forms', label: 'Forms', Icon: IconForms, key: 'f', scope: 'forms:read' },
  { to: '/payments', label: 'Payments', Icon: IconCreditCard, key: 'p', scope: 'payments:read' },
  { to: '/contacts', label: 'Contacts', Icon: IconAddressBook, key: 'c', scope: 'crm:read' },
  { to: '/invoices', label: 'Invoices', Icon: IconReceipt, key: 'i', scope: 'crm:read' },
  { to: '/money', label: 'Money', Icon: IconChartBar, key: 'm', scope: 'payments:read' },
];

export const settings: Screen = {
  to: '/settings',
  label: 'Settings',
  Icon: IconSettings,
  key: 's',
  scope: 'content:read',
};
