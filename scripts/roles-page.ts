// Writes docs/roles.md from what the routes declare: which role may use which operation.

import { may, type Role, requireAccess, roles, scopesOf } from '../packages/server/src/context/access.ts';
import type { Operation } from './read-access.ts';

const about: Record<Role, string> = {
  owner: 'Everything. A site always has one',
  admin: 'Everything but what concerns owners, and what would make one an owner',
  editor: 'Content, media, forms and submissions; reads payments, contacts and invoices',
  author: 'Content, media, content types and imports',
  support: 'Forms and their submissions, contacts and invoices; reads published content and payments',
};

/** Open to visitors as well, or to everyone who is signed in for what is theirs. */
const forEveryone = ['public', 'anyone', 'signature'];

function cellOf({ access, owners }: Operation, role: Role): string {
  const ctx = { actor: { kind: 'user' as const, id: 'usr', role, scopes: scopesOf[role] } };
  try {
    requireAccess(ctx, access);
  } catch {
    return '–';
  }
  if (role === 'owner' || !may(ctx.actor, 'admin') || owners === undefined) return 'yes';
  return owners === 'only' ? '–' : 'not owners';
}

export function rolesPage(operations: readonly Operation[]): string {
  const shown = operations.filter(({ access }) => !forEveryone.includes(access as string));
  const rows = shown.map(
    (operation) => `| \`${operation.id}\` | ${roles.map((role) => cellOf(operation, role)).join(' | ')} |`,
  );
  return `# Roles

For owners and administrators: each [user](accounts.md) has a role, which says what the user may do. API keys have [scopes](accounts.md#scopes) instead.

| Role | What for | Scopes |
|---|---|---|
${roles.map((role) => `| \`${role}\` | ${about[role]} | ${describeScopes(role)} |`).join('\n')}

**Owners and administrators.** An administrator cannot create, change, delete, sign out or reset an owner, make someone an owner, create an API key with the scope \`admin\`, set the mail
server, which sends the links with which owners set their passwords, or edit the text of those mails. These requests get \`owner_needed\`. Notices to the owners go to owners only.

Whatever belongs to the user, such as password, two-step sign-in, sessions and saved views, is open to every role. So is what visitors may do: signing in, reading what is public, and submitting forms.

## Every operation

\`not owners\`: but for what concerns owners, as above. Operations that are open to visitors may show more to those who have the scope.

| Operation | ${roles.join(' | ')} |
|---|${roles.map(() => '---|').join('')}
${rows.join('\n')}
`;
}

function describeScopes(role: Role): string {
  return may({ kind: 'user', id: '', scopes: scopesOf[role] }, 'admin')
    ? 'all'
    : scopesOf[role].map((scope) => `\`${scope}\``).join(', ');
}
