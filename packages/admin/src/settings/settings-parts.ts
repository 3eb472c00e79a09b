// The screens of the settings, and the scope that each requires.

import type { TokenScope } from '@frontdesk/client';

export const settingsParts = [
  { to: '/settings/general', label: 'General', scope: 'admin' },
  { to: '/settings/users', label: 'Users', scope: 'admin' },
  { to: '/settings/keys', label: 'API keys', scope: 'admin' },
  { to: '/settings/processor', label: 'Payment processor', scope: 'payments:read' },
  { to: '/settings/webhooks', label: 'Payment webhooks', scope: 'payments:read' },
  { to: '/settings/form-webhooks', label: 'Form webhooks', scope: 'forms:read' },
  { to: '/settings/deliveries', label: 'Deliveries', scope: 'forms:read' },
  { to: '/settings/account', label: 'My account', scope: 'content:read' },
] as const satisfies { to: string; label: string; scope: TokenScope }[];
