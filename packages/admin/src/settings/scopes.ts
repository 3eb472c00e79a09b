// What an API key may be allowed to do, in groups for people.

import type { TokenScope } from '@frontdesk/client';

export const scopeGroups: { label: string; scopes: { scope: TokenScope; label: string; note: string }[] }[] = [
  {
    label: 'Content',
    scopes: [
      { scope: 'content:read', label: 'Read content', note: 'Drafts too' },
      { scope: 'content:write', label: 'Write content', note: 'Items, types, tags and categories; includes reading' },
    ],
  },
  {
    label: 'Forms',
    scopes: [
      { scope: 'forms:read', label: 'Read forms', note: 'Submissions and their files too' },
      { scope: 'forms:write', label: 'Write forms', note: 'Forms and their webhooks; includes reading' },
    ],
  },
  {
    label: 'Payments',
    scopes: [
      { scope: 'payments:read', label: 'Read payments', note: 'Payments, refunds and deliveries' },
      { scope: 'payments:write', label: 'Write payments', note: 'Checkouts, refunds and webhooks; includes reading' },
    ],
  },
  {
    label: 'Contacts and invoices',
    scopes: [
      { scope: 'crm:read', label: 'Read contacts and invoices', note: 'Their timelines too' },
      { scope: 'crm:write', label: 'Write contacts and invoices', note: 'Includes reading' },
    ],
  },
  {
    label: 'Everything',
    scopes: [{ scope: 'admin', label: 'Administer', note: 'All of the above, settings, people and API keys' }],
  },
];
