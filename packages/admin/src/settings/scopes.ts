// The scopes of an API key, grouped and labeled.

import type { TokenScope } from '@frontdesk/client';

export const scopeGroups: { label: string; scopes: { scope: TokenScope; label: string; note: string }[] }[] = [
  {
    label: 'Content',
    scopes: [
      { scope: 'content:read', label: 'Read content', note: 'Includes drafts' },
      { scope: 'content:write', label: 'Write content', note: 'Items, types, tags and categories. Includes reading' },
    ],
  },
  {
    label: 'Forms',
    scopes: [
      { scope: 'forms:read', label: 'Read forms', note: 'Includes submissions and their files' },
      { scope: 'forms:write', label: 'Write forms', note: 'Forms and their webhooks. Includes reading' },
    ],
  },
  {
    label: 'Payments',
    scopes: [
      { scope: 'payments:read', label: 'Read payments', note: 'Payments, refunds and deliveries' },
      { scope: 'payments:write', label: 'Write payments', note: 'Checkouts, refunds and webhooks. Includes reading' },
    ],
  },
  {
    label: 'Contacts and invoices',
    scopes: [
      { scope: 'crm:read', label: 'Read contacts and invoices', note: 'Includes timelines' },
      { scope: 'crm:write', label: 'Write contacts and invoices', note: 'Includes reading' },
    ],
  },
  {
    label: 'Everything',
    scopes: [{ scope: 'admin', label: 'Full access', note: 'All of the above, plus settings, users and API keys' }],
  },
];
