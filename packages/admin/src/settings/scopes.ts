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

/** The scopes that can be limited: by the beginning of their names, with what to. */
const areas = { types: 'content:', forms: 'forms:' } as const;
export type Area = keyof typeof areas;

export function isInArea(scope: string, area: Area): boolean {
  return scope.startsWith(areas[area]);
}

/** The chosen scopes, limited to the chosen content types and forms. Without any they are for all. */
export function limitScopes(scopes: readonly string[], limits: Readonly<Record<Area, readonly string[]>>): string[] {
  return scopes.flatMap((scope) => {
    const area = (['types', 'forms'] as const).find((area) => isInArea(scope, area));
    const names = area === undefined ? [] : limits[area];
    return names.length === 0 ? scope : names.map((name) => `${scope}:${name}`);
  });
}

type Limits = { scopes: TokenScope[] } & Record<Area, string[]>;

export const noLimits: Limits = { scopes: [], types: [], forms: [] };

/** The opposite: what must be chosen for these scopes; null if no choice gives them. */
export function readLimits(scopes: readonly string[]): Limits | null {
  const chosen: Limits = { scopes: [], types: [], forms: [] };
  for (const text of scopes) {
    const [area = '', action = '', name] = text.split(':');
    const scope = (name === undefined ? text : `${area}:${action}`) as TokenScope;
    if (!chosen.scopes.includes(scope)) chosen.scopes.push(scope);
    const names = isInArea(scope, 'types') ? chosen.types : chosen.forms;
    if (name !== undefined && !names.includes(name)) names.push(name);
  }
  const again = new Set(limitScopes(chosen.scopes, chosen));
  return again.size === scopes.length && scopes.every((scope) => again.has(scope)) ? chosen : null;
}
