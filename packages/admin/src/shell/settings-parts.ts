// The screens of the settings in their groups, the scope that each requires (null for none), and other words that the search finds it by.

import type { TokenScope } from '@frontdesk/client';

export const settingsGroups = [
  {
    label: 'Site',
    parts: [
      {
        to: '/settings/general',
        label: 'General',
        scope: 'admin',
        keywords: [
          'site name',
          'logo',
          'color',
          'looks',
          'font',
          'cover',
          'background',
          'time zone',
          'country',
          'formats',
          'currency',
        ],
      },
      {
        to: '/settings/processor',
        label: 'Payment processor',
        scope: 'payments:read',
        keywords: ['stripe', 'sandbox'],
      },
      {
        to: '/settings/invoices',
        label: 'Invoices',
        scope: 'admin',
        keywords: ['seller', 'company', 'vat', 'tax rates', 'numbers', 'iban', 'bank', 'due', 'credit notes'],
      },
    ],
  },
  {
    label: 'Forms and mail',
    parts: [
      { to: '/settings/spam', label: 'Spam', scope: 'admin', keywords: ['block', 'words', 'domains', 'addresses'] },
      {
        to: '/settings/file-scan',
        label: 'File scan',
        scope: 'admin',
        keywords: ['virus', 'clamav', 'clamd', 'quarantine'],
      },
      { to: '/settings/mail', label: 'Mail', scope: 'admin', keywords: ['email', 'smtp', 'server', 'sender', 'dkim'] },
      {
        to: '/settings/mail-texts',
        label: 'Mail texts',
        scope: 'admin',
        keywords: ['email', 'receipt', 'refund', 'invitation', 'template', 'languages'],
      },
      { to: '/settings/outbox', label: 'Outbox', scope: 'admin', keywords: ['mail', 'email', 'sent', 'failed'] },
    ],
  },
  {
    label: 'Webhooks',
    parts: [
      {
        to: '/settings/webhooks',
        label: 'Webhooks',
        scope: 'forms:read',
        keywords: ['receiver', 'events', 'content', 'payments', 'forms', 'contacts', 'notify'],
      },
      { to: '/settings/deliveries', label: 'Deliveries', scope: 'forms:read', keywords: ['webhooks', 'events'] },
    ],
  },
  {
    label: 'People and access',
    parts: [
      { to: '/settings/users', label: 'Users', scope: 'admin', keywords: ['invite', 'people', 'roles'] },
      { to: '/settings/keys', label: 'API keys', scope: 'admin', keywords: ['token'] },
      {
        to: '/settings/audit-log',
        label: 'Audit log',
        scope: 'admin',
        keywords: ['who', 'history', 'security', 'sign-ins', 'trail'],
      },
      {
        to: '/settings/account',
        label: 'My account',
        scope: null,
        keywords: ['password', 'devices', 'sessions', 'two-step', '2fa', 'authenticator', 'recovery codes'],
      },
    ],
  },
  {
    label: 'Data and backups',
    parts: [
      { to: '/settings/import', label: 'Import', scope: 'content:write', keywords: ['wordpress', 'export', 'move'] },
      {
        to: '/settings/export',
        label: 'Export',
        scope: 'admin',
        keywords: ['archive', 'backup', 'csv', 'wordpress', 'tar'],
      },
      {
        to: '/settings/backups',
        label: 'Backups',
        scope: 'admin',
        keywords: ['restore', 'schedule', 'copy', 'disaster'],
      },
      {
        to: '/settings/storage',
        label: 'Storage',
        scope: 'admin',
        keywords: ['disk', 'room', 'size', 'retention', 'keep', 'days', 'trash', 'history', 'revisions', 'prune'],
      },
    ],
  },
] as const satisfies {
  label: string;
  parts: { to: string; label: string; scope: TokenScope | null; keywords: readonly string[] }[];
}[];

/** All of them, in the order of the groups. */
export const settingsParts = settingsGroups.flatMap((group) =>
  group.parts.map((part) => ({ ...part, group: group.label })),
);
